//go:build unix

package bridge

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// memory is the contents of a file, mapped into memory by this process and by another one.
type memory struct{ bytes []byte }

// mapFile sets the size of the file at path, in bytes, and maps it.
func mapFile(path string, size int) (*memory, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := file.Truncate(int64(size)); err != nil {
		return nil, err
	}
	bytes, err := unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping %d bytes of %s: %w", size, path, err)
	}
	return &memory{bytes}, nil
}

func (m *memory) close() { _ = unix.Munmap(m.bytes) }
