package store

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// holder names the process that keeps a database locked for writing, if that can be found out. It does not use fcntl,
// which would release this process's own locks.
func holder(path string) string {
	locks, _ := os.ReadFile("/proc/locks")
	for _, suffix := range []string{"-shm", ""} { // with a write-ahead log the locks are on the file beside it
		var info syscall.Stat_t
		if syscall.Stat(path+suffix, &info) != nil {
			continue
		}
		for line := range strings.Lines(string(locks)) { // 1: POSIX ADVISORY WRITE 1234 08:01:5678 120 120
			if words := strings.Fields(line); len(words) > 5 && words[3] == "WRITE" &&
				strings.HasSuffix(words[5], fmt.Sprintf(":%d", info.Ino)) {
				if name, err := os.ReadFile("/proc/" + words[4] + "/comm"); err == nil {
					return fmt.Sprintf("process %s (%s)", words[4], strings.TrimSpace(string(name)))
				}
			}
		}
	}
	return ""
}
