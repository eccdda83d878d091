package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// held tries to lock the file. It returns true if another process has locked it. It locks a byte far beyond the end of
// the file, so that other processes can read the file.
func held(file *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
