package stored

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"

	"pillars/cmd/pillars/cli"
	"pillars/results/export"
	"pillars/results/store"
)

// exporter writes games of several runs.
type exporter struct {
	db      *store.Store
	runs    []store.Run
	filter  store.Filter
	options export.Options
	written int // games
}

// measure finds how many seats the games have.
func (e *exporter) measure(ctx context.Context) error {
	for _, run := range e.runs {
		seats, err := seatsOf(ctx, e.db, run.ID)
		if err != nil {
			return err
		}
		e.options.Seats = max(e.options.Seats, seats)
	}
	return nil
}

// write writes the games of all runs, at most as many as the filter says.
func (e *exporter) write(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriter(w)
	games, err := export.NewWriter(out, e.options)
	if err != nil {
		return cli.Usagef("--format: %w", err)
	}
	for _, run := range e.runs {
		filter := e.filter
		if filter.Limit > 0 {
			if filter.Limit -= e.written; filter.Limit == 0 {
				break
			}
		}
		if err := e.writeRun(ctx, games, run, filter); err != nil {
			return err
		}
	}
	return errors.Join(games.Flush(), out.Flush())
}

// writeRun writes games of one run.
func (e *exporter) writeRun(ctx context.Context, games export.Writer, run store.Run, filter store.Filter) error {
	for game, err := range e.find(ctx, run.ID, filter) {
		if err == nil {
			err = games.Write(exportedGame(run, game))
		}
		if ctx.Err() != nil {
			return cli.Exit(cli.ExitInterrupted, errors.New("interrupted: the games were not written to the end"))
		}
		if err != nil {
			return err
		}
		e.written++
	}
	return nil
}

// find reads the games to be written, without their moves where those are not needed.
func (e *exporter) find(ctx context.Context, run string, filter store.Filter) iter.Seq2[store.Stored, error] {
	if e.options.Format == "csv" {
		return e.db.FindResults(ctx, run, filter)
	}
	return e.db.Find(ctx, run, filter)
}
