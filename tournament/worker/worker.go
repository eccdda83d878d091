// Package worker plays units of the runs of coordinators. A [Worker] takes one unit after the other from a run's queue,
// plays it, publishes its result and then acknowledges the unit. A unit not acknowledged goes to another worker.
package worker

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament/guard"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// Worker plays units for coordinators. It runs other programs as players only if Programs is set.
type Worker struct {
	Slots    int               // number of units to play at the same time
	Programs bool              // whether to start players that are programs
	Folder   string            // folder for the files of players; by default in the user's cache
	Idle     time.Duration     // the worker ends after this long without a unit; 0 for never
	Say      func(text string) // shows a message to people

	Name      string        // identifies the worker; by default the name of the machine and random letters
	Lab       string        // the only coordinator to play for; empty for all
	NewPlayer guard.Factory // makes players, by default with files from the coordinator
	Haste     wire.Haste    // divides all waiting times, for tests

	conn    *nats.Conn
	sign    bench.Signer
	heard   chan struct{} // receives an element when a run is announced
	leaving chan struct{} // closed when no further game may begin

	mu       sync.Mutex
	run      *run // the run that the worker plays; nil before the first announcement
	held     map[jetstream.Msg]bool
	lastUnit time.Time // when a unit was last in play
	units    int       // number of units played
}

// run holds the data of a worker about the run that it plays.
type run struct {
	wire.Announcement
	lab    wire.Lab
	joined time.Time
	heard  time.Time          // when the run was last announced
	over   chan struct{}      // closed when no further game may begin
	member work.Member        // what the worker has done in the run
	table  *work.Table        // nil until the worker is prepared; only the method work changes it
	takers jetstream.Consumer // the consumer from which the worker takes units
}

// Work connects to the address and plays units until drain is closed and the games in play are finished, until ctx
// ends, or until the worker has been idle for longer than Idle. It returns an error if the connection ends before that.
func (w *Worker) Work(ctx context.Context, address wire.Address, drain <-chan struct{}) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	conn, err := address.Connect(w.Haste,
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil && ctx.Err() == nil {
				w.say("%v does not answer; this worker waits until it does", address)
			}
		}),
		nats.ReconnectHandler(func(conn *nats.Conn) {
			w.say("%v answers again", address)
			_ = conn.Publish(wire.HelloSubject, nil) // after an error, the next announcement still comes soon
		}),
		nats.ClosedHandler(func(conn *nats.Conn) {
			cancel(address.Explain(cmp.Or(conn.LastError(), nats.ErrConnectionClosed)))
		}))
	if err != nil {
		return err
	}
	defer conn.Close()
	w.say("joined %v, %d at a time", address, w.Slots)
	defer func() {
		w.mu.Lock() // a unit that came late may still be played
		defer w.mu.Unlock()
		w.say("played %d units", w.units)
	}()
	cache, _ := os.UserCacheDir() // without it, the temporary folder is used
	w.Folder = cmp.Or(w.Folder, filepath.Join(cmp.Or(cache, os.TempDir()), "pillars", "files"))
	w.Name, w.sign, w.conn = cmp.Or(w.Name, newName()), bench.Remember(nil), conn
	w.heard, w.leaving = make(chan struct{}, 1), make(chan struct{})
	w.held, w.lastUnit = map[jetstream.Msg]bool{}, time.Now()
	js, err1 := jetstream.New(conn)
	_, err2 := conn.Subscribe(wire.AnnounceSubject, func(m *nats.Msg) { w.hear(js, m.Data) })
	if err := cmp.Or(err1, err2, os.MkdirAll(w.Folder, 0o700)); err != nil {
		return err
	}
	_ = conn.Publish(wire.HelloSubject, nil) // after an error, the next announcement still comes soon
	return w.serve(ctx, drain)
}

func (w *Worker) say(format string, args ...any) {
	w.Say(outside.Visible(fmt.Sprintf(format, args...), ""))
}

// newName returns a name for a worker on this machine: small letters, digits and dashes.
func newName() string {
	machine, _ := os.Hostname()
	machine = regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(machine), "-")
	return machine[:min(len(machine), 40)] + "-" + strings.ToLower(rand.Text()[:12])
}

// serve plays units until the worker has left, and sends signs of life.
func (w *Worker) serve(ctx context.Context, drain <-chan struct{}) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan struct{})
	go func() { w.work(playing); close(ended) }()
	beats := time.NewTicker(w.Haste.Of(wire.AliveEvery))
	defer beats.Stop()
	for {
		select {
		case <-drain:
			drain = nil // a nil channel is never selected
			w.leave()
		case <-beats.C:
			idle, alone := w.beat()
			if idle {
				w.leave()
			}
			if alone && parallel.Closed(w.leaving) {
				stop() // nobody would take the games in play
			}
		case <-ended:
			if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
				return err // the reason for the end of the connection; nil if the connection has not ended
			}
			return nil
		}
	}
}

// hear handles an announcement. The worker plays a run until the run ends, or until its announcements stop for
// [wire.DeadAfter]. Then it plays the next run that is announced.
func (w *Worker) hear(js jetstream.JetStream, message []byte) {
	var a wire.Announcement
	if err := wire.Decode(message, &a); err != nil || w.Lab != "" && w.Lab != a.Lab {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if r := w.run; r == nil || r.Run != a.Run {
		free := r == nil || r.Lab == a.Lab || parallel.Closed(r.over) || w.isAlone()
		if a.Ends || !free || parallel.Closed(w.leaving) {
			return
		}
		r.end()
		w.run = &run{Announcement: a, lab: wire.Lab{JetStream: js, Name: a.Lab}, over: make(chan struct{}),
			joined: time.Now()}
		select {
		case w.heard <- struct{}{}:
		default:
		}
	}
	if w.run.heard = time.Now(); a.Ends {
		w.run.end()
	}
}

// end lets no further game of a run begin. The caller must hold the worker's mu.
func (r *run) end() {
	if r != nil && !parallel.Closed(r.over) {
		close(r.over)
	}
}

// leave lets no further game begin.
func (w *Worker) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !parallel.Closed(w.leaving) {
		close(w.leaving)
	}
	w.run.end()
}

// isAlone reports whether the coordinator has announced nothing for [wire.DeadAfter]. The caller must hold mu.
func (w *Worker) isAlone() bool {
	return w.run == nil || time.Since(w.run.heard) > w.Haste.Of(wire.DeadAfter)
}

// beat sends signs of life, for the units in play and for the worker. If one is lost, the next soon follows. Idle is
// true if the worker has been idle for too long, and alone is the result of isAlone.
func (w *Worker) beat() (idle, alone bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for unit := range w.held {
		_ = unit.InProgress()
	}
	if r := w.run; r != nil {
		m := r.member
		m.Name, m.Program, m.Machine, m.Slots = w.Name, runner.Program(), runner.Machine(), w.Slots
		m.Busy, m.Rate = len(w.held), float64(m.Games)/max(1, time.Since(r.joined).Seconds())
		text, _ := json.Marshal(m)                                       // cannot fail
		_ = w.conn.Publish("$KV."+r.lab.Own("workers")+"."+w.Name, text) // puts m into the bucket of workers
	}
	return w.Idle > 0 && len(w.held) == 0 && time.Since(w.lastUnit) > w.Idle, w.isAlone()
}

// refuse tells people, here and at the coordinator, why the worker does not play a run.
func (w *Worker) refuse(r *run, why error) {
	w.mu.Lock()
	r.member.Trouble = outside.Visible(fmt.Sprintf("%.500v", why), "")
	w.mu.Unlock()
	w.say("%v", why)
	w.beat()
}

// work takes and plays units until the worker leaves.
func (w *Worker) work(ctx context.Context) {
	taking, halt := parallel.Until(ctx, w.leaving)
	defer halt()
	slots := make(chan struct{}, w.Slots) // semaphore: has an element for each slot that waits for a unit or plays one
	var playing sync.WaitGroup
	defer playing.Wait()
	for taking.Err() == nil {
		r := w.prepared(taking)
		if r == nil {
			w.pause(taking)
			continue
		}
		slots <- struct{}{}
		unit, err := w.take(ctx, r)
		if unit != nil {
			playing.Go(func() { w.play(ctx, r, unit, func() { <-slots }) })
			continue
		}
		if <-slots; err != nil {
			w.pause(taking)
		}
	}
}

// pause waits until [wire.AgainAfter] has passed or a new run is announced.
func (w *Worker) pause(ctx context.Context) {
	select {
	case <-w.heard:
	case <-time.After(w.Haste.Of(wire.AgainAfter)):
	case <-ctx.Done():
	}
}

// prepared prepares the worker for the announced run, unless it is prepared, and returns the run. It returns nil if
// there is no run or if the worker cannot play the run.
func (w *Worker) prepared(ctx context.Context) *run {
	w.mu.Lock()
	r := w.run
	playable := r != nil && !parallel.Closed(r.over) && r.member.Trouble == ""
	w.mu.Unlock()
	switch {
	case !playable:
		return nil
	case r.table != nil:
		return r
	case r.Protocol != wire.Protocol:
		w.refuse(r, fmt.Errorf("this worker has version %d, the coordinator %d: use the same program on both",
			wire.Protocol, r.Protocol))
		return nil
	}
	job, err := w.fetchJob(ctx, r)
	if err != nil {
		return nil // a later attempt may work
	}
	if r.table, err = w.tableOf(ctx, job); err != nil {
		w.refuse(r, fmt.Errorf("run refused: %w", err))
		return nil
	}
	w.beat()
	return r
}

// take waits for a unit until [wire.UnitWithin] has passed, or the run or ctx ends. It then returns nil.
func (w *Worker) take(ctx context.Context, r *run) (jetstream.Msg, error) {
	batch, err := r.takers.Fetch(1, jetstream.FetchMaxWait(w.Haste.Of(wire.UnitWithin)))
	if err != nil {
		return nil, err
	}
	select {
	case unit := <-batch.Messages():
		return unit, batch.Error()
	case <-r.over:
	case <-ctx.Done():
	}
	go func() { // a unit may still come; play rejects a unit of another run
		for unit := range batch.Messages() {
			w.play(ctx, r, unit, func() {})
		}
	}()
	return nil, nil
}

// play plays a unit and frees its slot. Then it delivers the result. If the result was delivered or the run is over,
// play acknowledges the unit; otherwise it rejects the unit, and the queue gives the unit to another worker.
func (w *Worker) play(ctx context.Context, r *run, message jetstream.Msg, free func()) {
	w.mu.Lock()
	w.held[message] = true
	w.mu.Unlock()
	var unit wire.Unit
	var played []work.Played
	err := work.Decode(message.Data(), &unit)
	ours := err == nil && unit.Run == r.Run
	if ours {
		played, err = r.table.Play(ctx, unit.Games, r.over)
	}
	free()
	hasResult, ended := err != nil || len(played) > 0, parallel.Closed(r.over) && !parallel.Closed(w.leaving)
	if hasResult && w.deliver(ctx, r, message, played, err) || ours && ended {
		_ = message.Ack()
	} else {
		_ = message.Nak()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.held, message)
	w.lastUnit = time.Now()
}

// deliver publishes the result of a unit: the games played or, if the unit cannot be played, the error failed. It
// returns false if the server does not take the result after many tries, or if ctx ends.
func (w *Worker) deliver(ctx context.Context, r *run, unit jetstream.Msg, played []work.Played, failed error) bool {
	result := work.Encode(wire.Result{Worker: w.Name, Games: played})
	if most := min(int(w.conn.MaxPayload()), wire.MaxMessage); len(result) > most {
		failed = fmt.Errorf("a result has %d bytes and the server takes %d: raise its max_payload",
			len(result), most)
	}
	if failed != nil && ctx.Err() == nil {
		w.refuse(r, failed)
		result = work.Encode(wire.Result{Worker: w.Name, Failed: failed.Error()})
	}
	w.mu.Lock()
	w.units++
	r.member.Games += len(played)
	w.mu.Unlock()
	const tries = 60
	for n := 0; n < tries && ctx.Err() == nil; n++ {
		if r.lab.Deliver(ctx, wire.UnitOf(unit), result) == nil {
			return true
		}
		w.pause(ctx)
	}
	return false
}

// fetchJob fetches the job and the files of a run.
func (w *Worker) fetchJob(ctx context.Context, r *run) (job work.Job, err error) {
	if r.takers, err = r.lab.Consumer(ctx, r.lab.Own("units"), wire.Takers); err != nil {
		return job, err
	}
	text, err := r.lab.File(ctx, r.Job)
	if err == nil {
		err = work.Decode(text, &job)
	}
	for _, hash := range job.Files {
		data, missing := outside.ReadFile(w.path(hash), players.MaxFile)
		if missing == nil && work.Hash(data) == hash {
			continue
		}
		data, fetchErr := r.lab.File(ctx, hash)
		if err = cmp.Or(err, fetchErr); err == nil {
			err = lock.Replace(w.path(hash), data)
		}
	}
	return job, err
}

// path returns the path of the worker's copy of a file.
func (w *Worker) path(hash string) string {
	return filepath.Join(w.Folder, work.Hash([]byte(hash))) // hash itself may be no safe path
}

// tableOf returns the table for a job, or an error that says why the worker cannot play the job. A worker plays only if
// its players have the same signatures as at the coordinator.
func (w *Worker) tableOf(ctx context.Context, job work.Job) (*work.Table, error) {
	spec, rules, err := job.Read()
	if err := cmp.Or(err, players.CheckMemory(w.Slots, spec.Players...)); err != nil {
		return nil, err
	}
	for _, player := range spec.Players {
		if parsed, _ := search.ParseSpec(player); parsed.Program() && !w.Programs { // valid even with an error
			return nil, fmt.Errorf("player %q is a program; this worker starts none without --allow-engines", player)
		}
	}
	find := func(name string) (path string, err error) {
		hash, known := job.Files[name]
		if !known {
			return "", fmt.Errorf("%s is not a file of the run", name)
		}
		return w.path(hash), nil
	}
	for player, want := range job.Signatures {
		located, err := players.Locate(player, find)
		if err != nil {
			return nil, err
		}
		if got, err := w.sign(ctx, located, rules); err != nil {
			return nil, err
		} else if got != want {
			return nil, fmt.Errorf("player %s: signature mismatch: %.40q on the worker, %.40q at the coordinator; use "+
				"the same program on both", player, got, want)
		}
	}
	newPlayer := players.Carried(find)
	if w.NewPlayer != nil {
		newPlayer = w.NewPlayer
	}
	known := func(text string, rules engine.Rules) (search.Player, error) {
		if !slices.Contains(spec.Players, text) { // a unit also names players
			return nil, fmt.Errorf("%.100q is not a player of the run", text)
		}
		return newPlayer(text, rules)
	}
	if warning := spec.Overload(w.Slots, runtime.GOMAXPROCS(0)); warning != "" {
		w.say("%s", warning)
	}
	return &work.Table{Spec: spec, Rules: rules, NewPlayer: known}, nil
}
