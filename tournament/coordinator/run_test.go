package coordinator

import (
	"context"
	"iter"
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
	game := enginetest.Rules(t, spec.Game).Game()
	settled, err := spec.Settle(game, players.Recorded)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(settled, game)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// alone returns the games of a plan as one process plays them.
func alone(t testing.TB, plan tournament.Plan) map[string]tournament.Game {
	t.Helper()
	games := map[string]tournament.Game{}
	sink := func(game tournament.Game) error { games[game.Identity] = game; return nil }
	run := runner.Runner{Plan: plan, NewPlayer: players.Recorded, Sink: sink}
	if _, err := run.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return games
}

func open(t testing.TB, options Options) (*Coordinator, wire.Address) {
	t.Helper()
	options.Listen, options.KeyFile = "127.0.0.1:0", filepath.Join(t.TempDir(), "key")
	c, err := Open(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	address, err := wire.ParseAddress(c.Addresses()[0])
	if err != nil {
		t.Fatal(err)
	}
	return c, address
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

// play returns the games that a coordinator has played, by identity. Each must come once.
func play(t testing.TB, c *Coordinator, plan tournament.Plan) (map[string]tournament.Game, error) {
	t.Helper()
	games := map[string]tournament.Game{}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := c.Play(ctx, batch(plan, nil, func(game tournament.Game) error {
		if _, twice := games[game.Identity]; twice {
			t.Errorf("game %s is taken twice", game.Identity)
		}
		games[game.Identity] = game
		return nil
	}))
	return games, err
}

// batch holds all games of a plan.
func batch(plan tournament.Plan, over <-chan struct{}, take func(tournament.Game) error) runner.Batch {
	return runner.Batch{Plan: plan, Games: planned(plan), Len: plan.Len(), Over: over, Take: take,
		Signed: plan.Spec.Players}
}

func planned(plan tournament.Plan) iter.Seq[tournament.Planned] {
	return func(yield func(tournament.Planned) bool) {
		for _, game := range plan.Select(func(int) bool { return true }) {
			if !yield(game) {
				return
			}
		}
	}
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
		games := 0
		for _, m := range c.members.Members() {
			games += m.Games
		}
		if games != len(want) {
			t.Errorf("%d workers have played %d games, want %d", workers, games, len(want))
		}
	}
}
