package proof

import (
	"context"
	"slices"

	"pillars/engine"
)

// Turns are complete turns from one position, each with the steps that make it up.
type Turns [][]engine.Step

// WinningTurns lists every turn from p, in the order of the rules' step lists, after which the seat to act wins by force, all within a number of
// turns of all sides, this one included; with more than two seats that is against all the others together. From the middle of a turn it lists the
// ways to complete it.
func WinningTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	return turnsFor(ctx, p, p.Seat(), turns)
}

// LosingTurns lists every turn from p after which the seat to act loses by force, all within a number of turns of both sides, this one included: with 2
// they are the turns that the opponent can answer by winning at once.
func LosingTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	if err := checkSeats(p); err != nil {
		return nil, err
	}
	return turnsFor(ctx, p, 1-p.Seat(), turns)
}

// turnsFor lists the turns from p after which winner wins by force.
func turnsFor(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (Turns, error) {
	s, err := newSearcher(ctx, p, turns)
	if err != nil {
		return nil, err
	}
	var found Turns
	horizon := s.horizon(p, turns)
	if horizon <= 0 {
		return nil, nil
	}
	for turn, after := range engine.EachTurn(p) {
		if s.stopped() {
			break
		}
		s.level(0).position.CopyFrom(after)
		if s.wins(0, winner, horizon-1) {
			found = append(found, slices.Clone(turn))
		}
	}
	return found, s.err
}

// wins reports whether winner has won or wins by force from the position on level ply within a number of turns.
func (s *searcher) wins(ply int, winner engine.Seat, turns int) bool {
	if p := s.level(ply).position; p.Over() {
		return p.Outcome().Score(winner) == 1
	}
	return s.forces(ply, winner, turns)
}
