package runner

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"pillars/engine/parallel"
)

// Stops handles interrupts: the first closes Drain, the second ends the context of NewStops, and the third ends the
// process.
type Stops struct {
	Drain  <-chan struct{}
	cancel context.CancelFunc
	over   chan struct{} // closed by End
	done   chan struct{} // closed when the goroutine that handles interrupts has ended
}

// NewStops handles interrupts until End is called. At the first interrupt, it calls the function first and closes
// Drain. At the second, the returned context ends.
func NewStops(ctx context.Context, first func()) (context.Context, *Stops) {
	ctx, cancel := context.WithCancel(ctx)
	drain, signals := make(chan struct{}), make(chan os.Signal, 2)
	s := &Stops{Drain: drain, cancel: cancel, over: make(chan struct{}), done: make(chan struct{})}
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(s.done)
		select {
		case <-s.over:
			signal.Stop(signals)
			return
		case <-signals:
			first()
			close(drain)
		}
		select {
		case <-s.over: // signals stay caught, because the command still has to print its results
		case <-signals:
			signal.Stop(signals)
			cancel()
		}
	}()
	return ctx, s
}

// Interrupted reports whether there has been an interrupt.
func (s *Stops) Interrupted() bool { return parallel.Closed(s.Drain) }

// End stops handling interrupts and reports whether there was one.
func (s *Stops) End() bool {
	close(s.over)
	<-s.done
	s.cancel()
	return s.Interrupted()
}

// suspension counts how often the process stood still, because it was stopped (Ctrl-Z, SIGSTOP) or the machine slept. A
// standstill takes time from players' clocks, and makes programs seem to hang.
type suspension struct {
	now   func() time.Time
	still time.Duration // a longer gap between two checks is a standstill, a shorter one comes from a busy machine
	mu    sync.Mutex
	last  time.Time // of the last check
	count int       // of standstills so far
}

const standstill = 2 * time.Second

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
