package tournaments

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// paceGames is how many games of a stored run are looked at to learn how long its players take.
const paceGames = 1000

// expectedTime says how long a tournament will take, as far as the games stored in a database tell.
func expectedTime(ctx context.Context, path string, plan tournament.Plan, workers int) string {
	pace, err := storedPace(ctx, path, plan.Spec)
	if err != nil {
		return fmt.Sprintf("expected time: unknown (%v)", err)
	}
	left, known := pace.Expect(plan.Games, min(workers, runtime.NumCPU()))
	if !known {
		return fmt.Sprintf("expected time: unknown until these players have met in games that are stored in %s", path)
	}
	unit := time.Second
	if left < 10*time.Second {
		unit = 100 * time.Millisecond
	}
	return fmt.Sprintf("expected time: about %v, going by %s in %s", left.Round(unit), cli.Counted(pace.Games(), "game"), path)
}

// storedPace learns from the games of a database that were played by the same rules and limits.
func storedPace(ctx context.Context, path string, spec tournament.Spec) (*runner.Pace, error) {
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
		if stored, err := tournament.ParseSpec(run.Spec); err == nil && sameConditions(stored, spec) {
			if err := learnPace(ctx, db, run.ID, pace); err != nil {
				return nil, err
			}
		}
	}
	return pace, nil
}

// sameConditions reports whether games of two tournaments take equally long. Limits of single players go by their numbers, so the players must agree.
func sameConditions(a, b tournament.Spec) bool {
	own := slices.Equal(a.Own, b.Own) && (len(a.Own) == 0 || slices.Equal(a.Players, b.Players))
	return a.Game == b.Game && a.Options.String() == b.Options.String() && a.Limits == b.Limits && a.Clock == b.Clock && own &&
		a.Adjudication == b.Adjudication
}

// learnPace learns from the first games of a run.
func learnPace(ctx context.Context, db *store.Store, run string, pace *runner.Pace) error {
	seen := 0
	for game, err := range db.Find(ctx, run, store.Filter{}) {
		if err != nil {
			return err
		}
		pace.Add(game.Game)
		if seen++; seen == paceGames {
			break
		}
	}
	return nil
}
