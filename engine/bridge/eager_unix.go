//go:build unix

package bridge

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long a reader looks for input before it sleeps. To wake a sleeping process on another core takes the
// system 30 µs and more, twice for each question; one that asks about state after state asks again sooner than this.
const patience = 50 * time.Microsecond

// mostSkipped is the most reads that sleep at once after others looked in vain.
const mostSkipped = 256

// eagerPipe is a pipe that is read soon after something arrives. Where nothing arrives in time, as on a machine whose
// cores are all busy, it looks less often: each time in vain, twice as many reads follow that do not look.
type eagerPipe struct {
	*os.File
	skip, skipped int // reads yet to come without looking; their number after the last time in vain
}

// eager returns a reader that stays awake for a moment, where in is a pipe.
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

// Read reads what is there, or waits for it.
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

// look reports whether there is something to read within the time of patience.
func (p *eagerPipe) look() bool {
	fds := []unix.PollFd{{Fd: int32(p.Fd()), Events: unix.POLLIN}}
	for start := time.Now(); time.Since(start) < patience; {
		if n, err := unix.Poll(fds, 0); n > 0 || err != nil && err != unix.EINTR {
			return true
		}
	}
	return false
}
