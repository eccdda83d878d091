package coordinator

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
	"github.com/nats-io/nats.go"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// slow makes players that send to began, unless it is nil, when they begin to think, and decide once until is closed.
func slow(began chan<- struct{}, until <-chan struct{}) guard.Factory {
	return func(text string, rules engine.Rules) (search.Player, error) {
		p, err := players.Recorded(text, rules)
		return waiting{p, began, until}, err
	}
}

type waiting struct {
	search.Player
	began chan<- struct{}
	until <-chan struct{}
}

func (w waiting) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, info func(search.Info),
) (search.Decision, error) {
	select {
	case w.began <- struct{}{}:
	default:
	}
	select {
	case <-w.until:
	case <-ctx.Done():
	}
	return w.Player.Decide(ctx, h, limits, info)
}

// eventually waits until a condition is true. The text what describes it for errors.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	looks := time.NewTicker(5 * time.Millisecond)
	defer looks.Stop()
	for deadline := time.After(20 * time.Second); !is(); {
		select {
		case <-looks.C:
		case <-deadline:
			t.Fatal("never: " + what)
		}
	}
}

// heard returns a function that waits until a coordinator has received n further messages of a verb, or until over is
// closed.
func heard(t *testing.T, c *Coordinator, verb wire.Verb) (wait func(n int, over <-chan struct{})) {
	t.Helper()
	messages := make(chan *nats.Msg, 1000)
	if _, err := c.conn.ChanSubscribe("pillars.ask.*.*."+string(verb), messages); err != nil {
		t.Fatal(err)
	}
	return func(n int, over <-chan struct{}) {
		t.Helper()
		for range n {
			select {
			case <-messages:
			case <-over:
				return
			case <-time.After(20 * time.Second):
				t.Error("no message comes")
				return
			}
		}
	}
}

// TestDrainedRunsTakeWhatIsInPlay checks that a drained run takes the games in play, although they last longer than a
// worker may be silent.
func TestDrainedRunsTakeWhatIsInPlay(t *testing.T) {
	plan := plan(t, spec(40))
	c, address := open(t, Options{haste: inHaste, Audit: -1})
	began, thought, over := make(chan struct{}), make(chan struct{}), make(chan struct{})
	start(t, address, &worker.Worker{NewPlayer: slow(began, thought), Haste: inHaste})
	heartbeats := heard(t, c, wire.ToLive)
	go func() {
		<-began
		close(over)
		heartbeats(int(2*wire.DeadAfter/wire.AliveEvery), nil)
		close(thought)
	}()
	taken := 0
	take := func(tournament.Game) error { taken++; return nil }
	err := c.Play(t.Context(), batch(plan, over, take))
	if err != nil || taken != 1 {
		t.Errorf("error %v, %d games taken; want the one in play", err, taken)
	}
}

// TestStoppedWorkersSendWhatTheyFinished checks that stopped workers deliver their finished games, and that others play
// the rest of the unit at once. The coordinator would look for lost units only long after the run ends.
func TestStoppedWorkersSendWhatTheyFinished(t *testing.T) {
	plan := plan(t, spec(400))
	c, address := open(t, Options{haste: .001})
	began, thought, drain := make(chan struct{}), make(chan struct{}), make(chan struct{})
	first := &worker.Worker{Slots: 1, Folder: t.TempDir(), NewPlayer: slow(began, thought)}
	go func() {
		<-began
		close(drain)
		close(thought)
	}()
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		if err := first.Work(t.Context(), address, drain); err != nil {
			t.Error(err)
		}
		start(t, address, &worker.Worker{})
	})
	got, err := play(t, c, plan)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan))
	for _, m := range c.Members() {
		if m.Games == 0 {
			t.Errorf("of %s no game is kept", m.Name)
		}
	}
}

// TestStoppedWorkersFinishLongGames checks that stopped workers finish games that take longer than a coordinator may be
// silent, if the coordinator is not silent.
func TestStoppedWorkersFinishLongGames(t *testing.T) {
	plan := plan(t, spec(1))
	c, address := open(t, Options{haste: inHaste, Audit: -1})
	began, thought, drain := make(chan struct{}), make(chan struct{}), make(chan struct{})
	w := &worker.Worker{Slots: 1, Folder: t.TempDir(), NewPlayer: slow(began, thought), Haste: inHaste}
	r := running(t, c, plan)
	heartbeats, ended := heard(t, c, wire.ToLive), make(chan error, 1)
	go func() { ended <- w.Work(t.Context(), address, drain) }()
	<-began
	close(drain)
	heartbeats(int(3*wire.DeadAfter/wire.AliveEvery), nil)
	close(thought)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if games := r.taken(); len(games) != 1 {
		t.Errorf("%d games are taken, want the one that was in play", len(games))
	}
}

// TestWorkersWithoutCoordinatorStop checks that a worker without a coordinator stops as soon as it is asked to, even if
// games are in play, because nobody would take them.
func TestWorkersWithoutCoordinatorStop(t *testing.T) {
	plan := plan(t, spec(40))
	c, address := open(t, Options{haste: inHaste})
	ctx, kill := context.WithCancel(t.Context())
	began, drain, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	w := &worker.Worker{Slots: 2, Folder: t.TempDir(), NewPlayer: slow(began, nil), Haste: inHaste}
	go func() { ended <- w.Work(t.Context(), address, drain) }()
	go func() {
		<-began
		c.Close()
		kill()
		close(drain)
	}()
	if err := c.Play(ctx, batch(plan, nil, nil)); err == nil {
		t.Error("no error, want an end in the middle")
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the worker does not stop")
	}
}

// TestCoordinatorsBeginAgain checks that workers join a later coordinator, which knows no worker and may be another
// program.
func TestCoordinatorsBeginAgain(t *testing.T) {
	address := plainServer(t)
	plan := plan(t, spec(40))
	ctx, kill := context.WithCancel(t.Context())
	session := func(options Options) *Coordinator {
		options.Through = address
		c, err := Open(options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	earlier := session(Options{})
	start(t, address, &worker.Worker{})
	err := earlier.Play(ctx, batch(plan, nil, func(tournament.Game) error {
		earlier.conn.Close() // so it says no more
		kill()
		return nil
	}))
	if err == nil {
		t.Fatal("no error, want an end in the middle")
	}
	otherwise := func(context.Context, string, engine.Rules) (string, error) { return "else", nil }
	later := session(Options{sign: otherwise})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		take := func(tournament.Game) error { return nil }
		_ = later.Play(ctx, batch(plan, nil, take)) // until stop
	}()
	eventually(t, "the worker is refused", func() bool {
		members := later.Members()
		return len(members) == 1 && strings.Contains(members[0].Trouble, "signature mismatch")
	})
}

// TestCoordinatorsShareWorkers checks that each of several coordinators gets all games of its run, even if they play
// the same run.
func TestCoordinatorsShareWorkers(t *testing.T) {
	address := plainServer(t)
	plan := plan(t, spec(20))
	want := alone(t, plan)
	start(t, address, &worker.Worker{Haste: inHaste}, &worker.Worker{Slots: 3, Haste: inHaste})
	var all sync.WaitGroup
	for range 3 {
		c, err := Open(Options{Through: address, haste: inHaste})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		all.Go(func() {
			got, err := play(t, c, plan)
			if err != nil {
				t.Error(err)
			}
			compare(t, got, want)
		})
	}
	all.Wait()
}

// TestHungWorkersHoldNothingUp checks that another worker gets the unit of a worker that is alive but never ends the
// unit.
func TestHungWorkersHoldNothingUp(t *testing.T) {
	var jump atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(jump.Load())) }
	plan := plan(t, spec(20))
	c, address := open(t, Options{haste: inHaste, now: now})
	began := make(chan struct{})
	start(t, address, &worker.Worker{NewPlayer: slow(began, nil), Haste: inHaste})
	heartbeats := heard(t, c, wire.ToLive)
	over := make(chan struct{})
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		<-began
		start(t, address, &worker.Worker{Haste: inHaste})
		for { // again, because no worker counts as alive just after a jump
			jump.Add(int64(time.Hour))
			if closed(over) {
				return
			}
			heartbeats(20, over)
		}
	})
	got, err := play(t, c, plan)
	close(over)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan))
}

// TestRunsEndAtOnce checks that joining, audits and the end of a run do not wait for the next tick, which comes only
// after the run must have ended.
func TestRunsEndAtOnce(t *testing.T) {
	const late = wire.Haste(.001)
	plan := plan(t, spec(20))
	c, address := open(t, Options{Audit: 5, haste: late})
	start(t, address, &worker.Worker{Haste: late}, &worker.Worker{Haste: late})
	eventually(t, "both hear of runs", func() bool { return c.server.nats.NumSubscriptions() >= 4 })
	if _, err := play(t, c, plan); err != nil {
		t.Fatal(err)
	}
}

// TestTroubleHereEndsTheRun checks that a player that cannot be made in this process ends the run, as in a run without
// workers.
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

// TestNothingIsLeftRunning checks that no goroutines are left when coordinator and workers have ended.
func TestNothingIsLeftRunning(t *testing.T) {
	t.Run("run", func(t *testing.T) {
		c, address := open(t, Options{Slots: 1, Audit: 1, haste: inHaste})
		start(t, address, &worker.Worker{Haste: inHaste}, &worker.Worker{NewPlayer: liar(1), Haste: inHaste})
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
		for _, of := range []string{"coordinator.(*", "worker.(*", "nats.go@", "server.(*Server)", "server.(*client)"} {
			if strings.Contains(left.String(), of) {
				return false
			}
		}
		return true
	})
}

// TestMembersForget checks that, when there are very many workers, the coordinator forgets workers that have gone and
// refuses more that are alive.
func TestMembersForget(t *testing.T) {
	now := time.Now()
	m := newMembers(func() time.Time { return now }, wire.DeadAfter)
	join := func() string {
		i, err := wire.NewIdentity("w")
		if err != nil {
			t.Fatal(err)
		}
		return m.join(i.Name, wire.Join{Slots: 1})
	}
	for range maxMembers {
		if refused := join(); refused != "" {
			t.Fatal(refused)
		}
	}
	if refused := join(); !strings.Contains(refused, "too many workers already") {
		t.Errorf("one more worker: %q", refused)
	}
	now = now.Add(2 * wire.DeadAfter)
	for range 2 * maxMembers {
		now = now.Add(time.Second) // each takes the place of the one that was silent for longest
		if refused := join(); refused != "" {
			t.Fatal(refused)
		}
	}
	if n := len(m.Members()); n != maxMembers {
		t.Errorf("%d members, want %d", n, maxMembers)
	}
}

// TestLostConnectionsAreFound checks that a broken connection is found although neither end gets an error.
func TestLostConnectionsAreFound(t *testing.T) {
	plan := plan(t, spec(40))
	c, address := open(t, Options{haste: inHaste})
	p := newProxy(t, host(address))
	began, thought := make(chan struct{}), make(chan struct{})
	start(t, at(t, address, p.Addr().String()), &worker.Worker{NewPlayer: slow(began, thought), Haste: inHaste})
	go func() {
		<-began
		p.swallow()
		close(thought)
	}()
	got, err := play(t, c, plan)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan))
}

// TestKilledCoordinatorsLeaveNoFolder checks that killed coordinators, which cannot clean up, leave no folder behind.
func TestKilledCoordinatorsLeaveNoFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	c, address := open(t, Options{})
	start(t, address, &worker.Worker{})
	if _, err := play(t, c, plan(t, spec(4))); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("error %v, %v", err, left)
	}
}

// plainServer starts a NATS server outside any coordinator.
func plainServer(t *testing.T) wire.Address {
	t.Helper()
	options := server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true}
	s, err := server.NewServer(&options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(startTime) {
		t.Fatal("the server does not start")
	}
	address, err := wire.ParseAddress(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	return address
}
