package players

import (
	"syscall"
	"unsafe"
)

// machineMemory returns the machine's memory (MEMORYSTATUSEX.ullTotalPhys).
func machineMemory() uint64 {
	status := struct {
		length, load uint32
		total        uint64
		rest         [6]uint64
	}{length: 64}
	ask := syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	ask.Call(uintptr(unsafe.Pointer(&status))) //nolint:errcheck // without an answer the total is 0, unknown
	return status.total
}
