package multiseat

import (
	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
	"pillars/search/utility"
)

const (
	// certainty shrinks evaluations towards 1/2, so that the end of a game outweighs any estimate.
	certainty = 0.97
	// delay shrinks results towards 1/2 by each step they are away, so that an early win is better than a late one.
	delay = 1e-4
	// slack keeps rounding errors from pruning steps that are as good.
	slack = 1e-9
)

// shrink moves utilities towards 1/2 and preserves their mean.
func (s *searcher) shrink(v utility.Vector, factor float64) utility.Vector {
	for seat := range s.seats {
		v[seat] = 0.5 + (v[seat]-0.5)*factor
	}
	return v
}

// most returns the largest utility that a game ending ply steps away can have.
func most(ply int) float64 { return 0.5 + 0.5*(1-delay*float64(ply)) }

// rival is a seat with a choice on the path to a node, and the utility that the node must give it to matter.
type rival struct {
	seat  engine.Seat
	least float64
}

// searchVector sets the value of level ply, searching its position to depth further steps. If the rival
// cannot get more than its least there, the value only has that property.
func (s *searcher) searchVector(ply, depth int, r rival) {
	l := &s.Levels[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 || ply >= maxPly-1 {
		s.unsettled = true
		s.values[ply] = s.shrink(utility.Evaluate(s.evaluator, l.Position, s.seats, 1), certainty)
		return
	}
	n := node{Node: kit.Node{Ply: ply, Depth: depth, Key: s.key(l.Position, replyOpen)}}
	s.Probe(&n.Node)
	s.trySteps(s.list(&n), &n, r)
	s.Store(&n.Node, kit.NoBound)
}

// trySteps sets the value of a node to the best for the seat to act.
func (s *searcher) trySteps(l *kit.Level, n *node, r rival) {
	seat, next := l.Position.Seat(), &s.Levels[n.Ply+1]
	value, found := &s.values[n.Ply], &s.values[n.Ply+1]
	for i := range l.Steps {
		step := l.Pick(i)
		if _, proceed := s.Play(n.Ply, step); !proceed {
			return
		}
		matters := s.tryVector(n, seat, r)
		if s.Clock.Stopped {
			return
		}
		if !matters || n.BestStep != engine.NoStep && !s.prefers(seat, found, value) {
			continue
		}
		n.BestStep, *value = step, *found
		l.Follow(step, next)
		// Shallow pruning: the rest for the rival is less than it has elsewhere.
		if seat != r.seat && utility.MostOfTwo(s.seats)-value[seat] < r.least-slack {
			s.Order.Reward(l, n.Ply, i, n.Depth)
			return
		}
	}
}

// tryVector sets the value of the level below n and reports whether it could matter to the seat to act at n.
func (s *searcher) tryVector(n *node, seat engine.Seat, r rival) bool {
	next, value := &s.Levels[n.Ply+1], &s.values[n.Ply+1]
	child, own := next.Position, -1.0
	if n.BestStep != engine.NoStep {
		own = s.values[n.Ply][seat]
	}
	switch {
	case child.Over():
		next.Principal = next.Principal[:0]
		*value = s.shrink(child.Outcome().Scores, 1-delay*float64(n.Ply+1))
		return true
	case s.Trail.Drawn(child):
		next.Principal = next.Principal[:0]
		*value = utility.Even(s.seats)
		return true
	case own > most(n.Ply+2)+slack:
		return false
	}
	passed := rival{seat: seat, least: own}
	if r.seat == seat {
		passed.least = max(own, r.least)
	}
	known := s.Trail.Enter(child)
	s.searchVector(n.Ply+1, n.Depth-1, passed)
	s.Trail.Leave(known)
	return true
}

// prefers reports whether a seat prefers value a to b: by more for itself; on a tie by less for the searching seat,
// which expects the worst; then by less for the other seats in order, so that the order of steps has no influence.
func (s *searcher) prefers(seat engine.Seat, a, b *utility.Vector) bool {
	switch {
	case a[seat] != b[seat]:
		return a[seat] > b[seat]
	case a[s.root] != b[s.root]:
		return a[s.root] < b[s.root]
	}
	for other := range s.seats {
		if a[other] != b[other] {
			return a[other] < b[other]
		}
	}
	return false
}

// scoreOf returns the score of a vector for the searching seat.
func (s *searcher) scoreOf(v *utility.Vector) search.Score {
	return search.FromExpectation(min(1, max(0, 0.5+(v[s.root]-0.5)/certainty)))
}
