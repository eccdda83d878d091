package runner

import (
	"sync"
	"time"
)

// suspension notices that the process stood still: it was stopped (Ctrl-Z, SIGSTOP), or the machine slept. Players have
// lost the time meanwhile, and programs their patience.
type suspension struct {
	now   func() time.Time
	still time.Duration // between two beats, by either clock, that is no load
	mu    sync.Mutex
	last  time.Time
	count int
}

const standstill = 2 * time.Second // a load does not make ten beats of it one

// watch notes a beat again and again until over is closed.
func (s *suspension) watch(over <-chan struct{}) {
	beats := time.NewTicker(s.still / 10)
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
	if max(now.Sub(s.last), now.Round(0).Sub(s.last.Round(0))) > s.still {
		s.count++
	}
	s.last = now
	return s.count
}
