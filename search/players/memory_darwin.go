package players

import (
	"encoding/binary"
	"syscall"
)

// machineMemory returns the machine's memory. Sysctl takes numbers for texts, and the zeros at their end away.
func machineMemory() uint64 {
	text, _ := syscall.Sysctl("hw.memsize")
	var number [8]byte
	copy(number[:], text)
	return binary.LittleEndian.Uint64(number[:])
}
