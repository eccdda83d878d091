package recorder

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/results/metrics"
	"pillars/tournament"
)

// Work says how games are recorded many at a time.
type Work struct {
	Rules   engine.Rules
	Options func() (Options, error) // for one worker: players belong to one
	Workers int
	Report  func(done int) // called from many goroutines; may be nil
}

// Record makes the records of games, ordered by their identities: the same for any number of workers and any order of the games.
func (w Work) Record(ctx context.Context, games []tournament.Game) ([]metrics.Game, error) {
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	records := make([]metrics.Game, len(games))
	var next, done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range max(1, min(w.Workers, len(games))) {
		group.Go(func() (err error) {
			options, err := w.Options()
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, options.Close()) }()
			recorder, err := New(w.Rules, options)
			if err != nil {
				return err
			}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(games) {
					return nil
				}
				if records[i], err = recorder.Record(ctx, games[i]); err != nil {
					return err
				}
				if w.Report != nil {
					w.Report(int(done.Add(1)))
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return records, nil
}
