package store

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// holder returns the id and the name of the process that keeps a database locked for writing, or "" if they cannot be
// found out. It does not use fcntl, which would release this process's own locks.
func holder(path string) string {
	locks, _ := os.ReadFile("/proc/locks")
	for _, suffix := range []string{"-shm", ""} { // with a write-ahead log, SQLite locks the -shm file
		var info syscall.Stat_t
		if syscall.Stat(path+suffix, &info) != nil {
			continue
		}
		for line := range strings.Lines(string(locks)) { // such as "1: POSIX ADVISORY WRITE 1234 08:01:5678 120 120"
			words := strings.Fields(line)
			if len(words) < 6 || words[3] != "WRITE" || !strings.HasSuffix(words[5], fmt.Sprintf(":%d", info.Ino)) {
				continue
			}
			process := words[4]
			if name, err := os.ReadFile("/proc/" + process + "/comm"); err == nil {
				return fmt.Sprintf("process %s (%s)", process, strings.TrimSpace(string(name)))
			}
		}
	}
	return ""
}
