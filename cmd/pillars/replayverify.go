package main

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/store"
	"pillars/tournament"
)

// verifier checks stored games of a run.
type verifier struct {
	run     store.Run
	game    engine.Game
	planned map[string]tournament.Planned
}

// newVerifier plans the run once more.
func newVerifier(run store.Run) (*verifier, error) {
	spec, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	game, err := games.Find(spec.Game)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	plan, err := tournament.NewPlan(spec, game)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	v := &verifier{run: run, game: game, planned: make(map[string]tournament.Planned, len(plan.Games))}
	for _, planned := range plan.Games {
		v.planned[planned.Identity] = planned
	}
	return v, nil
}

// check says what is wrong with a game.
func (v *verifier) check(game tournament.Game) error {
	planned, ok := v.planned[game.Identity]
	if !ok {
		return errors.New("the run has not planned such a game")
	}
	return tournament.Verify(planned, game, v.game)
}

// checkAll checks all games of the run and tells of those that are wrong.
func (v *verifier) checkAll(ctx context.Context, db *store.Store, tell func(identity string, err error)) (checked, wrong int, err error) {
	for game, err := range db.Games(ctx, v.run.ID) {
		if err != nil {
			return checked, wrong, err
		}
		checked++
		if err := v.check(game); err != nil {
			wrong++
			tell(game.Identity, err)
		}
	}
	return checked, wrong, nil
}
