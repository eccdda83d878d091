// Package worker plays units of the runs of coordinators. A [Worker] stores nothing but players' files of weights.
package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/guard"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// Worker plays units for coordinators. It runs other programs as players only if Programs is set.
type Worker struct {
	Slots    int               // number of units to play at the same time
	Programs bool              // whether to start players that are programs
	Folder   string            // folder for the files of players
	Idle     time.Duration     // the worker ends after this long without a unit; 0 for never
	Say      func(text string) // shows a message to people; may be nil

	sign      work.Signer   // signs players, by default [bench.SignOn]
	NewPlayer guard.Factory // makes players, by default with files from the coordinator
	Haste     wire.Haste    // divides all waiting times, for tests

	identity   *wire.Identity
	conn       *nats.Conn
	slots      chan struct{} // semaphore: has an element for each slot that asks for units or plays one
	played     atomic.Int64  // number of units played
	heartbeats atomic.Uint64 // number of heartbeats sent
	mu         sync.Mutex
	joined     map[string]*engagement // by session
	left       bool                   // whether the worker joins no further run
	busy       int                    // number of units in play
	lastUnit   time.Time              // when a unit was last in play
	lastRun    time.Time              // when Say last received the name of a run
}

// maxJoined is the largest number of runs that a worker joins at the same time.
const maxJoined = 16

// Work connects to the address and plays units until drain is closed and the units in play are finished, until ctx
// ends, or until the worker has been idle for longer than Idle. It returns an error if the connection ends otherwise.
func (w *Worker) Work(ctx context.Context, address wire.Address, drain <-chan struct{}) (err error) {
	machine, _ := os.Hostname()
	if w.identity, err = wire.NewIdentity(cmp.Or(machine, "this machine")); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	reconnects := -1 // without limit
	if w.Idle > 0 {  // a reconnect takes a second or more, so Idle has passed before the last one fails
		reconnects = int(w.Idle/w.Haste.Of(time.Second)) + 2
	}
	reconnected := make(chan struct{}, 1)
	w.conn, err = address.Connect(w.identity, w.Haste, nats.MaxReconnects(reconnects),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil && ctx.Err() == nil {
				w.say("%v does not answer; this worker waits until it does", address)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			w.say("%v answers again", address)
			select {
			case reconnected <- struct{}{}:
			default: // serve has not yet handled an earlier element
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
	err = w.serve(ctx, drain, reconnected)
	_ = w.conn.FlushTimeout(w.Haste.Of(time.Second)) // if it fails, coordinators notice later that the worker has left
	w.say("played %d units", w.played.Load())
	return err
}

func (w *Worker) say(format string, args ...any) {
	if w.Say != nil {
		w.Say(outside.Visible(fmt.Sprintf(format, args...), ""))
	}
}

// sayRun names a run to people, at most once a minute.
func (w *Worker) sayRun(run, title string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.lastRun) > time.Minute {
		w.lastRun = time.Now()
		w.say("run %s of %s", run, title)
	}
}

// serve receives announcements of runs, for which it asks after each connection, and plays their units.
func (w *Worker) serve(ctx context.Context, drain, reconnected <-chan struct{}) error {
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
	var engagements sync.WaitGroup
	beats := time.NewTicker(w.Haste.Of(wire.AliveEvery))
	defer beats.Stop()
	for ctx.Err() == nil && !parallel.Closed(drain) && !w.idle() {
		select {
		case a := <-heard:
			if e := w.hear(a); e != nil {
				engagements.Go(func() { e.join(playing) })
			}
		case <-reconnected:
			_ = ask() // if it fails, coordinators still announce their runs regularly
		case <-beats.C:
			w.beat()
		case <-drain:
		case <-ctx.Done():
		}
	}
	w.leave()
	over := make(chan struct{})
	go func() { engagements.Wait(); close(over) }()
	return w.finish(ctx, over, heard, beats.C, stop)
}

// finish waits until over is closed, which happens when the games in play are finished and delivered. If all
// coordinators are silent for too long, it calls stop, which ends the games early.
func (w *Worker) finish(
	ctx context.Context, over <-chan struct{}, heard <-chan wire.Announcement, beats <-chan time.Time, stop func(),
) error {
	for {
		select {
		case <-over:
			if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
				return err // why the connection has ended; nil if it has not
			}
			return nil
		case a := <-heard:
			w.hear(a)
		case <-beats:
			if w.beat(); w.alone() {
				stop()
			}
		}
	}
}

// withoutPrograms returns a factory that refuses to start programs unless the worker may start them. The check of the
// players in the run's spec is not enough, because units name players too.
func (w *Worker) withoutPrograms(factory guard.Factory) guard.Factory {
	return func(text string, rules engine.Rules) (search.Player, error) {
		if isProgram(text) && !w.Programs {
			return nil, programError(text)
		}
		return factory(text, rules)
	}
}

func isProgram(player string) bool {
	spec, _ := search.ParseSpec(player) // its kind is valid with any error
	return spec.Program()
}

func programError(player string) error {
	return fmt.Errorf("player %q is a program, and this worker starts none; allow it if you trust the run", player)
}

func (w *Worker) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Idle > 0 && w.busy == 0 && time.Since(w.lastUnit) > w.Idle
}

// hear handles an announcement. It returns a new engagement if the worker should join the run, and otherwise nil.
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

func (w *Worker) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left = true
	for _, e := range w.joined {
		e.leave()
	}
}

// beat sends a heartbeat to every coordinator, and leaves runs after [wire.ForgetAfter] without a message.
func (w *Worker) beat() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.joined {
		e.beat(false) // the worker is still in the run
		if e.silence() > w.Haste.Of(wire.ForgetAfter) {
			e.leave()
		}
	}
}

// alone reports whether all coordinators have been silent for [wire.DeadAfter].
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

// hasSeveralRuns reports whether the worker has joined several runs, which share its slots.
func (w *Worker) hasSeveralRuns() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.joined) > 1
}

// fileFinder returns a function that takes the name of a file in a player's text and returns the path of the worker's
// copy. The function fetches the file from the coordinator if the worker has no intact copy.
func (e *engagement) fileFinder(ctx context.Context) func(name string) (path string, err error) {
	return func(name string) (string, error) {
		if e.worker.NewPlayer != nil {
			return name, nil // the caller's own factory gets file names as they are
		}
		hash, known := e.job.Files[name]
		if !known {
			return "", fmt.Errorf("%s is not a file of the run", name)
		}
		path := filepath.Join(e.worker.Folder, work.Hash([]byte(hash))) // hash itself may be any text
		if data, err := outside.ReadFile(path, players.MaxWeights); err == nil && work.Hash(data) == hash {
			return path, nil
		}
		data, err := e.fetch(ctx, hash)
		if err != nil {
			return "", fmt.Errorf("file %s: %w", name, err)
		}
		part, err := os.CreateTemp(e.worker.Folder, "part-")
		if err != nil {
			return "", err
		}
		_, err = part.Write(data)
		return path, errors.Join(err, part.Close(), os.Rename(part.Name(), path))
	}
}

func (e *engagement) fetch(ctx context.Context, hash string) ([]byte, error) {
	var file []byte
	for {
		piece, err := e.fetchPiece(ctx, wire.Fetch{File: hash, Offset: len(file)})
		if err != nil {
			return nil, err
		}
		file = append(file, piece...)
		if len(piece) == wire.MaxPiece && len(file) <= players.MaxWeights {
			continue // only the last piece, which may be empty, is shorter
		}
		if work.Hash(file) != hash {
			return nil, fmt.Errorf("the coordinator sent something else, %d bytes", len(file))
		}
		return file, nil
	}
}

func (e *engagement) fetchPiece(ctx context.Context, want wire.Fetch) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, e.worker.Haste.Of(wire.AnswerWithin))
	defer cancel()
	return wire.Ask(ctx, e.worker.conn, e.worker.identity, e.announcement.Session, wire.ToFetch, want)
}
