//go:build unix

package lifeline

import (
	"errors"
	"os"
	"strconv"
	"syscall"
)

// Tie makes the processes that a test starts exit when the test has exited. Both the test and those processes must call
// Tie at the beginning of TestMain. In the test, Tie makes a pipe. The processes inherit the reading end of the pipe,
// and only the test has the writing end, which the system closes when the test exits. In one of the processes, Tie
// makes the process exit when the writing end is closed. Tie ignores errors.
func Tie() {
	if inherited, err := strconv.Atoi(os.Getenv(Variable)); err == nil {
		var stat syscall.Stat_t
		if err := syscall.Fstat(inherited, &stat); err == nil && stat.Mode&syscall.S_IFMT == syscall.S_IFIFO {
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

// watch makes this process exit when no process has the writing end of the pipe open any more. Since nobody writes to
// the pipe, a read returns only then, or with an error.
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
