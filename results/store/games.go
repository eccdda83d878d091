package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"pillars/tournament"
)

// Append stores a finished game of a run, in one transaction; when it returns without error the game survives the end of the process, however it
// comes. A game that is stored already is left as it is; if that one had other moves or another end, the error wraps [ErrDifferent].
func (s *Store) Append(ctx context.Context, run string, game tournament.Game) error {
	if s.write == nil {
		return explain(s.path, errReadOnly)
	}
	row, err := rowOf(game)
	if err != nil {
		return fmt.Errorf("game %s/%s: %w", run, game.Identity, err)
	}
	result, err := s.write.ExecContext(ctx, `INSERT INTO games (run, identity, pair, players, scores, reason, turns, record, thoughts, finished)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run, identity) DO NOTHING`,
		run, game.Identity, game.Pair, row.players, row.scores, string(game.Outcome.Reason), game.Turns, row.record, row.thoughts,
		time.Now().UTC().Format(time.RFC3339Nano))
	if err != nil {
		return explain(s.path, err)
	}
	if added, err := result.RowsAffected(); err != nil || added == 1 {
		return explain(s.path, err)
	}
	return s.compare(ctx, run, game)
}

// compare checks a game against the stored one of the same identity.
func (s *Store) compare(ctx context.Context, run string, game tournament.Game) error {
	stored, err := s.Game(ctx, run, game.Identity)
	if err != nil {
		return err
	}
	a, b := stored.Record, game.Record
	if !slices.Equal(a.Turns, b.Turns) || a.Outcome != b.Outcome || a.Start != b.Start || !slices.Equal(a.Players, b.Players) {
		return explain(s.path, fmt.Errorf("game %s/%s: %w", run, game.Identity, ErrDifferent))
	}
	return nil
}

// Game reads one game. Without it, the error wraps [ErrNotFound].
func (s *Store) Game(ctx context.Context, run, identity string) (tournament.Game, error) {
	for game, err := range s.games(ctx, "WHERE run = ? AND identity = ?", run, identity) {
		return game, err
	}
	return tournament.Game{}, explain(s.path, fmt.Errorf("game %s/%s: %w", run, identity, ErrNotFound))
}

// Games reads the games of a run in the order in which they were finished. An error is the last thing it yields.
func (s *Store) Games(ctx context.Context, run string) iter.Seq2[tournament.Game, error] {
	return s.games(ctx, "WHERE run = ? ORDER BY number", run)
}

// games reads the games that the rest of a query selects.
func (s *Store) games(ctx context.Context, rest string, arguments ...any) iter.Seq2[tournament.Game, error] {
	return each(ctx, s, resultColumns+", record, thoughts", rest, arguments, func(rows *sql.Rows) (tournament.Game, error) { return scanGame(rows) })
}

// each reads columns of the games that the rest of a query selects, a row at a time. An error is the last thing it yields.
func each[T any](
	ctx context.Context, s *Store, columns, rest string, arguments []any, scan func(*sql.Rows) (T, error),
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := s.read.QueryContext(ctx, "SELECT "+columns+" FROM games "+rest, arguments...)
		if err != nil {
			yield(none, explain(s.path, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			game, err := scan(rows)
			if !yield(game, explain(s.path, err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, explain(s.path, err))
		}
	}
}

// Results reads what the games of a run mean to a standing, in the order in which they were finished, without their moves.
func (s *Store) Results(ctx context.Context, run string) ([]tournament.Result, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+resultColumns+" FROM games WHERE run = ? ORDER BY number", run)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer rows.Close()
	var results []tournament.Result
	for rows.Next() {
		result, err := scanResult(rows)
		if err != nil {
			return nil, explain(s.path, err)
		}
		results = append(results, result)
	}
	return results, explain(s.path, rows.Err())
}

// row holds the columns of a game that are JSON.
type row struct{ players, scores, record, thoughts string }

func rowOf(game tournament.Game) (row, error) {
	players, err1 := json.Marshal(game.Players)
	scores, err2 := json.Marshal(game.Outcome.Scores[:game.Outcome.Seats])
	record, err3 := encodeRecord(game.Record)
	thoughts, err4 := encodeThoughts(game.Thoughts)
	return row{string(players), string(scores), record, thoughts}, errors.Join(err1, err2, err3, err4)
}

// resultColumns are what scanResult reads.
const resultColumns = "identity, pair, players, scores, reason, turns"

// scanResult reads the columns of a result, and after them those that more points to.
func scanResult(rows *sql.Rows, more ...any) (tournament.Result, error) {
	var r tournament.Result
	var players, scoresText, reason string
	if err := rows.Scan(append([]any{&r.Identity, &r.Pair, &players, &scoresText, &reason, &r.Turns}, more...)...); err != nil {
		return r, err
	}
	var err error
	if r.Players, r.Outcome, err = decodeOutcome(players, scoresText, reason); err != nil {
		return r, fmt.Errorf("game %s: %w", r.Identity, err)
	}
	return r, nil
}

// scanGame reads a whole game, and after its columns those that more points to.
func scanGame(rows *sql.Rows, more ...any) (tournament.Game, error) {
	var record, thoughts string
	result, err := scanResult(rows, append([]any{&record, &thoughts}, more...)...)
	if err != nil {
		return tournament.Game{}, err
	}
	game := tournament.Game{Result: result}
	var err1, err2 error
	game.Record, err1 = decodeRecord(record)
	game.Thoughts, err2 = decodeThoughts(thoughts)
	if err := errors.Join(err1, err2); err != nil {
		return tournament.Game{}, fmt.Errorf("game %s: %w", result.Identity, err)
	}
	return game, nil
}
