// Package proof proves wins: of either seat in games of two, and of one seat against all others in games of more. It
// finds whether a seat can force a win within a number of turns, and which turns do so. It tries every step, without
// evaluation, reduction or pruning. It verifies test positions, on which players are measured.
//
// Where the winner acts, one winning step is enough; where another seat acts, all steps must lose (an AND/OR search).
// Depth counts turns: the rest of a turn that has begun counts as one, and seats need not alternate from step to step.
//
// Two methods make it fast enough for boards of full size without affecting the answer: steps that were successful
// elsewhere come first, then those with high move-ordering scores, and a table stores answers by position, winner and
// turns left. The table identifies positions by 64-bit hashes, so a proof is valid unless two hashes collide.
//
// # Repetition and the turn cap
//
// The search can ignore draws by repetition: a seat that can force a win within n turns can do so by always choosing a
// shortest win. Then the distance falls with every turn, so no position occurs twice. This is valid if repetitions
// count from the given position on, as they do for a position read from text; earlier positions of a game are unknown
// here. The turn cap limits the number of turns.
package proof

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
)

// Forces reports whether winner can force a win from p within a number of turns of all seats, 1 or more. With more than
// two seats the win must hold against all others together. If ctx ends, Forces returns its error.
func Forces(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (bool, error) {
	s, err := newSearcher(p, turns)
	if err != nil {
		return false, err
	}
	forced := s.wins(ctx, 0, winner, s.horizon(p, turns))
	return forced && s.err == nil, s.err
}

// maxTurns is the largest number of turns, far above what can be searched.
const maxTurns = 1000

func newSearcher(p engine.Position, turns int) (*searcher, error) {
	if turns < 1 || turns > maxTurns {
		return nil, fmt.Errorf("exact search of %d turns: must be from 1 to %d", turns, maxTurns)
	}
	s := &searcher{table: make(table, tableSize)}
	for role := range s.answered {
		s.answered[role] = make([]uint32, p.Rules().StepSpace())
	}
	s.level(0).position = p.Clone()
	return s, nil
}

// horizon returns the given number of turns, or fewer if the turn cap ends the game sooner.
func (s *searcher) horizon(p engine.Position, turns int) int {
	if turnCap := p.Rules().TurnCap(); turnCap > 0 {
		return min(turns, turnCap-p.Turn()+1)
	}
	return turns
}

// Turns holds complete turns from one position, each as a list of its steps.
type Turns [][]engine.Step

// WinningTurns returns every turn from p after which the seat to act can force a win, in the order of the rules' step
// lists. Turns counts the turns of all seats up to the win, including this one. From the middle of a turn it returns
// the ways to complete it.
func WinningTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	return turnsFor(ctx, p, p.Seat(), turns)
}

// LosingTurns returns every turn from p after which the opponent can force a win. Turns counts the turns of both seats
// up to the win, including this one: with 2 the opponent wins by its next turn.
func LosingTurns(ctx context.Context, p engine.Position, turns int) (Turns, error) {
	if seats := p.Rules().Seats(); seats != 2 {
		return nil, fmt.Errorf("exact search for a loss needs a two-seat game; %s has %d seats here",
			p.Rules().Game().Title(), seats)
	}
	return turnsFor(ctx, p, 1-p.Seat(), turns)
}

// turnsFor returns the turns from p after which winner can force a win.
func turnsFor(ctx context.Context, p engine.Position, winner engine.Seat, turns int) (Turns, error) {
	s, err := newSearcher(p, turns)
	if err != nil {
		return nil, err
	}
	var found Turns
	horizon := s.horizon(p, turns)
	if horizon <= 0 {
		return nil, nil
	}
	for turn, after := range engine.EachTurn(p) {
		if s.stopped(ctx) {
			break
		}
		s.level(0).position.CopyFrom(after)
		if s.wins(ctx, 0, winner, horizon-1) {
			found = append(found, slices.Clone(turn))
		}
	}
	return found, s.err
}

// wins reports whether winner has won or can force a win on level ply.
func (s *searcher) wins(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
	if p := s.levels[ply].position; p.Over() {
		return p.Outcome().Score(winner) == 1
	}
	return s.forces(ctx, ply, winner, turns)
}

// role distinguishes the steps of the winner from those of its opponents.
type role uint8

const (
	attack role = iota
	defence
	roles
)

type searcher struct {
	err      error // why the search had to end; once it is set, answers are invalid
	levels   []*level
	table    table
	answered [roles][]uint32 // by step, the number of times that it succeeded
	asked    uint64          // calls of stopped
}

// level is the memory for one distance in steps from the root.
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

// forces reports whether winner can force a win on level ply, where the game is not over. The current turn counts as
// one.
func (s *searcher) forces(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
	if turns <= 0 || s.stopped(ctx) {
		return false
	}
	p := s.level(ply).position
	key := p.Hash() ^ uint64(winner)*0x9e3779b97f4a7c15
	if answer, known := s.table.probe(key, turns); known {
		return answer
	}
	var forced bool
	if p.Seat() == winner {
		forced = s.findsWin(ctx, ply, winner, turns)
	} else {
		forced = s.findsNoEscape(ctx, ply, winner, turns)
	}
	// Positions in the middle of a turn rarely recur.
	if p.StartsTurn() && s.err == nil {
		s.table.store(key, turns, forced)
	}
	return forced
}

// findsWin reports whether some step of the winner wins. It tries steps that end the game before those that need
// further search.
func (s *searcher) findsWin(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
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
		if s.forces(ctx, ply+1, winner, turnsAfter(child, turns)) {
			s.answered[attack][step]++
			return true
		}
	}
	return false
}

// findsNoEscape reports whether all steps of an opponent lose.
func (s *searcher) findsNoEscape(ctx context.Context, ply int, winner engine.Seat, turns int) bool {
	l, child := s.level(ply), s.level(ply+1).position
	l.steps = l.position.AppendSteps(l.steps[:0])
	s.order(l, defence, turns)
	for i := range l.steps {
		step := s.pick(l, i, defence)
		l.position.PlayInto(step, child)
		if !s.wins(ctx, ply+1, winner, turnsAfter(child, turns)) {
			s.answered[defence][step]++
			return false
		}
	}
	return len(l.steps) > 0
}

// turnsAfter returns the turns left in the position after a step.
func turnsAfter(child engine.Position, turns int) int {
	if child.StartsTurn() {
		return turns - 1
	}
	return turns
}

const checkEvery = 256

// stopped reports whether ctx has ended, which it looks up in every 256th call.
func (s *searcher) stopped(ctx context.Context) bool {
	if s.err == nil && s.asked%checkEvery == 0 {
		s.err = ctx.Err()
	}
	s.asked++
	return s.err != nil
}

// order scores the steps of a level. In the winner's last turn it scores none: findsWin has already tried the steps
// that can win.
func (s *searcher) order(l *level, r role, turns int) {
	l.scores = l.scores[:0]
	if r == attack && turns == 1 {
		return
	}
	l.scores = append(l.scores, make([]int32, len(l.steps))...)
	l.position.OrderingScores(l.steps, l.scores)
}

// pick moves the best of the steps from index i on to index i: the step with the most successes elsewhere and, of equal
// ones, the highest score.
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

// tableSize is the number of entries, 16 bytes each. It must be a power of two.
const tableSize = 1 << 18

// entry is what is known of a position and a winner: the winner can force a win within forced turns (0 if unknown), and
// cannot within unforced turns.
type entry struct {
	key              uint64
	forced, unforced uint16
}

// table holds answers by position and winner. A new entry replaces the old one.
type table []entry

// probe returns the answer for a number of turns, if an entry implies it: a win within fewer turns is a win within
// more, and without a win within more turns there is none within fewer.
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
