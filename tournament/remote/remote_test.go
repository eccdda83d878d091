package remote

import (
	"context"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
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

// alone are the games of a plan as one process plays them.
func alone(t testing.TB, plan tournament.Plan) map[string]tournament.Game {
	t.Helper()
	games := map[string]tournament.Game{}
	sink := func(game tournament.Game) error { games[game.Identity] = game; return nil }
	run := runner.Runner{Plan: plan, NewPlayer: players.StoredRecorded, Sink: sink}
	if _, err := run.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return games
}

func open(t testing.TB, options Options) (*Coordinator, Address) {
	t.Helper()
	options.Listen, options.KeyFile = "127.0.0.1:0", filepath.Join(t.TempDir(), "key")
	c, err := Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	address, err := ParseAddress(c.Addresses()[0])
	if err != nil {
		t.Fatal(err)
	}
	return c, address
}

// start has workers play until the test ends.
func start(t testing.TB, address Address, workers ...*Worker) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); all.Wait() })
	for _, worker := range workers {
		worker.Slots, worker.Folder = max(1, worker.Slots), t.TempDir()
		all.Go(func() {
			if err := worker.Work(ctx, address, nil); err != nil && worker.newPlayer == nil { // liars are shut out
				t.Error(err)
			}
		})
	}
}

// play collects the games that a coordinator has played, each once.
func play(t testing.TB, c *Coordinator, plan tournament.Plan) (map[string]tournament.Game, error) {
	t.Helper()
	games := map[string]tournament.Game{}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := c.Play(ctx, plan, planned(plan), plan.Len(), nil, func(game tournament.Game) error {
		if _, twice := games[game.Identity]; twice {
			t.Errorf("game %s is taken twice", game.Identity)
		}
		games[game.Identity] = game
		return nil
	})
	return games, err
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

func compare(t testing.TB, got, want map[string]tournament.Game) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d games, want %d", len(got), len(want))
	}
	for identity, game := range want {
		other := got[identity]
		if !slices.Equal(game.Record.Turns, other.Record.Turns) || game.Outcome != other.Outcome {
			t.Errorf("game %s: %d turns, %s; alone %d turns, %s", identity, other.Turns, other.Outcome.Reason,
				game.Turns, game.Outcome.Reason)
		}
	}
}

func TestWorkersPlayTheGamesOfOneProcess(t *testing.T) {
	plan := plan(t, spec(40))
	want := alone(t, plan)
	for _, workers := range []int{0, 1, 3} {
		c, address := open(t, Options{Slots: 1 - min(1, workers), Audit: 3})
		for range workers {
			start(t, address, &Worker{Slots: 2})
		}
		got, err := play(t, c, plan)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, got, want)
		games := 0
		for _, m := range c.crew.Members() {
			games += m.Games
		}
		if games != len(want) {
			t.Errorf("%d workers have played %d games, want %d", workers, games, len(want))
		}
	}
}
