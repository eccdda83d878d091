//go:build !race

package players

import (
	"syscall"
	"testing"
)

// TestMemoryOfALimitedProcess lowers the limit of this process (ulimit -v) below the machine's memory for a moment. The
// race detector would not survive that.
func TestMemoryOfALimitedProcess(t *testing.T) {
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &was); err != nil {
		t.Fatal(err)
	}
	limited := was
	limited.Cur = machineMemory() - 1<<20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &limited); err != nil {
		t.Fatal(err)
	}
	got := machineMemory()
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &was); err != nil {
		t.Fatal(err)
	}
	if got != limited.Cur {
		t.Errorf("%d bytes, limited to %d", got, limited.Cur)
	}
}
