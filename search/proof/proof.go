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

// role tells apart the steps of the seat that is to win from those of the one that resists.
type role uint8

const (
	attack role = iota
	defence
	roles
)

type searcher struct {
	ctx      context.Context
	err      error // why the search had to end; once it is set, answers mean nothing
	levels   []*level
	table    table
	answered [roles][]uint32 // how often a step answered the question elsewhere, by step
	asked    uint64          // calls of stopped
}

// level is what the search keeps for each distance in steps from the root.
type level struct {
	position engine.Position
	steps    []engine.Step
	scores   []int32
}

func (s *searcher) level(ply int) *level {
	if ply == len(s.levels) {
		l := &level{}
		if ply > 0 {
			l.position = s.levels[0].position.Clone()
		}
		s.levels = append(s.levels, l)
	}
	return s.levels[ply]
}

// forces counts the turn that the position on level ply stands in. The game there is not over.
func (s *searcher) forces(ply int, winner engine.Seat, turns int) bool {
	if turns <= 0 || s.stopped() {
		return false
	}
	p := s.level(ply).position
	key := p.Hash() ^ uint64(winner)*0x9e3779b97f4a7c15
	if answer, known := s.table.probe(key, turns); known {
		return answer
	}
	var forced bool
	if p.Seat() == winner {
		forced = s.findsWin(ply, winner, turns)
	} else {
		forced = s.findsNoEscape(ply, winner, turns)
	}
	// In the middle of a turn hardly any position comes twice.
	if p.StartsTurn() && s.err == nil {
		s.table.store(key, turns, forced)
	}
	return forced
}

// findsWin tries steps that end the game before any that needs another search.
func (s *searcher) findsWin(ply int, winner engine.Seat, turns int) bool {
	l, child := s.level(ply), s.level(ply+1).position
	l.steps = l.position.AppendSteps(l.steps[:0])
	open := l.steps[:0]
	for _, step := range l.steps {
		l.position.PlayInto(step, child)
		switch {
		case child.Over():
			if child.Outcome().Score(winner) == 1 {
				s.answered[attack][step]++
				return true
			}
		case turnsAfter(child, turns) > 0:
			open = append(open, step)
		}
	}
	l.steps = open
	s.order(l, attack, turns)
	for i := range l.steps {
		step := s.pick(l, i, attack)
		l.position.PlayInto(step, child)
		if s.forces(ply+1, winner, turnsAfter(child, turns)) {
			s.answered[attack][step]++
			return true
		}
	}
	return false
}

func (s *searcher) findsNoEscape(ply int, winner engine.Seat, turns int) bool {
	l, child := s.level(ply), s.level(ply+1).position
	l.steps = l.position.AppendSteps(l.steps[:0])
	s.order(l, defence, turns)
	for i := range l.steps {
		step := s.pick(l, i, defence)
		l.position.PlayInto(step, child)
		if !s.wins(ply+1, winner, turnsAfter(child, turns)) {
			s.answered[defence][step]++
			return false
		}
	}
	return len(l.steps) > 0
}

func turnsAfter(child engine.Position, turns int) int {
	if child.StartsTurn() {
		return turns - 1
	}
	return turns
}

const checkEvery = 256

func (s *searcher) stopped() bool {
	if s.err == nil && s.asked%checkEvery == 0 {
		s.err = s.ctx.Err()
	}
	s.asked++
	return s.err != nil
}

// order leaves the winner's last turn alone, all of whose steps are tried anyway.
func (s *searcher) order(l *level, r role, turns int) {
	l.scores = l.scores[:0]
	if r == attack && turns == 1 {
		return
	}
	l.scores = append(l.scores, make([]int32, len(l.steps))...)
	l.position.OrderingScores(l.steps, l.scores)
}

// pick moves the step that answered most often, or else has the best score, of those from i on to place i.
func (s *searcher) pick(l *level, i int, r role) engine.Step {
	if len(l.scores) == 0 {
		return l.steps[i]
	}
	answered := s.answered[r]
	best := i
	for j := i + 1; j < len(l.steps); j++ {
		a, b := answered[l.steps[j]], answered[l.steps[best]]
		if a > b || a == b && l.scores[j] > l.scores[best] {
			best = j
		}
	}
	l.steps[i], l.steps[best] = l.steps[best], l.steps[i]
	l.scores[i], l.scores[best] = l.scores[best], l.scores[i]
	return l.steps[i]
}

// tableSize is the number of entries, a power of two; 16 bytes each.
const tableSize = 1 << 18

// entry is what is known of a position and a seat that is to win: it wins within forced turns (0 if that is not known),
// and it does not within unforced ones.
type entry struct {
	key              uint64
	forced, unforced uint16
}

// table keeps answers by position and winner. A new position takes the place of an old one.
type table []entry

// probe knows that a win within fewer turns is one, and no win within more is none.
func (t table) probe(key uint64, turns int) (forced, known bool) {
	e := &t[key&(tableSize-1)]
	switch {
	case e.key != key:
		return false, false
	case e.forced > 0 && int(e.forced) <= turns:
		return true, true
	case turns <= int(e.unforced):
		return false, true
	}
	return false, false
}

func (t table) store(key uint64, turns int, forced bool) {
	e := &t[key&(tableSize-1)]
	if e.key != key {
		*e = entry{key: key}
	}
	if forced {
		e.forced = uint16(turns)
	} else {
		e.unforced = uint16(turns)
	}
}
