package players

import (
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// machineMemory returns the number of bytes that this process can use at most: the smallest of the machine's memory,
// the process's limit of address space, and the memory limits of the control groups around it.
func machineMemory() uint64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	least := uint64(info.Totalram) * uint64(info.Unit)
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) == nil {
		least = min(least, limit.Cur)
	}
	return min(least, groupLimit())
}

// groupLimit returns the smallest memory limit of the control groups around this process, or the largest number if
// there is no limit.
func groupLimit() uint64 {
	least := uint64(math.MaxUint64)
	groups, _ := os.ReadFile("/proc/self/cgroup") // without this file there are no groups
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 || fields[1] != "" && fields[1] != "memory" {
			continue
		}
		name := "memory.max" // in version 2 of control groups, which names no controller
		if fields[1] != "" {
			name = "memory.limit_in_bytes" // in version 1
		}
		for group := fields[2]; ; group = path.Dir(group) {
			text, _ := os.ReadFile(path.Join("/sys/fs/cgroup", fields[1], group, name))
			if limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
				least = min(least, limit)
			}
			if group == "/" || group == "." {
				break
			}
		}
	}
	return least
}
