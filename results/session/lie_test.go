package session

import (
	"context"
	"errors"
	"iter"
	"testing"

	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/work"
)

// workers has games played by this process under the names of a sound worker and of a liar in turn. The liar is found
// after so many games.
type workers struct {
	session *Session
	found   int
	played  int
}

func (w *workers) Play(
	ctx context.Context, plan tournament.Plan, games iter.Seq[tournament.Planned], _ int, _ <-chan struct{},
	take func(tournament.Game) error,
) error {
	table := work.Table{Spec: plan.Spec, Rules: plan.Rules, NewPlayer: w.session.NewPlayer}
	for planned := range games {
		played, err := table.Play(ctx, work.Unit{Games: []tournament.Planned{planned}}, nil)
		if err != nil {
			return err
		}
		w.played++
		name := "sound-1"
		if w.played%2 == 0 && w.found > 0 {
			name = "liar-2"
		}
		game, err := table.Accept(planned, played[0], name)
		if err != nil {
			return err
		}
		if err := take(game.Game); err != nil {
			return err
		}
		if w.played == w.found {
			w.found = 0
			return &work.Lie{Worker: "liar-2", Err: errors.New("game 1v2/1/2: 30 turns against 31")}
		}
	}
	return nil
}

// TestGamesOfALiarAreWithdrawn: the run goes on under a new id without them, and the earlier one keeps them.
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
		if err != nil || work.By(game.Game) != "sound-1" {
			t.Errorf("game %s is by %q, error %v", game.Identity, work.By(game.Game), err)
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
