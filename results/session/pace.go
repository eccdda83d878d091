package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"pillars/results/progress"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// ExpectedTime says about how long the games take that are not stored, as far as stored games of a database or a short
// trial tell.
func (s *Session) ExpectedTime(ctx context.Context, path string) string {
	pace, err := storedPace(ctx, path, s.Plan.Spec)
	if err != nil {
		return fmt.Sprintf("unknown (%v)", err)
	}
	workers := min(s.Workers, runtime.NumCPU())
	source := fmt.Sprintf(", from %s in %s", tournament.Counted(pace.Games, "game"), path)
	all, known := pace.Expect(s.Plan.Games, workers)
	if !known {
		pace.Try(ctx, s.Plan, s.NewPlayer)
		source = ""
		if all, known = pace.Expect(s.Plan.Games, workers); !known {
			return "unknown until some games are played"
		}
	}
	about := "about"
	if pace.AtMost || s.Gauge != nil {
		about = "at most about"
	}
	left := time.Duration(float64(all) * float64(s.Total()-s.Run.Games) / float64(max(1, len(s.Plan.Games))))
	return fmt.Sprintf("%s %s on %s%s", about, progress.Duration(max(left, time.Second)),
		tournament.Counted(workers, "worker"), source)
}

// storedPace learns from the games of a database how long games take by the same rules and limits. Of every run it
// looks at the first games only. A database that is not there has no games.
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
