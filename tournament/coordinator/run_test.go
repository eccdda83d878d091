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
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
	"pillars/tournament/worker"
)

// inHaste shortens the time after which the unit of a dead worker goes to another one to half a second.
const inHaste = wire.Haste(15)

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
	if options.Files == "" {
		options.Files = filepath.Join(t.TempDir(), "workers")
	}
	through := options.Through != wire.Address{}
	if !through && options.Listen == "" {
		options.Listen = "127.0.0.1:0"
	}
	options.haste, options.Say = inHaste, func(text string) { t.Log(text) }
	c, err := Open(options)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	if through {
		return c, options.Through
	}
	return c, parse(t, c.Addresses()[0])
}

func parse(t testing.TB, text string) wire.Address {
	t.Helper()
	address, err := wire.ParseAddress(text)
	require.NoError(t, err)
	return address
}

// start lets workers play until the test ends.
func start(t testing.TB, address wire.Address, workers ...*worker.Worker) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); all.Wait() })
	for _, worker := range workers {
		worker.Slots, worker.Folder, worker.Haste = max(1, worker.Slots), t.TempDir(), inHaste
		if worker.Say == nil {
			worker.Say = func(string) {}
		}
		all.Go(func() {
			if err := worker.Work(ctx, address, nil); err != nil {
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

// TestWorkersPlayEveryFormat checks that workers play the same games as one process in other formats and with three
// seats, in several runs of one coordinator.
func TestWorkersPlayEveryFormat(t *testing.T) {
	some := []string{"greedy", "random", "practice", "uct:nodes=20"}
	three := plantest.Small(some[:3]...)
	three.Game, three.Rounds = "pit", 1
	three.Options = engine.Settings{{Name: "players", Value: "3"},
		{Name: "board", Value: "1...o/...../o...2/...../..3.."}}
	test := tournament.Test{Elo1: 100, Alpha: .05, Beta: .05, Model: "normalized"}
	sequential, training := plantest.Small(some[:2]...), plantest.Small(some[3])
	sequential.Format, sequential.Rounds = tournament.UntilTest(test), 40
	training.Format = tournament.Format{Kind: tournament.Training, Stray: .5, Visits: true}
	training.Openings = openings.Source{Kind: openings.Varied, Turns: 3}
	gauntlet := plantest.Small(some...)
	gauntlet.Format.Kind = tournament.Gauntlet
	gauntlet.Own = []tournament.Control{{}, {}, {}, {Limits: search.Limits{Nodes: 40}}}
	gauntlet.Adjudication = tournament.Adjudication{Proven: true, LongestGame: 16}
	c, address := open(t, Options{replayOneIn: 4})
	start(t, address, &worker.Worker{Slots: 2}, &worker.Worker{})
	for n, spec := range []tournament.Spec{three, sequential, training, gauntlet} {
		t.Run(fmt.Sprintf("%d %v", n, spec.Format), func(t *testing.T) {
			plan := plan(t, spec)
			began := time.Now()
			got, err := play(t, c, plan)
			require.NoError(t, err)
			t.Log(time.Since(began))
			compare(t, got, alone(t, plan))
		})
	}
}
