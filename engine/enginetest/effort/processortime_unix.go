//go:build unix

package effort

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that the process has used. A busy machine disturbs it less than wall time.
func ProcessorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
