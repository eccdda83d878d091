package coordinator

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
	"pillars/tournament/worker"
)

func spec(rounds int) tournament.Spec {
	spec := plantest.Small("greedy", "random")
	spec.Rounds = rounds
	return spec
}

func plan(t testing.TB, spec tournament.Spec) tournament.Plan {
	t.Helper()
	return plantest.PlanOf(t, enginetest.Rules(t, spec.Game).Game(), spec, players.Recorded)
}

// open opens a coordinator and returns the address for its workers. Without the address of another server it has a
// server of its own.
func open(t testing.TB, options Options) (*Coordinator, wire.Address) {
	t.Helper()
	own := options.Through == wire.Address{}
	if own {
		options.Listen, options.KeyFile = "127.0.0.1:0", filepath.Join(t.TempDir(), "key")
	}
	c, err := Open(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if !own {
		return c, options.Through
	}
	return c, parse(t, c.Addresses()[0])
}

func parse(t testing.TB, text string) wire.Address {
	t.Helper()
	address, err := wire.ParseAddress(text)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// start lets workers play until the test ends.
func start(t testing.TB, address wire.Address, workers ...*worker.Worker) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); all.Wait() })
	for _, worker := range workers {
		worker.Slots, worker.Folder = max(1, worker.Slots), t.TempDir()
		all.Go(func() {
			if err := worker.Work(ctx, address, nil); err != nil && worker.NewPlayer == nil { // liars are shut out
				t.Error(err)
			}
		})
	}
}

// play returns the games of a run, by identity. Each must come once. They are played by elsewhere or, if that is nil,
// in this process.
func play(t testing.TB, elsewhere runner.Elsewhere, plan tournament.Plan) (map[string]tournament.Game, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	games := map[string]tournament.Game{}
	_, err := collecting(t, runner.Runner{Plan: plan, Elsewhere: elsewhere}, games).Run(ctx)
	return games, err
}

// collecting returns a runner that adds every game to games. Each must come once.
func collecting(t testing.TB, run runner.Runner, games map[string]tournament.Game) runner.Runner {
	run.NewPlayer = players.Recorded
	run.Sink = func(game tournament.Game) error {
		if _, twice := games[game.Identity]; twice {
			t.Errorf("game %s is taken twice", game.Identity)
		}
		games[game.Identity] = game
		return nil
	}
	return run
}

// alone returns the games of a plan as one process plays them.
func alone(t testing.TB, plan tournament.Plan) map[string]tournament.Game {
	t.Helper()
	games, err := play(t, nil, plan)
	if err != nil || len(games) == 0 {
		t.Fatalf("%d games, error %v", len(games), err)
	}
	return games
}

// compare reports games that differ in anything except times and workers.
func compare(t testing.TB, got, want map[string]tournament.Game) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d games, want %d", len(got), len(want))
	}
	for identity, game := range want {
		other, is := got[identity]
		if !is {
			t.Errorf("game %s is missing", identity)
		} else if a, b := lasting(other), lasting(game); !reflect.DeepEqual(a, b) {
			t.Errorf("game %s is\n%+v, alone\n%+v", identity, a, b)
		}
	}
}

// lasting returns a game without the parts that depend on the machine and the worker.
func lasting(game tournament.Game) tournament.Game {
	game.Thoughts = slices.Clone(game.Thoughts)
	for i := range game.Thoughts {
		game.Thoughts[i].Time, game.Thoughts[i].Left = 0, 0
	}
	game.Record.Tags = slices.DeleteFunc(slices.Clone(game.Record.Tags), func(tag engine.Tag) bool {
		return tag.Name == work.WorkerTag || tag.Name == "Program" // tests play alone without naming it
	})
	return game
}

func TestWorkersPlayTheGamesOfOneProcess(t *testing.T) {
	plan := plan(t, spec(40))
	want := alone(t, plan)
	for _, workers := range []int{0, 1, 3} {
		c, address := open(t, Options{Slots: 1 - min(1, workers), Audit: 3})
		for range workers {
			start(t, address, &worker.Worker{Slots: 2})
		}
		got, err := play(t, c, plan)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, got, want)
	}
}

// TestWorkersPlayEveryFormat checks that workers play the same games as one process in other formats and with three
// seats.
func TestWorkersPlayEveryFormat(t *testing.T) {
	some := []string{"greedy", "random", "practice", "uct:nodes=20"}
	three := plantest.Small(some[:3]...)
	three.Game, three.Rounds = "pit", 1
	three.Options = enginetest.Settings(t, "players=3 board=1...o/...../o...2/...../..3..")
	test := tournament.Test{Elo1: 100, Alpha: .05, Beta: .05, Model: "normalized"}
	sequential, training := plantest.Small(some[:2]...), plantest.Small(some[3])
	sequential.Format, sequential.Rounds = tournament.UntilTest(test), 40
	training.Format = tournament.Format{Kind: tournament.Training, Stray: .5, Visits: true}
	training.Openings = openings.Source{Kind: openings.Varied, Turns: 3}
	gauntlet := plantest.Small(some...)
	gauntlet.Format.Kind = tournament.Gauntlet
	for n, spec := range []tournament.Spec{three, sequential, training, gauntlet} {
		t.Run(fmt.Sprintf("%d %v", n, spec.Format), func(t *testing.T) {
			plan := plan(t, spec)
			c, address := open(t, Options{Audit: 4})
			start(t, address, &worker.Worker{Slots: 2}, &worker.Worker{})
			got, err := play(t, c, plan)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, got, alone(t, plan))
		})
	}
}

// TestEnoughIsEnough checks that a run that is to end after some results, as a sequential test does, sees the results
// of one process in the order of the plan, and ends.
func TestEnoughIsEnough(t *testing.T) {
	plan := plan(t, spec(100))
	const enough = 30
	ended := func(elsewhere runner.Elsewhere) (seen []string) {
		run := runner.Runner{Plan: plan, Elsewhere: elsewhere, Watch: func(r tournament.Result) bool {
			seen = append(seen, fmt.Sprint(r.Identity, r.Outcome))
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
	if got, want := ended(c), ended(nil); len(got) != enough || !slices.Equal(got, want) {
		t.Errorf("seen are %q, alone %q", got, want)
	}
}
