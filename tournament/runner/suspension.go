package runner

import (
	"sync"
	"time"
)

// suspension notices that the process stood still: it was stopped (Ctrl-Z, SIGSTOP), or the machine slept. Players have
// lost the time meanwhile, and programs their patience.
type suspension struct {
	now   func() time.Time
	mu    sync.Mutex
	last  time.Time
	count int
}

const (
	beat       = 200 * time.Millisecond
	standstill = 2 * time.Second // between two beats, by either clock; a load does not make it that long
)

// watch notes a beat again and again until over is closed.
func (s *suspension) watch(over <-chan struct{}) {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	for {
		select {
		case <-over:
			return
		case <-beats.C:
			s.times()
		}
	}
}

// times is how often the process has stood still so far. The clock that counts on during a sleep is that of the wall.
func (s *suspension) times() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if max(now.Sub(s.last), now.Round(0).Sub(s.last.Round(0))) > standstill {
		s.count++
	}
	s.last = now
	return s.count
}
