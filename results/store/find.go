package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"time"

	"pillars/tournament"
)

// Stored is a game as it is kept.
type Stored struct {
	tournament.Game
	Finished time.Time
}

// Find reads the games of a run that a filter selects, in the order in which they were finished, one at a time. An error is the last thing it yields.
func (s *Store) Find(ctx context.Context, run string, filter Filter) iter.Seq2[Stored, error] {
	rest, arguments := filter.query(run)
	return each(ctx, s, resultColumns+", record, thoughts, finished", rest, arguments, scanStored)
}

// FindResults is Find without the moves: only the results of the games and when they were finished are read.
func (s *Store) FindResults(ctx context.Context, run string, filter Filter) iter.Seq2[Stored, error] {
	rest, arguments := filter.query(run)
	return each(ctx, s, resultColumns+", finished", rest, arguments, scanStoredResult)
}

func scanStored(rows *sql.Rows) (Stored, error) {
	var finished string
	game, err := scanGame(rows, &finished)
	if err != nil {
		return Stored{}, err
	}
	return stored(game, finished)
}

func scanStoredResult(rows *sql.Rows) (Stored, error) {
	var finished string
	result, err := scanResult(rows, &finished)
	if err != nil {
		return Stored{}, err
	}
	return stored(tournament.Game{Result: result}, finished)
}

// stored reads when the game was finished.
func stored(game tournament.Game, finished string) (Stored, error) {
	at, err := time.Parse(time.RFC3339Nano, finished)
	if err != nil {
		return Stored{}, fmt.Errorf("game %s: finished: %w", game.Identity, err)
	}
	return Stored{game, at}, nil
}

// FindGame reads one game. Without it, the error wraps [ErrNotFound].
func (s *Store) FindGame(ctx context.Context, run, identity string) (Stored, error) {
	const rest = "WHERE run = ? AND identity = ?"
	for game, err := range each(ctx, s, resultColumns+", record, thoughts, finished", rest, []any{run, identity}, scanStored) {
		return game, err
	}
	return Stored{}, explain(s.path, fmt.Errorf("game %s/%s: %w", run, identity, ErrNotFound))
}
