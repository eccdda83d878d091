//go:build unix

package lifeline

import (
	"errors"
	"os"
	"strconv"
	"syscall"
)

// Tie makes processes that a test starts exit when the test has exited. It must be called at the beginning of TestMain,
// both in the test and in those processes. In a test, it makes a pipe. Later processes inherit its reading end, while
// the test keeps the writing end open. In such a process, Tie makes the process exit when the writing end is closed.
// Tie ignores errors.
func Tie() {
	if inherited, err := strconv.Atoi(os.Getenv(Variable)); err == nil {
		var is syscall.Stat_t
		if err := syscall.Fstat(inherited, &is); err == nil && is.Mode&syscall.S_IFMT == syscall.S_IFIFO {
			go watch(inherited)
		}
		return
	}
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err == nil {
		syscall.CloseOnExec(ends[1])
		os.Setenv(Variable, strconv.Itoa(ends[0]))
	}
}

// watch makes the process exit when no process has the writing end of the pipe open. Nobody ever writes to it.
func watch(pipe int) {
	for {
		n, err := syscall.Read(pipe, make([]byte, 1))
		if n == 0 && err == nil {
			os.Exit(1)
		}
		if !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}
