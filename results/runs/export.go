package runs

import (
	"bufio"
	"context"
	"io"

	"pillars/results/export"
	"pillars/results/store"
)

// Export writes games of several runs for other programs.
type Export struct {
	export.Options
	Written int // games

	db     *store.Store
	runs   []store.Run
	filter store.Filter
}

// NewExport finds how many seats the games have: those of a run all have the same.
func NewExport(ctx context.Context, db *store.Store, runs []store.Run, f store.Filter, format string) (*Export, error) {
	e := &Export{export.Options{Format: format, Seats: 2}, 0, db, runs, f}
	for _, run := range runs {
		for game, err := range db.FindResults(ctx, run.ID, store.Filter{Limit: 1}) {
			if err != nil {
				return nil, err
			}
			e.Seats = max(e.Seats, len(game.Players))
		}
	}
	return e, nil
}

// Write writes the games of all runs, at most as many as the filter says.
func (e *Export) Write(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriter(w)
	write, err := export.NewWriter(out, e.Options)
	if err != nil {
		return err
	}
	find := e.db.Find
	if e.Format == "csv" {
		find = e.db.FindResults // needs no moves
	}
	for _, run := range e.runs {
		filter := e.filter
		if filter.Limit > 0 {
			if filter.Limit -= e.Written; filter.Limit == 0 {
				break
			}
		}
		for game, err := range find(ctx, run.ID, filter) {
			if err == nil {
				err = write(game)
			}
			if err != nil {
				return err
			}
			e.Written++
		}
	}
	return out.Flush()
}
