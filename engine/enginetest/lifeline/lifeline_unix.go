//go:build unix

package lifeline

import (
	"errors"
	"os"
	"strconv"
	"syscall"
)

// Tie ties the life of processes to the test. In a process that a test has started, it makes the process exit when the
// test exits. In the test itself, it prepares this for the processes started later: they inherit the reading end of a
// pipe whose writing end the test keeps open. TestMain calls it first. It has no effect if there can be no pipe.
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

// watch exits when nobody has the writing end of the pipe open any more. Nothing is ever written to it.
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
