// Package worker plays units of whatever runs coordinators announce, see package coordinator. A [Worker] keeps nothing
// but the weights of players.
package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search/bench"
	"pillars/tournament/guard"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// Worker is a process that plays for others. It starts programs that a run names only where Programs is set.
type Worker struct {
	Slots    int           // units at the same time
	Programs bool          // players that are programs are started
	Folder   string        // for the files of players
	Idle     time.Duration // without a unit, after which the worker ends; 0 for never
	Say      func(text string)

	sign      work.Signer   // signs players, by default [bench.SignOn]
	NewPlayer guard.Factory // by default players with files that the coordinator sends
	Haste     wire.Haste    // of all waiting times

	identity   *wire.Identity
	conn       *nats.Conn
	slots      chan struct{} // holds something for each unit in play
	played     atomic.Int64  // units
	heartbeats atomic.Uint64 // sent
	mu         sync.Mutex
	joined     map[string]*engagement // by session
	left       bool                   // no further run is joined
	busy       int                    // units in play
	lastUnit   time.Time              // when one was in play
	lastRun    time.Time              // when a run was last named
}

const maxJoined = 16 // runs at the same time

// Work plays units until drain is closed and those in play are finished, or ctx ends, or the worker has been idle.
func (w *Worker) Work(ctx context.Context, address wire.Address, drain <-chan struct{}) (err error) {
	if w.identity, err = wire.NewIdentity(wire.MachineName()); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tries := -1
	if w.Idle > 0 { // a second or two each, so that one without work ends first
		tries = int(w.Idle/w.Haste.Of(time.Second)) + 2
	}
	again := make(chan struct{}, 1)
	w.conn, err = address.Connect(w.identity, w.Haste, nats.MaxReconnects(tries),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil && ctx.Err() == nil {
				w.say("%v does not answer; this worker waits until it does", address)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			w.say("%v answers again", address)
			select {
			case again <- struct{}{}:
			default:
			}
		}),
		nats.ClosedHandler(func(c *nats.Conn) {
			cancel(address.Explain(cmp.Or(c.LastError(), nats.ErrConnectionClosed)))
		}))
	if err != nil {
		return err
	}
	defer w.conn.Close()
	w.say("joined %v as %s, %d at a time", address, w.identity.Name, w.Slots)
	err = w.serve(ctx, drain, again)
	_ = w.conn.FlushTimeout(w.Haste.Of(time.Second)) // that the worker leaves is noticed later too
	w.say("played %d units", w.played.Load())
	return err
}

func (w *Worker) say(format string, args ...any) {
	if w.Say != nil {
		w.Say(outside.Visible(fmt.Sprintf(format, args...), ""))
	}
}

// sayRun names a run, of many short ones one in a minute.
func (w *Worker) sayRun(run, title string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.lastRun) > time.Minute {
		w.lastRun = time.Now()
		w.say("run %s of %s", run, title)
	}
}

// serve hears of runs and plays their units.
func (w *Worker) serve(ctx context.Context, drain, again <-chan struct{}) error {
	if w.sign == nil {
		w.sign = bench.SignOn
	}
	w.sign = work.Remember(w.sign)
	w.slots, w.joined, w.lastUnit = make(chan struct{}, w.Slots), map[string]*engagement{}, time.Now()
	playing, stop := context.WithCancel(ctx)
	defer stop()
	heard := make(chan wire.Announcement, 16)
	ask, err := wire.HearAnnouncements(playing, w.conn, w.identity, heard)
	if err == nil {
		err = ask()
	}
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	beats := time.NewTicker(w.Haste.Of(wire.AliveEvery))
	defer beats.Stop()
	for ctx.Err() == nil && !parallel.Closed(drain) && !w.idle() {
		select {
		case a := <-heard:
			if e := w.hear(a); e != nil {
				all.Go(func() { e.join(playing) })
			}
		case <-again:
			_ = ask() // or the next announcement is heard
		case <-beats.C:
			w.beat()
		case <-drain:
		case <-ctx.Done():
		}
	}
	w.leave()
	over := make(chan struct{})
	go func() { all.Wait(); close(over) }()
	for {
		select {
		case <-over:
			if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
				return err
			}
			return nil
		case a := <-heard:
			w.hear(a)
		case <-beats.C:
			if w.beat(); w.alone() {
				stop() // nobody takes what is in play
			}
		}
	}
}

func (w *Worker) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Idle > 0 && w.busy == 0 && time.Since(w.lastUnit) > w.Idle
}

// hear takes in what a coordinator announces. It returns a new engagement if that is a run to join.
func (w *Worker) hear(a wire.Announcement) (joined *engagement) {
	w.mu.Lock()
	defer w.mu.Unlock()
	e := w.joined[a.Session]
	if e == nil && !a.Ends && !w.left && len(w.joined) < maxJoined {
		e = &engagement{worker: w, announcement: a, units: map[string]bool{}, over: make(chan struct{})}
		w.joined[a.Session], joined = e, e
	}
	if e != nil {
		e.heard.Store(time.Now().UnixNano())
		if a.Ends {
			e.leave()
		}
	}
	return joined
}

// leave lets no further game begin.
func (w *Worker) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left = true
	for _, e := range w.joined {
		e.leave()
	}
}

// beat says to all coordinators that the worker is alive. It leaves runs whose coordinator has been silent for long.
func (w *Worker) beat() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.joined {
		e.live(false)
		if e.silence() > w.Haste.Of(wire.ForgetAfter) {
			e.leave()
		}
	}
}

// alone reports whether no coordinator can be waited for.
func (w *Worker) alone() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.joined {
		if e.silence() < w.Haste.Of(wire.DeadAfter) {
			return false
		}
	}
	return true
}

// shares reports whether several coordinators want units played.
func (w *Worker) shares() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.joined) > 1
}
