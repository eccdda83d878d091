package coordinator

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
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

// hears returns a function that a worker can call with its messages, and one that waits for a message with some words.
func hears(t *testing.T) (say func(string), until func(words string)) {
	texts := make(chan string, 1000)
	say = func(text string) { texts <- text }
	until = func(words string) {
		t.Helper()
		for deadline := time.After(20 * time.Second); ; {
			select {
			case text := <-texts:
				if strings.Contains(text, words) {
					return
				}
			case <-deadline:
				t.Fatalf("nobody says %q", words)
			}
		}
	}
	return say, until
}

// TestOtherBuildsDoNotPlay checks that workers whose players decide otherwise are refused and say why, and that so do
// workers of another version.
func TestOtherBuildsDoNotPlay(t *testing.T) {
	otherwise := func(context.Context, string, engine.Rules) (string, error) { return "else", nil }
	c, address := open(t, Options{sign: otherwise})
	say, until := hears(t)
	running(t, c, plan(t, spec(1)), nil)
	start(t, address, &worker.Worker{Say: say})
	until("refused: player")
	later := wire.Announcement{Protocol: wire.Protocol + 1, Session: "later", Run: "run", Job: "job", Title: "a game"}
	if err := wire.Announce(c.conn, later); err != nil {
		t.Fatal(err)
	}
	until("use the same program on both")
}

// TestDrainedRunsTakeWhatIsInPlay checks that a drained run takes the games in play.
func TestDrainedRunsTakeWhatIsInPlay(t *testing.T) {
	c, address := open(t, Options{haste: inHaste, Audit: -1})
	began, thought, drain := make(chan struct{}), make(chan struct{}), make(chan struct{})
	start(t, address, &worker.Worker{NewPlayer: slow(began, thought), Haste: inHaste})
	r := running(t, c, plan(t, spec(40)), drain)
	<-began
	close(drain)
	close(thought)
	if err, taken := r.wait(t), r.taken(); err != nil || taken < 1 || taken > 2 { // the next may have begun
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

// TestWorkersWithoutCoordinatorStop checks that a worker whose coordinator has gone stops as soon as it is asked to, or
// once it has been idle for long enough, even if games are in play, because nobody would take them.
func TestWorkersWithoutCoordinatorStop(t *testing.T) {
	for what, idle := range map[string]time.Duration{"asked": 0, "idle": 2 * time.Second} {
		t.Run(what, func(t *testing.T) {
			c, address := open(t, Options{haste: inHaste})
			r := running(t, c, plan(t, spec(40)), nil)
			began, drain, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
			w := &worker.Worker{Slots: 2, Folder: t.TempDir(), NewPlayer: slow(began, nil), Haste: inHaste, Idle: idle}
			go func() { ended <- w.Work(t.Context(), address, drain) }()
			<-began
			r.stop()
			c.Close()
			if idle == 0 {
				close(drain)
			}
			select {
			case err := <-ended:
				if (err == nil) != (idle == 0) {
					t.Errorf("error %v", err)
				}
			case <-time.After(20 * time.Second):
				t.Error("the worker does not stop")
			}
		})
	}
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
		c, _ := open(t, Options{Through: address, haste: inHaste})
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

// TestFailingPlayersStopWhereTheyAre checks that a player that cannot be made in this process ends the run, and that a
// worker where it cannot be made takes no further unit, so that others play them all.
func TestFailingPlayersStopWhereTheyAre(t *testing.T) {
	none := func(string, engine.Rules) (search.Player, error) { return nil, errors.New("no such player today") }
	plan := plan(t, spec(20))
	here, _ := open(t, Options{Slots: 1, haste: inHaste, newPlayer: none})
	if _, err := play(t, here, plan); err == nil || !strings.Contains(err.Error(), "no such player today") {
		t.Errorf("error %v", err)
	}
	c, address := open(t, Options{Audit: -1, haste: .001})
	say, until := hears(t)
	r := running(t, c, plan, nil)
	start(t, address, &worker.Worker{Say: say, NewPlayer: none})
	until("no such player today")
	start(t, address, &worker.Worker{})
	if err, games := r.wait(t), r.taken(); err != nil || games != plan.Len() {
		t.Errorf("%d games are taken, want %d; error %v", games, plan.Len(), err)
	}
}

// TestWeightsTravel checks that a worker gets the files that players name by their contents, wherever they are on this
// machine, and that records name their hashes.
func TestWeightsTravel(t *testing.T) {
	weights := filepath.Join(t.TempDir(), "mine.txt")
	text, err := os.ReadFile(filepath.Join("..", "..", "eval", "weights", "pit-of-pillars.txt"))
	if err := errors.Join(err, os.WriteFile(weights, text, 0o600)); err != nil {
		t.Fatal(err)
	}
	spec := spec(4)
	spec.Players = []string{"greedy:weights=" + weights, "random"}
	plan := plan(t, spec)
	c, address := open(t, Options{Audit: -1})
	start(t, address, &worker.Worker{})
	got, err := play(t, c, plan)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan)) // with the tags
}

// TestNothingIsLostWhenGamesCannotBeKept checks that, if games cannot be stored because the disk is full, the run ends
// and the next session plays the missing games.
func TestNothingIsLostWhenGamesCannotBeKept(t *testing.T) {
	plan := plan(t, spec(30))
	c, address := open(t, Options{})
	start(t, address, &worker.Worker{Slots: 2})
	full := errors.New("no space left on device")
	kept, earlier := map[string]tournament.Game{}, []tournament.Result(nil)
	first := collecting(t, runner.Runner{Plan: plan, Elsewhere: c}, kept)
	keep := first.Sink
	first.Sink = func(game tournament.Game) error {
		if len(kept) == 5 {
			return full
		}
		earlier = append(earlier, game.Result)
		return keep(game)
	}
	if _, err := first.Run(t.Context()); !errors.Is(err, full) {
		t.Fatalf("error %v, want %v", err, full)
	}
	rest := runner.Runner{Plan: plan, Elsewhere: c, Earlier: plantest.Earlier(earlier)}
	if _, err := collecting(t, rest, kept).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	compare(t, kept, alone(t, plan))
}

// plainServer starts a NATS server outside any coordinator.
func plainServer(t *testing.T) wire.Address {
	t.Helper()
	s := startNATS(t, server.Options{Port: server.RANDOM_PORT})
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return parse(t, s.ClientURL())
}

// startNATS starts a NATS server on this machine.
func startNATS(t *testing.T, options server.Options) *server.Server {
	t.Helper()
	options.Host, options.NoSigs, options.NoLog = "127.0.0.1", true, true
	s, err := server.NewServer(&options)
	if err != nil {
		panic(err) // not of the test's goroutine, perhaps
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		t.Error("the server does not start")
	}
	return s
}
