package learn

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"pillars/cmd/pillars/cli"
	"pillars/tournament/selfplay"
)

// messages are what a command tells besides its results.
type messages struct {
	to    io.Writer
	quiet bool
}

func (m messages) sayf(format string, args ...any) {
	if !m.quiet {
		fmt.Fprintf(m.to, format+"\n", args...)
	}
}

// entered tells what was found in a file of self-play.
func (m messages) entered(path string, file *selfplay.File, wanted int) {
	if file.Cut > 0 {
		m.sayf("%s ended within a game; its last %d bytes are cut off", path, file.Cut)
	}
	if file.Games > 0 {
		m.sayf("%s goes on after %d of %s", path, file.Games, cli.Counted(wanted, "game"))
	}
}

// stops tells long work of interrupts: at the first one drain is closed, at the second one ctx ends, at the third one the process.
type stops struct {
	ctx   context.Context
	drain chan struct{}

	cancel  context.CancelFunc
	over    chan struct{}
	stopped chan bool
}

// newStops listens for interrupts until end is called.
func newStops(ctx context.Context, say messages) *stops {
	s := &stops{drain: make(chan struct{}), over: make(chan struct{}), stopped: make(chan bool)}
	s.ctx, s.cancel = context.WithCancel(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(signals)
		for n := 0; ; {
			select {
			case <-s.over:
				s.stopped <- n > 0
				return
			case <-signals:
				if n++; n == 1 {
					say.sayf("finishing what is under way; press Ctrl-C again to stop at once")
					close(s.drain)
					continue
				}
				signal.Stop(signals)
				s.cancel()
			}
		}
	}()
	return s
}

// end ends the listening and reports whether there was an interrupt.
func (s *stops) end() bool {
	close(s.over)
	interrupted := <-s.stopped
	s.cancel()
	return interrupted
}

// turnRange is a flag "A..B" of numbers of turns.
type turnRange struct{ least, most int }

func (r *turnRange) Type() string   { return "range" }
func (r *turnRange) String() string { return fmt.Sprintf("%d..%d", r.least, r.most) }

func (r *turnRange) Set(text string) error {
	low, high, found := strings.Cut(text, "..")
	if !found {
		high = low
	}
	least, err := strconv.Atoi(low)
	if err != nil {
		return fmt.Errorf("%q is not of the form A..B, such as 2..12", text)
	}
	most, err := strconv.Atoi(high)
	if err != nil || least < 0 || most < least {
		return fmt.Errorf("%q is not of the form A..B, such as 2..12, the smaller first", text)
	}
	r.least, r.most = least, most
	return nil
}

// untilDrained is a context that ends at the first interrupt, for work that can be taken up again anywhere.
func (s *stops) untilDrained() context.Context {
	ctx, cancel := context.WithCancel(s.ctx)
	go func() {
		defer cancel()
		select {
		case <-s.drain:
		case <-s.over:
		}
	}()
	return ctx
}
