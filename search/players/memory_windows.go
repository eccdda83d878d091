package players

import (
	"syscall"
	"unsafe"
)

// machineMemory is the machine's memory (MEMORYSTATUSEX.ullTotalPhys).
func machineMemory() uint64 {
	status := struct {
		length, load uint32
		total        uint64
		rest         [6]uint64
	}{length: 64}
	found, _, _ := syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx").Call(uintptr(unsafe.Pointer(&status)))
	if found == 0 {
		return 0
	}
	return status.total
}
