package remote

import (
	"context"
	"errors"
	"os"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/work"
)

// message is a result on its way.
type message struct {
	jetstream.Msg
	subject string
	data    []byte
}

func (m message) Subject() string { return m.subject }
func (m message) Data() []byte    { return m.data }
func (m message) Ack() error      { return nil }

// TestGamesCountInWhicheverUnitTheyCome: a coordinator that begins again may cut other units than before, and workers
// send the earlier ones.
func TestGamesCountInWhicheverUnitTheyCome(t *testing.T) {
	plan := plan(t, spec(4))
	games := alone(t, plan)
	options := Options{}.withDefaults()
	c := &Coordinator{Options: options, crew: newCrew(options.now, deadAfter)}
	b := c.newBatch(work.Table{Spec: plan.Spec, Rules: plan.Rules}, plan.Len(), func(work.Game) error { return nil })
	b.left = work.NewCutter(planned(plan))
	defer b.left.Stop()
	send := func(unit string, of []tournament.Planned) {
		var result work.Result
		for _, planned := range of {
			result.Games = append(result.Games, work.Game{Game: games[planned.Identity]})
		}
		data, err := work.Encode(result)
		if err != nil {
			t.Fatal(err)
		}
		m := message{subject: subject(resultSubject, b.run, unit, newWorkerName("w"), 0), data: data}
		if err := b.receive(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	var units []*handed
	for unit, more := b.left.Cut(2); more; unit, more = b.left.Cut(2) {
		units = append(units, b.note(unit))
	}
	first, second := units[0].unit.Games, units[1].unit.Games
	send("earlier", append(first[2:4:4], second[:2]...))
	send(units[0].name, first)
	send(units[1].name, second)
	if len(b.out) > 0 || b.lacks > 0 {
		t.Errorf("%d units are waited for, %d games lack; want none", len(b.out), b.lacks)
	}
}

// slow makes players that decide once something is closed.
func slow(until <-chan struct{}) func(string, engine.Rules) (search.Player, error) {
	return func(text string, rules engine.Rules) (search.Player, error) {
		p, err := players.StoredRecorded(text, rules)
		return waiting{p, until}, err
	}
}

type waiting struct {
	search.Player
	until <-chan struct{}
}

func (w waiting) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, info func(search.Info),
) (search.Decision, error) {
	select {
	case <-w.until:
	case <-ctx.Done():
	}
	return w.Player.Decide(ctx, h, limits, info)
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("never: " + what)
		}
	}
}

// TestDrainedRunsTakeWhatIsInPlay: the last games may take longer than a worker may be silent.
func TestDrainedRunsTakeWhatIsInPlay(t *testing.T) {
	plan := plan(t, spec(40))
	const haste = haste(15) // the worker has to be heard of in time
	c, address := open(t, Options{haste: haste})
	thought, over := make(chan struct{}), make(chan struct{})
	start(t, address, &Worker{newPlayer: slow(thought), haste: haste})
	go func() {
		for c.crew.busy() == 0 {
			time.Sleep(time.Millisecond)
		}
		close(over)
		time.Sleep(3 * haste.of(deadAfter) / 2)
		close(thought)
	}()
	taken := 0
	take := func(tournament.Game) error { taken++; return nil }
	err := c.Play(t.Context(), plan, planned(plan), plan.Len(), over, take)
	if err != nil || taken != 1 {
		t.Errorf("error %v, %d games taken; want the one in play", err, taken)
	}
}

// TestStoppedWorkersSendWhatTheyFinished, and others play the rest of the unit at once.
func TestStoppedWorkersSendWhatTheyFinished(t *testing.T) {
	plan := plan(t, spec(400))
	c, address := open(t, Options{})
	drain, first := make(chan struct{}), &Worker{Slots: 1, Folder: t.TempDir()}
	over := make(chan error, 1)
	go func() { over <- first.Work(t.Context(), address, drain) }()
	go func() {
		eventually(t, "a unit is in play", func() bool { return c.crew.busy() > 0 })
		close(drain)
		if err := <-over; err != nil {
			t.Error(err)
		}
		eventually(t, "it has left", func() bool { return c.crew.Members()[0].Gone })
		start(t, address, &Worker{})
	}()
	began := time.Now()
	got, err := play(t, c, plan)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > lookEvery {
		t.Errorf("it took %v: the rest was found lost, not given back", took)
	}
	compare(t, got, alone(t, plan))
}

// TestWorkersAreAdmittedAnew when a coordinator begins again: it knows none of them, and may be another program.
func TestWorkersAreAdmittedAnew(t *testing.T) {
	address := plainServer(t, server.Options{JetStream: true})
	plan := plan(t, spec(40))
	ctx, kill := context.WithCancel(t.Context())
	session := func(options Options) *Coordinator {
		options.Through = address
		c, err := Open(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	earlier := session(Options{})
	start(t, address, &Worker{})
	err := earlier.Play(ctx, plan, planned(plan), plan.Len(), nil, func(tournament.Game) error {
		earlier.conn.Close() // so it says no more
		kill()
		return nil
	})
	if err == nil {
		t.Fatal("no error, want an end in the middle")
	}
	otherwise := func(context.Context, string, engine.Rules) (string, error) { return "else", nil }
	later := session(Options{sign: otherwise})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		take := func(tournament.Game) error { return nil }
		_ = later.Play(ctx, plan, planned(plan), plan.Len(), nil, take) // until stop
	}()
	eventually(t, "the worker is refused", func() bool {
		members := later.crew.Members()
		return len(members) == 1 && strings.Contains(members[0].Trouble, "plays otherwise")
	})
}

// TestOneCoordinatorARun: of several that begin at the same moment one stays.
func TestOneCoordinatorARun(t *testing.T) {
	address := plainServer(t, server.Options{JetStream: true})
	plan := plan(t, spec(100))
	want := alone(t, plan)
	var refused atomic.Int64
	var all sync.WaitGroup
	for range 3 {
		c, err := Open(t.Context(), Options{Through: address, haste: inHaste})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		all.Go(func() {
			got := map[string]tournament.Game{}
			err := c.Play(t.Context(), plan, planned(plan), plan.Len(), nil, func(game tournament.Game) error {
				got[game.Identity] = game
				return nil
			})
			switch {
			case err != nil && strings.Contains(err.Error(), "hands out the games"):
				refused.Add(1)
			case err != nil:
				t.Error(err)
			default:
				compare(t, got, want)
			}
		})
	}
	eventually(t, "two of three are refused", func() bool { return refused.Load() == 2 })
	start(t, address, &Worker{haste: inHaste})
	all.Wait()
}

// TestHungWorkersHoldNothingUp: one is alive and does not come to an end, so another gets the unit too.
func TestHungWorkersHoldNothingUp(t *testing.T) {
	const haste = haste(15) // the worker has to be heard of in time
	var jump atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(jump.Load())) }
	plan := plan(t, spec(20))
	c, address := open(t, Options{haste: haste, now: now})
	start(t, address, &Worker{newPlayer: slow(nil), haste: haste})
	over := make(chan struct{})
	go func() {
		eventually(t, "the unit is in play", func() bool { return c.crew.busy() > 0 })
		start(t, address, &Worker{haste: haste})
		eventually(t, "only that is left", func() bool {
			left := plan.Len()
			for _, m := range c.crew.Members() {
				left -= m.Games
			}
			return left <= 2
		})
		for { // again, as nobody counts as alive just after a jump, and a unit is not late while nobody is
			jump.Add(int64(time.Hour))
			select {
			case <-over:
				return
			case <-time.After(time.Second):
			}
		}
	}()
	got, err := play(t, c, plan)
	close(over)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan))
}

// TestRunsEndAtOnce: nothing of joining, audits and ends waits for the next tick, which comes after more time than the
// run is given.
func TestRunsEndAtOnce(t *testing.T) {
	const late = haste(.001)
	plan := plan(t, spec(20))
	c, address := open(t, Options{Audit: 5, haste: late})
	go func() {
		eventually(t, "the run has begun", func() bool {
			_, err := c.conn.Request(whoSubject, nil, time.Second)
			return err == nil
		})
		start(t, address, &Worker{haste: late}, &Worker{haste: late})
	}()
	if _, err := play(t, c, plan); err != nil {
		t.Fatal(err)
	}
}

// TestTroubleHereEndsTheRun as it does without workers: nobody would play otherwise.
func TestTroubleHereEndsTheRun(t *testing.T) {
	broken := errors.New("no such player today")
	c, _ := open(t, Options{Slots: 1, haste: inHaste, newPlayer: func(string, engine.Rules) (search.Player, error) {
		return nil, broken
	}})
	_, err := play(t, c, plan(t, spec(4)))
	if err == nil || !strings.Contains(err.Error(), broken.Error()) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// TestWorkersSpeakOnlyForThemselves: a coordinator answers nothing to a subject that a worker may not use.
func TestWorkersSpeakOnlyForThemselves(t *testing.T) {
	c, address := open(t, Options{})
	start(t, address, &Worker{newPlayer: slow(nil)})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	plan := plan(t, spec(1))
	go func() { _ = c.Play(ctx, plan, planned(plan), plan.Len(), nil, nil) }()
	eventually(t, "the run has begun", func() bool { return c.crew.busy() > 0 })
	conn, err := address.connect(newWorkerName("w"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	forged := subject(workSubject, plan.Spec.Hash(), "forged", 0)
	if err := conn.PublishRequest(whoSubject, forged, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Request(whoSubject, nil, 5*time.Second); err != nil { // which is answered later
		t.Fatal(err)
	}
	stream, err := c.js.Stream(t.Context(), workStream)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.GetLastMsgForSubject(t.Context(), forged); !errors.Is(err, jetstream.ErrMsgNotFound) {
		t.Errorf("error %v: want no such unit", err)
	}
}

// TestNothingIsLeftRunning when coordinator and workers have ended.
func TestNothingIsLeftRunning(t *testing.T) {
	t.Run("run", func(t *testing.T) {
		c, address := open(t, Options{Slots: 1, Audit: 1, haste: inHaste})
		start(t, address, &Worker{haste: inHaste}, &Worker{newPlayer: liar(1), haste: inHaste})
		_, _ = play(t, c, plan(t, spec(40))) // a lie breaks it off
	})
	var left strings.Builder
	defer func() {
		if t.Failed() {
			t.Log(left.String())
		}
	}()
	eventually(t, "no goroutine is left", func() bool {
		left.Reset()
		_ = pprof.Lookup("goroutine").WriteTo(&left, 1)
		// The server's store sometimes leaves a loop of its own behind.
		for _, of := range []string{"remote.(*", "nats.go@", "server.(*Server)", "server.(*client)"} {
			if strings.Contains(left.String(), of) {
				return false
			}
		}
		return true
	})
}

// TestCrewForgets the workers that have gone when there are very many.
func TestCrewForgets(t *testing.T) {
	now := time.Now()
	c := newCrew(func() time.Time { return now }, deadAfter)
	for range 5000 {
		now = now.Add(time.Second)
		c.admit(request{Worker: newWorkerName("w"), Slots: 1})
	}
	if n := len(c.Members()); n > 2000 || c.slots() < 10 {
		t.Errorf("%d members with %d slots", n, c.slots())
	}
}

// TestLostConnectionsAreFound although neither end hears that they are.
func TestLostConnectionsAreFound(t *testing.T) {
	plan := plan(t, spec(40))
	c, address := open(t, Options{haste: inHaste})
	p := newProxy(t, address.url.Host)
	address.url.Host = p.Addr().String()
	thought := make(chan struct{})
	start(t, address, &Worker{newPlayer: slow(thought), haste: inHaste})
	go func() {
		eventually(t, "a unit is in play", func() bool { return c.crew.busy() > 0 })
		p.swallow()
		close(thought)
	}()
	got, err := play(t, c, plan)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan))
}

// TestKilledCoordinatorsLeaveNoFolder, as they cannot clean up.
func TestKilledCoordinatorsLeaveNoFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	c, address := open(t, Options{})
	start(t, address, &Worker{})
	if _, err := play(t, c, plan(t, spec(4))); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("error %v, %v", err, left)
	}
}
