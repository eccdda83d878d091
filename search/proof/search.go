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
