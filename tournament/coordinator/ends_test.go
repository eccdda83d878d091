package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
	"pillars/tournament/worker"
)

// slow makes players that send to began when they begin to think, and decide once until is closed.
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

// hears returns a function that takes messages, and one that waits for a message with some words.
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

// running starts a run of a plan in the background. It returns a function that waits for its end and returns the number
// of its games. The run ends early once drain is closed.
func running(t *testing.T, c *Coordinator, plan tournament.Plan, drain <-chan struct{}) (wait func() (int, error)) {
	ctx, cancel := context.WithCancel(t.Context())
	over, games, err := make(chan struct{}), 0, error(nil)
	go func() {
		defer close(over)
		_, err = runner.Runner{Plan: plan, Elsewhere: c, Drain: drain, Sink: func(tournament.Game) error {
			games++
			return nil
		}}.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-over })
	return func() (int, error) {
		t.Helper()
		select {
		case <-over:
		case <-time.After(30 * time.Second):
			t.Fatal("the run does not end")
		}
		return games, err
	}
}

// TestOtherBuildsDoNotPlay checks that workers whose players decide otherwise refuse the run and say why, and that
// workers of another version do so too.
func TestOtherBuildsDoNotPlay(t *testing.T) {
	otherwise := func(context.Context, string, engine.Rules) (string, error) { return "else", nil }
	c, address := open(t, Options{sign: otherwise})
	say, until := hears(t)
	running(t, c, plan(t, spec(1)), nil)
	start(t, address, &worker.Worker{Say: say})
	until("signature mismatch")
	other := wire.Announcement{Protocol: wire.Protocol + 1, Lab: c.Name, Run: "later", Job: "job"}
	require.NoError(t, c.Conn().Publish(wire.AnnounceSubject, encoded(other)))
	until("use the same program on both")
}

// TestDrainedRunsTakeWhatIsInPlay checks that a drained run takes the games in play.
func TestDrainedRunsTakeWhatIsInPlay(t *testing.T) {
	c, address := open(t, Options{})
	began, thought, drain := make(chan struct{}), make(chan struct{}), make(chan struct{})
	start(t, address, &worker.Worker{NewPlayer: slow(began, thought)})
	wait := running(t, c, plan(t, spec(1000)), drain)
	<-began
	close(drain)
	close(thought)
	if games, err := wait(); err != nil || games < 1 || games == 2000 { // others may have begun
		t.Errorf("error %v, %d games taken; want the one in play", err, games)
	}
}

// TestStoppedWorkersSendWhatTheyFinished checks that stopped workers deliver their finished games, and that others play
// the rest of the unit.
func TestStoppedWorkersSendWhatTheyFinished(t *testing.T) {
	plan := plan(t, spec(40))
	c, address := open(t, Options{})
	began, thought, drain := make(chan struct{}), make(chan struct{}), make(chan struct{})
	first := &worker.Worker{Slots: 1, Folder: t.TempDir(), NewPlayer: slow(began, thought), Name: "first",
		Say: func(string) {}, Haste: inHaste}
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
	require.NoError(t, err)
	compare(t, got, alone(t, plan))
	by := map[string]int{}
	for _, game := range got {
		by[workerOf(game)]++
	}
	if by["first"] == 0 || len(by) != 2 {
		t.Errorf("games by worker: %v", by)
	}
}

func encoded(message any) []byte {
	text, _ := json.Marshal(message)
	return text
}

func workerOf(game tournament.Game) string { return game.Record.Tags[len(game.Record.Tags)-1].Value }

// TestWorkersWithoutCoordinatorStop checks that a worker whose coordinator has gone stops as soon as it is asked to, or
// once it has been idle for long enough, even if games are in play, because nobody would take them.
func TestWorkersWithoutCoordinatorStop(t *testing.T) {
	c, address := open(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	played := make(chan error)
	go func() { played <- c.Play(ctx, batch(plan(t, spec(40)))) }()
	began, drain, ended := make(chan struct{}), make(chan struct{}), make(chan error, 2)
	busy := &worker.Worker{NewPlayer: slow(began, nil)}
	for _, w := range []*worker.Worker{busy, {Idle: 200 * time.Millisecond}} {
		w.Slots, w.Folder, w.Haste, w.Say = 1, t.TempDir(), inHaste, func(string) {}
		go func() { ended <- w.Work(t.Context(), address, drain) }()
	}
	<-began
	cancel()
	<-played
	c.Close()
	if err := <-ended; err != nil {
		t.Error("the idle worker: ", err)
	}
	close(drain)
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the worker does not stop")
	}
}

// batch returns all games of a plan, which nobody stores.
func batch(plan tournament.Plan) runner.Batch {
	return runner.Batch{Plan: plan, Len: plan.Len(), Take: func(tournament.Game) error { return nil },
		Games: func(yield func(tournament.Planned) bool) {
			for _, game := range plan.List() {
				if !yield(game) {
					return
				}
			}
		}}
}

// TestCoordinatorsShareWorkers checks that each of several coordinators gets all games of its run, even if they play
// the same run.
func TestCoordinatorsShareWorkers(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: t.TempDir()})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	address := parse(t, s.ClientURL())
	plan := plan(t, spec(20))
	want := alone(t, plan)
	start(t, address, &worker.Worker{}, &worker.Worker{Slots: 3})
	var all sync.WaitGroup
	for range 3 {
		c, _ := open(t, Options{Through: address})
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

// TestFailingPlayersStopWhereTheyAre checks that a worker on which a player cannot be made takes no further unit, so
// that others play them all, and that a unit that fails on three workers ends the run.
func TestFailingPlayersStopWhereTheyAre(t *testing.T) {
	none := func(string, engine.Rules) (search.Player, error) { return nil, errors.New("no such player today") }
	plan := plan(t, spec(20))
	c, address := open(t, Options{})
	say, until := hears(t)
	wait := running(t, c, plan, nil)
	start(t, address, &worker.Worker{Say: say, NewPlayer: none})
	until("no such player today")
	start(t, address, &worker.Worker{})
	if games, err := wait(); err != nil || games != plan.Len() {
		t.Errorf("%d games are taken, want %d; error %v", games, plan.Len(), err)
	}
	c, address = open(t, Options{})
	start(t, address, &worker.Worker{NewPlayer: none}, &worker.Worker{NewPlayer: none}, &worker.Worker{NewPlayer: none})
	_, err := play(t, c, plan.Only(plan.List()[:2]))
	require.ErrorContains(t, err, "/1v2/1/1+2-2 failed")
}

// TestWeightsTravel checks that a worker gets the files that players name by their contents, wherever they are on this
// machine, and that records name their hashes.
func TestWeightsTravel(t *testing.T) {
	weights := filepath.Join(t.TempDir(), "mine.txt")
	text, err := os.ReadFile(filepath.Join("..", "..", "eval", "weights", "pit-of-pillars.txt"))
	require.NoError(t, errors.Join(err, os.WriteFile(weights, text, 0o600)))
	spec := spec(4)
	spec.Players = []string{"greedy:weights=" + weights, "random"}
	plan := plan(t, spec)
	for slots := range 2 {
		c, address := open(t, Options{Slots: slots})
		if slots == 0 {
			start(t, address, &worker.Worker{})
		}
		got, err := play(t, c, plan)
		require.NoError(t, err)
		compare(t, got, alone(t, plan)) // with the tags
	}
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

// TestJoiningFails checks that workers without the key or with the address of another server cannot join.
func TestJoiningFails(t *testing.T) {
	c, _ := open(t, Options{})
	stranger, err := wire.LoadKey(filepath.Join(t.TempDir(), "key"))
	require.NoError(t, err)
	for want, address := range map[string]wire.Address{
		"another key":     parse(t, stranger.Address("127.0.0.1", c.server.Addr().(*net.TCPAddr).Port)),
		"nothing answers": parse(t, "nats://127.0.0.1:1"),
	} {
		worker := worker.Worker{Slots: 1, Folder: t.TempDir(), Say: func(string) {}}
		require.ErrorContains(t, worker.Work(t.Context(), address, nil), want)
	}
}

// TestProgramsStartOnlyWhereAllowed checks that a worker starts programs only if its user allows it, because a run may
// name any program.
func TestProgramsStartOnlyWhereAllowed(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	program := filepath.Join(t.TempDir(), "engine")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\ntouch "+started+"\n"), 0o700))
	named, sly := plan(t, spec(2)), plan(t, spec(2))
	named.Spec.Players = []string{"ugi:" + program, "random"}
	games := sly.List()
	for n := range games {
		games[n].Players = []string{"ugi:" + program, "random"}
	}
	for want, plan := range map[string]tournament.Plan{
		"starts none": named, "not a player of the run": sly.Only(games),
	} {
		c, address := open(t, Options{})
		say, until := hears(t)
		running(t, c, plan, nil)
		start(t, address, &worker.Worker{Say: say})
		until(want)
		if _, err := os.Stat(started); err == nil {
			t.Error("the program was started")
		}
	}
}

// TestWrongResultsAreRefused publishes results that no worker can have. Each must be refused, and a unit whose result
// is wrong three times must end the run.
func TestWrongResultsAreRefused(t *testing.T) {
	plan := plan(t, spec(4))
	for what, forge := range map[string]func(r wire.Result) []byte{
		"no text":  func(wire.Result) []byte { return []byte("no games") },
		"no game":  func(r wire.Result) []byte { r.Games = nil; return work.Encode(r) },
		"too many": func(r wire.Result) []byte { r.Games = append(r.Games, r.Games...); return work.Encode(r) },
		"no name":  func(r wire.Result) []byte { r.Worker = "a\x1bb"; return work.Encode(r) },
		"another game": func(r wire.Result) []byte {
			r.Games[0].Identity = "9v9/1/1"
			return work.Encode(r)
		},
		"an illegal turn": func(r wire.Result) []byte { r.Games[1].Turns += " a1"; return work.Encode(r) },
		"a fault for no reason": func(r wire.Result) []byte {
			r.Games[0].Fault = tournament.Fault{Kind: "error", Seat: 7}
			return work.Encode(r)
		},
	} {
		t.Run(what, func(t *testing.T) {
			c, address := open(t, Options{})
			liar, err := address.Connect(inHaste)
			require.NoError(t, err)
			defer liar.Close()
			table := work.Table{Spec: plan.Spec, Rules: plan.Rules, NewPlayer: players.Recorded}
			_, err = liar.Subscribe(c.Subject("unit", "*"), func(m *nats.Msg) {
				var unit wire.Unit
				err := work.Decode(m.Data, &unit)
				played, err2 := table.Play(t.Context(), unit.Games, nil)
				if errors.Join(err, err2) != nil {
					return // the test has ended
				}
				subject := strings.Replace(m.Subject, ".unit.", ".result.", 1)
				_ = liar.Publish(subject, forge(wire.Result{Worker: "liar-1", Games: played}))
			})
			if err != nil || liar.Flush() != nil {
				t.Fatal(err)
			}
			games, err := play(t, c, plan)
			if err == nil || !strings.Contains(err.Error(), "failed") || len(games) > 0 {
				t.Errorf("%d games are taken, error %v", len(games), err)
			}
		})
	}
}

// TestReplaysFindLies checks that a result with legal but wrong games ends the run, with the names of worker, game and
// turn.
func TestReplaysFindLies(t *testing.T) {
	plan := plan(t, spec(200))
	random := func(_ string, rules engine.Rules) (search.Player, error) { return players.Recorded("random", rules) }
	c, address := open(t, Options{replayOneIn: 1})
	start(t, address, &worker.Worker{NewPlayer: random, Name: "liar-1"})
	if _, err := play(t, c, plan); err == nil || !strings.Contains(err.Error(), "worker liar-1: game 1v2/") ||
		!strings.Contains(err.Error(), "turn") {
		t.Errorf("error %v", err)
	}
}

// TestEnoughIsEnough checks that a run that is to end after some results, as a sequential test does, sees the results
// of one process in the order of the plan, and ends.
func TestEnoughIsEnough(t *testing.T) {
	plan := plan(t, spec(400))
	const enough = 30
	ended := func(elsewhere runner.Elsewhere) (seen []string) {
		run := runner.Runner{Plan: plan, Elsewhere: elsewhere, Watch: func(r tournament.Result) bool {
			seen = append(seen, r.Identity+string(r.Outcome.Reason))
			return len(seen) == enough
		}}
		games := map[string]tournament.Game{}
		progress, err := collecting(t, run, games).Run(t.Context())
		if err != nil || !progress.Enough || len(games) < enough || len(games) == plan.Len() {
			t.Errorf("%d of %d games, progress %+v, error %v", len(games), plan.Len(), progress, err)
		}
		return seen
	}
	c, address := open(t, Options{})
	start(t, address, &worker.Worker{Slots: 2}, &worker.Worker{})
	got, want := ended(c), ended(nil)
	if len(got) != enough || strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("seen are %q, alone %q", got, want)
	}
}
