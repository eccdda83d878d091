package proof

import (
	"context"

	"pillars/engine"
)

// role tells apart the steps of the seat that is to win from those of the one that resists.
type role uint8

const (
	attack role = iota
	defence
	roles
)

// searcher is the memory and the state of a search.
type searcher struct {
	ctx      context.Context
	err      error // why the search had to end; once it is set, answers mean nothing
	nodes    uint64
	levels   []*level
	table    table
	answered [roles][]uint32 // how often a step answered the question elsewhere, by step

	questions uint64 // calls of forces
}

// level is what the search keeps for each distance in steps from the root.
type level struct {
	position engine.Position
	steps    []engine.Step
	hints    []int32
}

// level is the memory of a distance in steps.
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

// forces reports whether winner can force a win from the position on level ply, whose game is not over, within a number of turns, the one that the
// position stands in included.
func (s *searcher) forces(ply int, winner engine.Seat, turns int) bool {
	if turns <= 0 || s.stopped() {
		return false
	}
	p := s.level(ply).position
	key := keyOf(p.Hash(), winner)
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

// findsWin reports whether some step of the winner wins. Steps that end the game are tried before any that needs another search.
func (s *searcher) findsWin(ply int, winner engine.Seat, turns int) bool {
	l, child := s.level(ply), s.level(ply+1).position
	l.steps = l.position.AppendSteps(l.steps[:0])
	open := l.steps[:0]
	for _, step := range l.steps {
		s.play(l, step, child)
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
		s.play(l, step, child)
		if s.forces(ply+1, winner, turnsAfter(child, turns)) {
			s.answered[attack][step]++
			return true
		}
	}
	return false
}

// findsNoEscape reports whether all steps of the seat that is not to win lose.
func (s *searcher) findsNoEscape(ply int, winner engine.Seat, turns int) bool {
	l, child := s.level(ply), s.level(ply+1).position
	l.steps = l.position.AppendSteps(l.steps[:0])
	s.order(l, defence, turns)
	for i := range l.steps {
		step := s.pick(l, i, defence)
		s.play(l, step, child)
		lost := false
		if child.Over() {
			lost = child.Outcome().Score(winner) == 1
		} else {
			lost = s.forces(ply+1, winner, turnsAfter(child, turns))
		}
		if !lost {
			s.answered[defence][step]++
			return false
		}
	}
	return len(l.steps) > 0
}

// turnsAfter is how many turns are left in a position that a step of a turn led to.
func turnsAfter(child engine.Position, turns int) int {
	if child.StartsTurn() {
		return turns - 1
	}
	return turns
}

func (s *searcher) play(l *level, step engine.Step, child engine.Position) {
	l.position.PlayInto(step, child)
	s.nodes++
}

// checkEvery is how many questions pass between two looks at the context.
const checkEvery = 256

// stopped reports whether the search has to end.
func (s *searcher) stopped() bool {
	if s.err == nil && s.questions%checkEvery == 0 {
		s.err = s.ctx.Err()
	}
	s.questions++
	return s.err != nil
}
