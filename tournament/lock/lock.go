// Package lock keeps two processes from writing the same file.
package lock

import (
	"errors"
	"fmt"
	"os"
)

var errHeld = errors.New("another process is writing it; let that end first, or name another file or folder")

// Take locks an open file until it is closed, however the process ends. Where there are no locks it does nothing.
func Take(file *os.File) error { return take(file, file.Name()) }

func take(file *os.File, what string) error {
	if held(file) {
		return fmt.Errorf("%s: %w", what, errHeld)
	}
	return nil
}
