package session

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// workers is a [runner.Elsewhere] that plays games in this process under the names of two workers in turn, a sound one
// and a liar. The liar is found after a number of games.
type workers struct {
	session *Session
	found   int
	played  int
	stop    func()   // if not nil, called when the liar is found
	trusted []string // by the lie
}

func (w *workers) Play(ctx context.Context, batch runner.Batch) error {
	for planned := range batch.Games {
		name, table := "sound-1", work.Table{Spec: batch.Plan.Spec, Rules: batch.Plan.Rules}
		table.NewPlayer = w.session.NewPlayer
		if w.played++; w.played%2 == 0 && w.found > 0 {
			name = "liar-2"
			table.NewPlayer = func(_ string, rules engine.Rules) (search.Player, error) {
				return players.Recorded("random", rules)
			}
		}
		played, err := table.Play(ctx, []tournament.Planned{planned}, nil)
		if err != nil {
			return err
		}
		game, err := table.Accept(planned, played[0], name)
		if err != nil {
			return err
		}
		if err := batch.Take(game); err != nil {
			return err
		}
		if w.played == w.found {
			w.found = 0
			if w.stop != nil {
				w.stop()
			}
			return &work.Lie{Worker: "liar-2", Err: errors.New("game 1v2/1/2: 30 turns against 31"), Trusted: w.trusted}
		}
	}
	return nil
}

// TestGamesOfALiarAreWithdrawn checks that the run continues under a new id without the liar's games, and that the
// earlier run keeps them.
func TestGamesOfALiarAreWithdrawn(t *testing.T) {
	db := open(t)
	c := newTrial(t, db, nil, "greedy", "random")
	c.Name = "ladder"
	c.Elsewhere = &workers{session: c.Session, found: 4}
	c.play(t, db, 6+2, Made, Withdrawn) // two of the first four are the liar's
	results, err := c.Results(t.Context())
	if err != nil || len(results) != 6 {
		t.Fatalf("%d games of run %s, error %v; want all 6", len(results), c.Run.ID, err)
	}
	for game, err := range db.Find(t.Context(), c.Run.ID, store.Filter{}) {
		if err != nil || work.WorkerOf(game.Game) != "sound-1" {
			t.Errorf("game %s is by %q, error %v", game.Identity, work.WorkerOf(game.Game), err)
		}
	}
	run, err := db.Run(t.Context(), c.Run.ID)
	if err != nil || run.Name != "ladder" {
		t.Errorf("run %+v, error %v: want its name", run, err)
	}
	if err := db.Sign(t.Context(), run, map[string]string{"random": "another"}); err == nil {
		t.Error("the new run has no signature of its players")
	}
	deleted, err := db.Deleted(t.Context())
	if err != nil || len(deleted) != 1 || deleted[0].Games != 4 {
		t.Errorf("deleted runs %+v, error %v: want one with the four games from before", deleted, err)
	}
}

// TestUntrustedWorkersAreWithdrawnToo checks that games of unknown workers are withdrawn, and that other unknown
// workers may replay them.
func TestUntrustedWorkersAreWithdrawnToo(t *testing.T) {
	db := open(t)
	c := newTrial(t, db, nil, "greedy", "random")
	c.Elsewhere = &workers{session: c.Session, found: 4, trusted: []string{"here"}}
	c.play(t, db, 6+4, Made, Withdrawn)
	if results, err := c.Results(t.Context()); err != nil || len(results) != 6 {
		t.Errorf("%d games of run %s, error %v; want all 6", len(results), c.Run.ID, err)
	}
}

// TestStoppedSessionsWithdraw stops a session while a liar is found. The session still withdraws the liar's games.
func TestStoppedSessionsWithdraw(t *testing.T) {
	db := open(t)
	c := newTrial(t, db, nil, "greedy", "random")
	ctx, stop := context.WithCancel(t.Context())
	c.Elsewhere = &workers{session: c.Session, found: 4, stop: stop}
	if err := c.Enter(ctx, db); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Play(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was stopped", err)
	}
	results, err := c.Results(t.Context())
	if err != nil || len(results) != 2 {
		t.Errorf("%d games of run %s, error %v; want the two of the sound worker", len(results), c.Run.ID, err)
	}
	again := newTrial(t, db, nil, "greedy", "random")
	again.play(t, db, 4, GoesOn)
}

// TestFailedWithdrawalsSaySo checks that a withdrawal that fails returns an error and leaves the run unchanged.
func TestFailedWithdrawalsSaySo(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	c := newTrial(t, db, nil, "greedy", "random")
	w := &workers{session: c.Session, found: 4}
	w.stop = func() { _ = db.Close() }
	c.Elsewhere = w
	if err := c.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	run := c.Run.ID
	if _, err := c.Play(t.Context()); err == nil {
		t.Error("no error where nothing can be stored")
	}
	if c.Run.ID != run || slices.Contains(c.told, Withdrawn) {
		t.Errorf("run %s after %s, told %v", c.Run.ID, run, c.told)
	}
}

// TestLaterRoundsFollowFromSoundGames compares a Swiss tournament in whose first rounds a liar changed results with one
// without a liar. In the end both have the same games.
func TestLaterRoundsFollowFromSoundGames(t *testing.T) {
	for seed := range uint64(3) {
		swiss := func(spec *tournament.Spec) {
			spec.Format, spec.Seed = tournament.Swiss{MatchPairs: 1}, seed
		}
		names := []string{"greedy", "random", "alphabeta:nodes=5", "alphabeta:nodes=20", "mcts:nodes=3", "mcts:nodes=9"}
		var want, got map[string]tournament.Result
		for found, games := range map[int]*map[string]tournament.Result{0: &want, 15: &got} {
			db := open(t)
			c := newTrial(t, db, swiss, names...)
			c.Elsewhere = &workers{session: c.Session, found: found}
			if err := c.Enter(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Play(t.Context()); err != nil {
				t.Fatal(err)
			}
			results, err := c.Results(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			*games = results
		}
		if len(want) != 18 || !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: %d games instead of %d, or others", seed, len(got), len(want))
		}
	}
}
