//go:build unix

package effort

import (
	"syscall"
	"time"
)

// ProcessorTime is what the process has used so far, which a busy machine disturbs less than the clock on the wall.
func ProcessorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
