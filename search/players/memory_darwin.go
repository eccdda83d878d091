package players

import (
	"encoding/binary"
	"syscall"
)

// machineMemory returns the machine's memory. The package syscall reads the number as a text without its last zero
// bytes, so they are restored.
func machineMemory() uint64 {
	text, _ := syscall.Sysctl("hw.memsize")
	var number [8]byte
	copy(number[:], text)
	return binary.LittleEndian.Uint64(number[:])
}
