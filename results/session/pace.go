package session

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// StoredPace learns from the games of a database how long games take by the same rules and limits. Of every run it
// looks at the first games only. A database that is not there has no games.
func StoredPace(ctx context.Context, path string, spec tournament.Spec) (*runner.Pace, error) {
	pace := &runner.Pace{}
	db, err := store.OpenReadOnly(path)
	if errors.Is(err, fs.ErrNotExist) {
		return pace, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		stored, err := tournament.ParseSpec(run.Spec)
		if err != nil || !takeAsLong(stored, spec) {
			continue
		}
		for game, err := range db.Find(ctx, run.ID, store.Filter{Limit: 1000}) {
			if err != nil {
				return nil, err
			}
			pace.Add(game.Game)
		}
	}
	return pace, nil
}

// takeAsLong reports whether games of the same players take equally long in two runs. Limits of single players go by
// their numbers, so the players must agree.
func takeAsLong(a, b tournament.Spec) bool {
	own := slices.Equal(a.Own, b.Own) && (len(a.Own) == 0 || slices.Equal(a.Players, b.Players))
	return own && a.Game == b.Game && a.Options.String() == b.Options.String() && a.Limits == b.Limits &&
		a.Clock == b.Clock && a.Adjudication == b.Adjudication
}
