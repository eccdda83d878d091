// Package proof proves wins: of either seat in games of two, and of one seat against all the others where there are
// more. It says whether a seat can force a win within a number of turns, and which turns do it. It looks at every step,
// knows no evaluation, reduces nothing and guesses nothing. Players are measured against it, and test positions are
// verified by it.
//
// Where the seat that is to win acts one step must do, where another one acts all must (an AND/OR search). Depth counts
// turns: the rest of a turn that has begun counts as one, and the seat to act need not alternate from step to step.
//
// Two things make it fast enough for boards of full size, and neither touches the answer: steps that answered the
// question elsewhere come first (with move-ordering scores behind them), and answers are kept in a table by position,
// winner and turns left. The table tells positions apart by their 64-bit hashes, so a proof is as sure as those do not
// collide.
//
// # Repetition and the turn cap
//
// The search need not look for draws by repetition: a seat that can force a win within n turns can do so by always
// choosing a shortest win. Then the distance falls with every turn, so no position stands twice. This holds when
// repetitions are counted from the position that is asked about, as they are for a position read from text; a game's
// earlier positions are not known here. The turn cap cuts the number of turns looked ahead.
package proof

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
)

// Forces reports whether winner can force a win from p within a number of turns of all sides, 1 or more. With more than
// two seats it is a win against all the others together. When ctx ends, Forces ends with its error.
func Forces(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (bool, error) {
	s, err := newSearcher(ctx, p, turns)
	if err != nil {
		return false, err
	}
	forced := s.wins(0, winner, s.horizon(p, turns))
	return forced && s.err == nil, s.err
}

// maxTurns is far above what can be searched.
const maxTurns = 1000

func newSearcher(ctx context.Context, p engine.Position, turns int) (*searcher, error) {
	if turns < 1 || turns > maxTurns {
		return nil, fmt.Errorf("exact search of %d turns: must be from 1 to %d", turns, maxTurns)
	}
	s := &searcher{ctx: ctx, table: make(table, tableSize)}
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
// force, all within a number of turns of all sides, this one included. From the middle of a turn it lists the ways to
// complete it.
func WinningTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	return turnsFor(ctx, p, p.Seat(), turns)
}

// LosingTurns lists every turn from p after which the seat to act loses by force, all within a number of turns of both
// sides, this one included: with 2 they are the turns that the opponent can answer by winning at once.
func LosingTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	if seats := p.Rules().Seats(); seats != 2 {
		return nil, fmt.Errorf("exact search for a loss needs a two-seat game; %s has %d seats here",
			p.Rules().Game().Title(), seats)
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

func (s *searcher) wins(ply int, winner engine.Seat, turns int) bool {
	if p := s.levels[ply].position; p.Over() {
		return p.Outcome().Score(winner) == 1
	}
	return s.forces(ply, winner, turns)
}
