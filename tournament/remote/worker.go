package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// Worker plays units of whatever runs a server has. A program of somebody's it starts only where Programs is set.
type Worker struct {
	Slots    int           // units at the same time
	Programs bool          // players that are programs are started
	Folder   string        // for the files of players
	Idle     time.Duration // without a unit, after which the worker ends; 0 for never
	Told     func(text string)

	sign      work.Signer   // the signature of a player, [bench.SignOn] if nil
	newPlayer guard.Factory // nil for players with files that the coordinator sends
	haste     haste         // 0 but in tests
	name      string
	conn      *nats.Conn
	js        jetstream.JetStream
	slots     chan struct{}
	played    atomic.Int64 // units
	mu        sync.Mutex
	joined    map[string]*engagement // by run
	busy      map[string]int         // units in play, by run
	lastUnit  time.Time              // when one was in play
	lastTold  time.Time              // when a run was told of
}

// engagement is a worker's part in a session of a run.
type engagement struct {
	*Worker
	whole   context.Context // ends when the worker is to stop at once
	run     string
	session string
	job     work.Job
	table   work.Table
	find    func(file string) (path string, err error) // where a file of the job lies
	units   jetstream.Consumer
	halt    func()        // no further unit is to begin
	end     chan struct{} // closed when no further game is to begin
	ending  sync.Once
	heard   atomic.Int64 // when the coordinator last told of the run
	trouble atomic.Value // a text: why it does not play
}

// Work plays units until drain is closed and those in play are finished, or ctx ends, or the worker has been idle.
func (w *Worker) Work(ctx context.Context, address Address, drain <-chan struct{}) error {
	w.name = newWorkerName(hostName())
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tries := -1
	if w.Idle > 0 { // a second or two each, so that one without work ends first
		tries = int(w.Idle/w.haste.of(time.Second)) + 2
	}
	conn, err := address.connect(w.name, w.haste.connecting(nats.MaxReconnects(tries),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil && ctx.Err() == nil {
				w.tell("%v does not answer; this worker waits until it does", address)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			w.tell("%v answers again", address)
			w.ask(c)
		}),
		nats.ClosedHandler(func(c *nats.Conn) {
			cancel(address.explain(cmp.Or(c.LastError(), nats.ErrConnectionClosed)))
		}))...)
	if err != nil {
		return err
	}
	defer conn.Close()
	w.tell("joined %v as %s, %d at a time", address, public(w.name), w.Slots)
	err = w.serve(ctx, conn, drain)
	_ = conn.FlushTimeout(time.Second) // what is lost is heard of later
	pause(context.Background(), 20*time.Millisecond)
	_ = conn.FlushTimeout(time.Second) // units that were still coming are given back
	w.tell("played %d units", w.played.Load())
	return err
}

// ask has all coordinators tell of their runs.
func (w *Worker) ask(conn *nats.Conn) { _ = conn.PublishRequest(whoSubject, w.asked(), nil) } // or they tell later

func (w *Worker) asked() string { return inboxOf(w.name) + ".runs" }

func (w *Worker) tell(format string, args ...any) {
	if w.Told != nil {
		w.Told(outside.Visible(fmt.Sprintf(format, args...), ""))
	}
}

// tellRun tells of a run, of many short ones that of a minute.
func (w *Worker) tellRun(run, title string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.lastTold) > time.Minute {
		w.lastTold = time.Now()
		w.tell("run %s of %s", run, title)
	}
}

// serve listens for runs and plays their units.
func (w *Worker) serve(ctx context.Context, conn *nats.Conn, drain <-chan struct{}) (err error) {
	if w.sign == nil {
		w.sign = bench.SignOn
	}
	w.sign = work.Remember(w.sign)
	w.conn, w.slots, w.lastUnit = conn, make(chan struct{}, w.Slots), time.Now()
	w.joined, w.busy = map[string]*engagement{}, map[string]int{}
	if w.js, err = jetstream.New(conn); err != nil {
		return err
	}
	var playing sync.WaitGroup
	heard := make(chan *nats.Msg, 64)
	for _, subject := range []string{runSubject + ".*", w.asked()} {
		subscription, err := conn.ChanSubscribe(subject, heard)
		if err != nil {
			return err
		}
		defer func() { _ = subscription.Unsubscribe() }()
	}
	w.ask(conn)
	beats := time.NewTicker(w.haste.of(aliveEvery))
	defer beats.Stop()
	for ctx.Err() == nil && !parallel.Closed(drain) && !w.idle() {
		select {
		case m := <-heard:
			w.hear(ctx, m, &playing)
		case <-beats.C:
			w.live()
		case <-drain:
		case <-ctx.Done():
		}
	}
	w.leave()
	over := make(chan struct{})
	go func() { playing.Wait(); close(over) }()
	for {
		select {
		case <-over:
			if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
				return err
			}
			return nil
		case <-beats.C:
			w.live()
		}
	}
}

func (w *Worker) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Idle > 0 && len(w.busy) == 0 && time.Since(w.lastUnit) > w.Idle
}

// hear takes in what a coordinator tells.
func (w *Worker) hear(ctx context.Context, m *nats.Msg, playing *sync.WaitGroup) {
	var a announcement
	if json.Unmarshal(m.Data, &a) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	e := w.joined[a.Run]
	known := e != nil && e.session == a.Session
	switch {
	case known && a.Ends:
		e.leave()
	case known:
		e.heard.Store(time.Now().UnixNano())
	case !a.Ends:
		if e != nil {
			e.leave() // its coordinator began anew
		}
		e = &engagement{Worker: w, whole: ctx, run: a.Run, session: a.Session, end: make(chan struct{})}
		e.heard.Store(time.Now().UnixNano())
		e.trouble.Store("")
		w.joined[a.Run] = e
		playing.Go(func() { e.join(ctx, a) })
	}
}

func (e *engagement) leave() { e.ending.Do(func() { close(e.end) }) }

// leave lets no further game begin.
func (w *Worker) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.joined {
		e.leave()
	}
}

// live tells all coordinators that the worker is alive. Of a run without one for long it takes its leave.
func (w *Worker) live() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range w.joined {
		e.live(false)
		if time.Since(time.Unix(0, e.heard.Load())) > w.haste.of(forgetAfter) {
			e.leave()
		}
	}
}

// live is called with the worker locked.
func (e *engagement) live(left bool) {
	s := sign{Busy: e.busy[e.run], Trouble: e.trouble.Load().(string), Left: left}
	_ = e.conn.Publish(subject(aliveSubject, e.run, e.name), encode(s)) // the next sign may be heard
}

// forget ends an engagement. If the run goes on, the next announcement begins another.
func (e *engagement) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.joined[e.run] == e {
		delete(e.joined, e.run)
		e.live(true)
	}
}

// join makes ready for a run, and plays its units until it ends.
func (e *engagement) join(ctx context.Context, a announcement) {
	defer e.forget()
	ctx, e.halt = parallel.Until(ctx, e.end)
	defer e.halt()
	if err := e.prepare(ctx, a); err != nil {
		if ctx.Err() == nil {
			e.fail(fmt.Errorf("run %s: %w", e.run, err))
			if transient(err) {
				pause(ctx, e.haste.of(againAfter))
				return
			}
			_ = e.admission(ctx, err.Error()) // it only tells
		}
	} else {
		e.tellRun(e.run, a.Title)
		var slots sync.WaitGroup
		for range e.Slots {
			slots.Go(func() { e.play(ctx) })
		}
		slots.Wait()
	}
	select {
	case <-e.end: // one that failed does not try again
	case <-e.whole.Done():
	}
}

func (e *engagement) fail(err error) {
	e.trouble.Store(err.Error())
	e.tell("%v", err)
}

// prepare fetches what a run needs and has the worker admitted.
func (e *engagement) prepare(ctx context.Context, a announcement) error {
	if a.Protocol != protocol {
		return fmt.Errorf("the coordinator speaks version %d, this worker version %d: use the same program on both",
			a.Protocol, protocol)
	}
	text, err := a.Small, error(nil)
	if text == nil {
		text, err = e.sent(ctx, a.Job)
	}
	if err == nil {
		err = work.Decode(text, &e.job)
	}
	if err != nil {
		return fmt.Errorf("its job cannot be read: %w", err)
	}
	spec, rules, err := e.job.Read()
	if err != nil {
		return err
	}
	if programs := work.Programs(spec); len(programs) > 0 && !e.Programs {
		return fmt.Errorf("player %q is a program, and this worker starts none; --allow-engines lets it", programs[0])
	}
	if err := players.CheckMemory(e.Slots, spec.Players...); err != nil {
		return err
	}
	e.table = work.Table{Spec: spec, SelfPlay: e.job.SelfPlay, Rules: rules, NewPlayer: e.newPlayer}
	e.find = func(name string) (string, error) { return name, nil }
	if e.newPlayer == nil {
		e.find = func(name string) (string, error) { return e.fetch(ctx, name) }
		e.table.NewPlayer = players.Carried(e.find)
	}
	if e.newPlayer == nil && e.table.SelfPlay != nil { // which reads the weights itself
		e.table.NewPlayer = players.StoredRecorded
		if e.table.SelfPlay.Player, err = players.Locate(e.table.SelfPlay.Player, e.find); err != nil {
			return err
		}
	}
	if e.units, err = e.js.Consumer(ctx, workStream, consumerName("work", e.run)); err != nil {
		return err
	}
	return e.admission(ctx, "")
}

// sent is what the coordinator keeps for workers under a name.
func (e *engagement) sent(ctx context.Context, name string) ([]byte, error) {
	files, err := e.js.ObjectStore(ctx, fileBucket)
	if err != nil {
		return nil, err
	}
	return files.GetBytes(ctx, name)
}

// fetch is the path of a file that players know by a name.
func (e *engagement) fetch(ctx context.Context, name string) (string, error) {
	hash, known := e.job.Files[name]
	if !known {
		return "", fmt.Errorf("%s is no file of the run", name)
	}
	path := filepath.Join(e.Folder, work.Name([]byte(hash)))
	if data, err := outside.ReadFile(path, players.MaxWeights); err == nil && work.Name(data) == hash {
		return path, nil
	}
	data, err := e.sent(ctx, hash)
	switch {
	case err != nil:
		return "", fmt.Errorf("file %s: %w", name, err)
	case work.Name(data) != hash:
		return "", fmt.Errorf("file %s: it does not hold what the coordinator sent", name)
	}
	part, err := os.CreateTemp(e.Folder, "part-")
	if err != nil {
		return "", err
	}
	_, err = part.Write(data)
	return path, errors.Join(err, part.Close(), os.Rename(part.Name(), path))
}

// admission asks until the coordinator answers. With a trouble it only tells that.
func (e *engagement) admission(ctx context.Context, trouble string) error {
	r := request{Worker: e.name, Program: runner.Program(), Machine: runtime.GOOS + "/" + runtime.GOARCH,
		Slots: e.Slots, Trouble: trouble}
	sign := func(ctx context.Context, player string, rules engine.Rules) (string, error) {
		there, err := players.Locate(player, e.find)
		if err != nil {
			return "", err
		}
		return e.sign(ctx, there, rules)
	}
	if trouble == "" {
		var err error
		r.Signatures, err = work.Signatures(ctx, maps.Keys(e.job.Signatures), e.table.Rules, sign)
		if err != nil {
			return err
		}
	}
	for {
		asking, cancel := context.WithTimeout(ctx, e.haste.of(fetchTime))
		reply, err := e.conn.RequestWithContext(asking, subject(admitSubject, e.run), encode(r))
		cancel()
		var a answer
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			pause(ctx, e.haste.of(againAfter))
			continue
		case json.Unmarshal(reply.Data, &a) != nil:
			return errors.New("the coordinator's answer cannot be read")
		case a.Refused != "" && trouble == "":
			return fmt.Errorf("refused: %s", a.Refused)
		}
		return nil
	}
}
