//go:build unix

package bridge

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile sets the size of a file, in bytes, and maps it into memory that processes share until they call unmap.
func mapFile(path string, size int) (memory []byte, unmap func(), err error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if err := file.Truncate(int64(size)); err != nil {
		return nil, nil, err
	}
	memory, err = unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("mapping %d bytes of %s: %w", size, path, err)
	}
	return memory, func() { _ = unix.Munmap(memory) }, nil
}
