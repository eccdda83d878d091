package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible is a context that ends when the user interrupts the program.
func Interruptible(ctx context.Context) (context.Context, func()) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// TellInterrupted turns an error into that of an interrupt, if the user interrupted what failed. It is for a deferred
// call.
func TellInterrupted(ctx context.Context, err *error, text string) {
	if *err != nil && ctx.Err() != nil {
		*err = Exit(ExitInterrupted, errors.New(text))
	}
}

// Stops tells long work of interrupts: at the first one Drain is closed, at the second one the context ends, at the
// third one the process, should the work not listen.
type Stops struct {
	Drain <-chan struct{}

	cancel  context.CancelFunc
	over    chan struct{}
	stopped chan bool
}

// NewStops listens for interrupts until End is called. At the first one it says what is being finished.
func NewStops(ctx context.Context, say *Messages, finishing string) (context.Context, *Stops) {
	ctx, cancel := context.WithCancel(ctx)
	drain, signals := make(chan struct{}), make(chan os.Signal, 2)
	s := &Stops{Drain: drain, cancel: cancel, over: make(chan struct{}), stopped: make(chan bool, 1)}
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for n := 0; ; {
			select {
			case <-s.over:
				if n == 0 { // else a late interrupt would cut off the command that goes on
					signal.Stop(signals)
				}
				s.stopped <- n > 0
				return
			case <-signals:
				if n++; n == 1 {
					say.Sayf("finishing %s; press Ctrl-C again to stop at once", finishing)
					close(drain)
					continue
				}
				signal.Stop(signals)
				cancel()
			}
		}
	}()
	return ctx, s
}

// Interrupted reports whether there was an interrupt.
func (s *Stops) Interrupted() bool {
	select {
	case <-s.Drain:
		return true
	default:
		return false
	}
}

// End ends the listening and reports whether there was an interrupt.
func (s *Stops) End() bool {
	close(s.over)
	interrupted := <-s.stopped
	s.cancel()
	return interrupted
}

// UntilDrained is a context that ends at the first interrupt, for work that can be taken up again anywhere.
func (s *Stops) UntilDrained(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		select {
		case <-s.Drain:
		case <-s.over:
		}
	}()
	return ctx
}
