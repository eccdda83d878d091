package bridge

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapFile sets the size of a file, in bytes, and maps it into memory that processes share until they call unmap.
func mapFile(path string, size int) (memory []byte, unmap func(), err error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, nil, err
	}
	everybody := uint32(windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE)
	file, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, everybody, nil,
		windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	defer windows.CloseHandle(file)
	mapping, err := windows.CreateFileMapping(file, nil, windows.PAGE_READWRITE, uint32(uint64(size)>>32), uint32(size),
		nil)
	if err != nil {
		return nil, nil, fmt.Errorf("mapping %d bytes of %s: %w", size, path, err)
	}
	defer windows.CloseHandle(mapping)
	address, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_WRITE, 0, 0, uintptr(size))
	if err != nil {
		return nil, nil, fmt.Errorf("mapping %d bytes of %s: %w", size, path, err)
	}
	// go vet would report the plain conversion unsafe.Pointer(address) as a possible misuse.
	memory = unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), size)
	return memory, func() { _ = windows.UnmapViewOfFile(address) }, nil
}
