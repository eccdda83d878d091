package proof

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
)

// Value is what is proven of a position for its seat to act.
type Value uint8

// The values. Unknown says that neither side can force a win within the turns looked at.
const (
	Unknown Value = iota
	Win
	Loss
)

// String is the value as a word.
func (v Value) String() string { return [...]string{"unknown", "win", "loss"}[v] }

// Result is what a search has proven.
type Result struct {
	Value Value
	// Turns is the length of the shortest forced win or the longest resistance, in turns of both sides: 1 for a win
	// with the turn to play, 2 for a loss to the turn after it. It is 0 for an unknown value and for a game that is
	// over.
	Turns int
	// Nodes counts the steps made.
	Nodes uint64
}

// Solve proves what it can of p within a number of turns of both sides, 1 or more. It takes the shortest way that there
// is, so a result of Turns n says that there is none in n-1. When ctx ends, Solve ends with its error.
func Solve(ctx context.Context, p engine.Position, turns int) (Result, error) {
	if err := checkSeats(p); err != nil {
		return Result{}, err
	}
	s, err := newSearcher(ctx, p, turns)
	if err != nil {
		return Result{}, err
	}
	if p.Over() {
		return Result{Value: valueOf(p.Outcome(), p.Seat())}, nil
	}
	seat := p.Seat()
	for n := 1; n <= s.horizon(p, turns); n++ {
		for winner := range engine.Seat(2) {
			forced := s.forces(0, winner, n)
			if s.err != nil {
				return Result{Nodes: s.nodes}, s.err
			}
			if forced {
				return Result{Value: valueFor(winner, seat), Turns: n, Nodes: s.nodes}, nil
			}
		}
	}
	return Result{Nodes: s.nodes}, nil
}

// Forces reports whether winner can force a win from p within a number of turns of both sides, 1 or more. It is [Solve]
// for those who ask about one seat only. With more than two seats it is a win against all the others together, whatever
// they do. When ctx ends, Forces ends with its error.
func Forces(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (bool, error) {
	s, err := newSearcher(ctx, p, turns)
	if err != nil {
		return false, err
	}
	forced := s.wins(0, winner, s.horizon(p, turns))
	return forced && s.err == nil, s.err
}

// valueOf is the value of a finished game for a seat. A draw is neither won nor lost.
func valueOf(outcome engine.Outcome, seat engine.Seat) Value {
	switch outcome.Score(seat) {
	case 1:
		return Win
	case 0:
		return Loss
	}
	return Unknown
}

func valueFor(winner, seat engine.Seat) Value {
	if winner == seat {
		return Win
	}
	return Loss
}

// maxTurns bounds the turns that can be asked for, far above what can be searched.
const maxTurns = 1000

// checkSeats refuses positions of more than two seats, where who resists whom is not settled.
func checkSeats(p engine.Position) error {
	if seats := p.Rules().Seats(); seats != 2 {
		return fmt.Errorf("exact search for a loss is for two-seat games; %s has %d seats here",
			p.Rules().Game().Title(), seats)
	}
	return nil
}

func newSearcher(ctx context.Context, p engine.Position, turns int) (*searcher, error) {
	if turns < 1 || turns > maxTurns {
		return nil, fmt.Errorf("exact search of %d turns: must be from 1 to %d", turns, maxTurns)
	}
	s := &searcher{ctx: ctx, table: newTable()}
	for role := range s.answered {
		s.answered[role] = make([]uint32, p.Rules().StepSpace())
	}
	s.level(0).position = p.Clone()
	return s, nil
}

// horizon is how many of the turns from p on can be played before the turn cap.
func (s *searcher) horizon(p engine.Position, turns int) int {
	if turnCap := p.Rules().TurnCap(); turnCap > 0 {
		return min(turns, turnCap-p.Turn()+1)
	}
	return turns
}

// Turns are complete turns from one position, each with the steps that make it up.
type Turns [][]engine.Step

// WinningTurns lists every turn from p, in the order of the rules' step lists, after which the seat to act wins by
// force, all within a number of turns of all sides, this one included; with more than two seats that is against all the
// others together. From the middle of a turn it lists the ways to complete it.
func WinningTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	return turnsFor(ctx, p, p.Seat(), turns)
}

// LosingTurns lists every turn from p after which the seat to act loses by force, all within a number of turns of both
// sides, this one included: with 2 they are the turns that the opponent can answer by winning at once.
func LosingTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	if err := checkSeats(p); err != nil {
		return nil, err
	}
	return turnsFor(ctx, p, 1-p.Seat(), turns)
}

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
