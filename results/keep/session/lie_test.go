package session

import (
	"context"
	"errors"
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
			return &work.Lie{Worker: "liar-2", Err: errors.New("game 1v2/1/2: 30 turns against 31")}
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
