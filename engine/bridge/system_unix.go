//go:build unix

package bridge

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long a reader polls for input before it sleeps. The system needs 30 µs or more to wake a sleeping
// process on another core. Without polling, each request would wake the bridge and then the caller. A caller that asks
// about one state after another sends the next request before patience has passed.
const patience = 50 * time.Microsecond

// mostSkipped is the largest number of reads in a row that sleep without polling.
const mostSkipped = 256

// eagerPipe is a pipe whose reader polls for a while before it sleeps, so that the reader notices input sooner. Polling
// is in vain if no input arrives in time, as on a machine whose cores are all busy. After polling in vain, a number of
// reads do not poll at all; each further time in vain about doubles this number.
type eagerPipe struct {
	*os.File
	skip    int // number of the next reads that do not poll
	skipped int // skip as it was set after the last time in vain; each success halves it
}

// eager returns in or, if in is a pipe, a reader that polls before it sleeps.
func eager(in io.Reader) io.Reader {
	file, ok := in.(*os.File)
	if !ok {
		return in
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return in
	}
	return &eagerPipe{File: file}
}

// Read implements [io.Reader].
func (p *eagerPipe) Read(b []byte) (int, error) {
	switch {
	case p.skip > 0:
		p.skip--
	case p.look():
		p.skipped /= 2
	default:
		p.skipped = min(2*p.skipped+1, mostSkipped)
		p.skip = p.skipped
	}
	return p.File.Read(b)
}

// look polls for at most the duration patience. It reports whether Read would return at once, with input or an error.
func (p *eagerPipe) look() bool {
	fds := []unix.PollFd{{Fd: int32(p.Fd()), Events: unix.POLLIN}}
	for start := time.Now(); ; {
		if n, err := unix.Poll(fds, 0); n > 0 || err != nil && err != unix.EINTR {
			return true
		}
		if time.Since(start) >= patience {
			return false
		}
	}
}

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
