package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLock tries to lock the file. It returns false only if another process has locked it. It locks a byte far beyond
// the end of the file, so that other processes can read the file.
func tryLock(file *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	const reserved, bytesLow, bytesHigh = 0, 1, 0 // the last two are halves of the number of bytes to lock
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, reserved, bytesLow, bytesHigh,
		&windows.Overlapped{OffsetHigh: 1 << 30})
	return !errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
