//go:build unix

package lifeline

import (
	"errors"
	"os"
	"strconv"
	"syscall"
)

// Tie ends this process when the test that has started it ends. In a test itself it lets the processes that are started
// from now on do so: they inherit the end of a pipe to read from, of which the test keeps the other end. TestMain calls
// it before anything else. Without a pipe tests work as well.
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

// watch reads from a pipe into which nothing is ever written.
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
