package runs

import (
	"context"
	"fmt"

	"pillars/results"
	"pillars/results/store"
	"pillars/tournament"
)

// Rate folds the results of a run, those that count by its rule for faults.
func Rate(ctx context.Context, db *store.Store, run string, rule tournament.FaultRule) (*results.Fold, error) {
	counting := store.EveryGame
	if rule == tournament.FaultVoid {
		counting = store.SoundGames
	}
	groups, err := db.Groups(ctx, run, counting)
	if err != nil {
		return nil, err
	}
	fold := results.NewFold()
	for _, g := range groups {
		if err := fold.AddOpenings(g.Games, g.Count); err != nil {
			return nil, fmt.Errorf("run %s: game %w", run, err)
		}
	}
	return fold, nil
}
