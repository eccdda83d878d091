package runner

import (
	"sync"
	"time"
)

// suspension counts how often the process stood still, because it was stopped (Ctrl-Z, SIGSTOP) or the machine slept. A
// standstill takes time from players' clocks, and makes programs seem to hang.
type suspension struct {
	now   func() time.Time
	still time.Duration // a longer time between two checks is a standstill, a shorter one the load of the machine
	mu    sync.Mutex
	last  time.Time // of the last check
	count int       // of standstills so far
}

// standstill is the default of the field still of [suspension].
const standstill = 2 * time.Second

// watch calls check at intervals until over is closed.
func (s *suspension) watch(over <-chan struct{}) {
	beats := time.NewTicker(s.still / 10)
	defer beats.Stop()
	for {
		select {
		case <-over:
			return
		case <-beats.C:
			s.check()
		}
	}
}

// check returns how often the process has stood still so far. It compares the monotonic and the wall clock with the
// last check, because only the wall clock continues while a machine sleeps.
func (s *suspension) check() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	monotonic, wall := now.Sub(s.last), now.Round(0).Sub(s.last.Round(0)) // Round strips the monotonic clock
	if max(monotonic, wall) > s.still {
		s.count++
	}
	s.last = now
	return s.count
}
