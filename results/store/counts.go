package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"pillars/engine"
	"pillars/tournament"
)

// each yields what scan makes of the rows of a query. An error is the last thing it yields.
func each[T any](
	ctx context.Context, s *Store, scan func(*sql.Rows) (T, error), query string, arguments ...any,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := s.read.QueryContext(ctx, query, arguments...)
		if err != nil {
			yield(none, explain(s.path, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			one, err := scan(rows)
			if !yield(one, explain(s.path, err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, explain(s.path, err))
		}
	}
}

func collect[T any](rows iter.Seq2[T, error]) (all []T, err error) {
	for one, err := range rows {
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// OutcomeCount is how many games of a run ended alike between the same players in the same seats.
type OutcomeCount struct {
	Players []string // by seat
	Outcome engine.Outcome
	Fault   tournament.Fault
	Games   int
	Turns   int // of all these games together
}

// OutcomeCounts counts the games of a run by players, scores and reason, without reading their moves.
func (s *Store) OutcomeCounts(ctx context.Context, run string) ([]OutcomeCount, error) {
	return collect(each(ctx, s, func(rows *sql.Rows) (c OutcomeCount, err error) {
		var players, scores, reason string
		var seat int
		if err := rows.Scan(&players, &scores, &reason, &c.Fault.Kind, &seat, &c.Games, &c.Turns); err != nil {
			return c, err
		}
		c.Fault.Seat = engine.Seat(max(0, seat-1))
		if c.Players, c.Outcome, err = decodeOutcome(players, scores, reason); err != nil {
			return c, fmt.Errorf("run %s: %w", run, err)
		}
		return c, nil
	}, `SELECT players, scores, reason, fault, fault_seat, count(*), sum(turns) FROM `+s.games+` WHERE run = ?
		GROUP BY players, scores, reason, fault, fault_seat ORDER BY players, scores, reason`, run))
}

// decodeOutcome reads the columns of a game that tell its players and its outcome.
func decodeOutcome(players, scoresText, reason string) (names []string, outcome engine.Outcome, err error) {
	var scores []float64
	err = errors.Join(json.Unmarshal([]byte(players), &names), json.Unmarshal([]byte(scoresText), &scores))
	if err != nil {
		return nil, outcome, err
	}
	if len(names) != len(scores) {
		return nil, outcome, fmt.Errorf("%d players and %d scores", len(names), len(scores))
	}
	outcome, err = outcomeOf(scores, reason)
	return names, outcome, err
}

// FaultCounts counts, for every run that has any, the games that a player's fault ended.
func (s *Store) FaultCounts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	scan := func(rows *sql.Rows) (run string, err error) {
		var count int
		err = rows.Scan(&run, &count)
		counts[run] = count
		return run, err
	}
	_, err := collect(each(ctx, s, scan, "SELECT run, count(*) FROM "+s.games+" WHERE fault <> '' GROUP BY run"))
	return counts, err
}

// Identities lists the identities of a run's stored games, in the order of their texts.
func (s *Store) Identities(ctx context.Context, run string) ([]string, error) {
	scan := func(rows *sql.Rows) (identity string, err error) { return identity, rows.Scan(&identity) }
	return collect(each(ctx, s, scan, "SELECT identity FROM games WHERE run = ? ORDER BY identity", run))
}

// LongestIdentity is the length of the longest identity of a run's games, 0 without games.
func (s *Store) LongestIdentity(ctx context.Context, run string) (int, error) {
	return s.number(ctx, "SELECT coalesce(max(length(identity)), 0) FROM games WHERE run = ?", run)
}

// Distinct counts the games of a run that differ in where they start or in their moves.
func (s *Store) Distinct(ctx context.Context, run string) (int, error) {
	return s.number(ctx, `SELECT count(DISTINCT json_extract(record, '$.start') || char(10) ||
		json_extract(record, '$.turns')) FROM games WHERE run = ?`, run)
}

func (s *Store) number(ctx context.Context, query, run string) (n int, err error) {
	err = s.read.QueryRowContext(ctx, query, run).Scan(&n)
	return n, explain(s.path, err)
}
