package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"pillars/engine"
	"pillars/tournament"
)

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
	rows, err := s.read.QueryContext(ctx, `SELECT players, scores, reason, fault, fault_seat, count(*), sum(turns) FROM `+s.games+`
		WHERE run = ? GROUP BY players, scores, reason, fault, fault_seat ORDER BY players, scores, reason`, run)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer rows.Close()
	var counts []OutcomeCount
	for rows.Next() {
		var c OutcomeCount
		var players, scoresText, reason string
		var seat int
		if err := rows.Scan(&players, &scoresText, &reason, &c.Fault.Kind, &seat, &c.Games, &c.Turns); err != nil {
			return nil, explain(s.path, err)
		}
		c.Fault.Seat = engine.Seat(max(0, seat-1))
		if c.Players, c.Outcome, err = decodeOutcome(players, scoresText, reason); err != nil {
			return nil, explain(s.path, fmt.Errorf("run %s: %w", run, err))
		}
		counts = append(counts, c)
	}
	return counts, explain(s.path, rows.Err())
}

// decodeOutcome reads the columns of a game that tell its players and its outcome.
func decodeOutcome(players, scoresText, reason string) (names []string, outcome engine.Outcome, err error) {
	var scores []float64
	if err := errors.Join(json.Unmarshal([]byte(players), &names), json.Unmarshal([]byte(scoresText), &scores)); err != nil {
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
	rows, err := s.read.QueryContext(ctx, "SELECT run, count(*) FROM "+s.games+" WHERE fault <> '' GROUP BY run")
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var run string
		var count int
		if err := rows.Scan(&run, &count); err != nil {
			return nil, explain(s.path, err)
		}
		counts[run] = count
	}
	return counts, explain(s.path, rows.Err())
}

// Identities lists the identities of a run's stored games, in the order of their texts.
func (s *Store) Identities(ctx context.Context, run string) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT identity FROM games WHERE run = ? ORDER BY identity", run)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer rows.Close()
	var identities []string
	for rows.Next() {
		var identity string
		if err := rows.Scan(&identity); err != nil {
			return nil, explain(s.path, err)
		}
		identities = append(identities, identity)
	}
	return identities, explain(s.path, rows.Err())
}

// LongestIdentity is the length of the longest identity of a run's games, 0 without games.
func (s *Store) LongestIdentity(ctx context.Context, run string) (length int, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT coalesce(max(length(identity)), 0) FROM games WHERE run = ?", run).Scan(&length)
	return length, explain(s.path, err)
}

// Distinct counts the games of a run that differ in where they start or in their moves.
func (s *Store) Distinct(ctx context.Context, run string) (games int, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT count(DISTINCT json_extract(record, '$.start') || char(10) || json_extract(record, '$.turns'))
		FROM games WHERE run = ?`, run).Scan(&games)
	return games, explain(s.path, err)
}
