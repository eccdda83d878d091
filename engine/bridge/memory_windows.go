package bridge

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// memory is the contents of a file, mapped into memory by this process and by another one.
type memory struct {
	bytes   []byte
	address uintptr
}

// mapFile sets the size of the file at path, in bytes, and maps it.
func mapFile(path string, size int) (*memory, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	everybody := uint32(windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE)
	file, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, everybody, nil,
		windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer windows.CloseHandle(file)
	mapping, err := windows.CreateFileMapping(file, nil, windows.PAGE_READWRITE, uint32(uint64(size)>>32), uint32(size),
		nil)
	if err != nil {
		return nil, fmt.Errorf("mapping %d bytes of %s: %w", size, path, err)
	}
	defer windows.CloseHandle(mapping)
	address, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_WRITE, 0, 0, uintptr(size))
	if err != nil {
		return nil, fmt.Errorf("mapping %d bytes of %s: %w", size, path, err)
	}
	return &memory{unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), size), address}, nil
}

func (m *memory) close() { _ = windows.UnmapViewOfFile(m.address) }
