package multiseat

import (
	"pillars/engine"
	"pillars/search"
	"pillars/search/utility"
)

const (
	// certainty shrinks the shares of evaluations towards 1/2, so that the end of a game counts for more than any guess.
	certainty = 0.97
	// delay shrinks the shares of ends towards 1/2 with every step they are away, so that an early win is better than a late one.
	delay = 1e-4
	// slack keeps rounding from pruning anything that is as good.
	slack = 1e-9
)

// shrink draws shares towards 1/2. Their mean stays as it is.
func (s *searcher) shrink(v utility.Vector, factor float64) utility.Vector {
	for seat := range s.seats {
		v[seat] = 0.5 + (v[seat]-0.5)*factor
	}
	return v
}

// most is the best share that anybody can have from an end so many steps away.
func most(ply int) float64 { return 0.5 + 0.5*(1-delay*float64(ply)) }

// rival is the seat on the way to a node, if any, whose choice the node's value must beat to matter: its shares there so far, and who it is.
type rival struct {
	seat  engine.Seat
	least float64
}

// searchShares values the position on level ply, to depth more steps, and leaves the value on the level. If no more than the rival's least can come
// of it, the value is only some value with that property.
func (s *searcher) searchShares(ply, depth int, r rival) {
	l := &s.levels[ply]
	l.principal = l.principal[:0]
	if depth <= 0 || ply >= maxPly-1 {
		s.unsettled = true
		l.value = s.shrink(utility.Evaluate(s.evaluator, l.position, s.seats, 1), certainty)
		return
	}
	n := node{ply: ply, depth: depth, key: s.key(l.position, replyOpen)}
	if known := s.table.probe(n.key); known != nil {
		n.tableStep = known.step
	}
	s.list(l, &n)
	s.trySteps(l, &n, r)
	if n.bestStep != engine.NoStep && !s.clock.stopped && (ply > 0 || len(s.excluded) == 0) {
		s.table.store(n.key, n.bestStep, 0, depth, noBound)
	}
}

// trySteps tries the steps in order until all are tried or the rest cannot matter.
func (s *searcher) trySteps(l *level, n *node, r rival) {
	seat := l.position.Seat()
	next := &s.levels[n.ply+1]
	for i := range l.steps {
		step := l.pick(i)
		l.position.PlayInto(step, next.position)
		s.nodes++
		if s.clock.stop(s.nodes) {
			return
		}
		matters := s.tryShares(l, n, r)
		if s.clock.stopped {
			return
		}
		if !matters || n.bestStep != engine.NoStep && !s.prefers(seat, &next.value, &l.value) {
			continue
		}
		n.bestStep, l.value = step, next.value
		l.principal = append(append(l.principal[:0], step), next.principal...)
		if s.beaten(seat, l.value[seat], r) {
			s.order.reward(l, seat, n.ply, i, n.depth)
			return
		}
	}
}

// beaten reports shallow pruning: when one seat has a share, the most that is left for the rival may be less than the rival has elsewhere.
func (s *searcher) beaten(seat engine.Seat, share float64, r rival) bool {
	return seat != r.seat && utility.MostOfTwo(s.seats)-share < r.least-slack
}

// tryShares values the position on the level after l's and reports whether that could matter to the seat that led there.
func (s *searcher) tryShares(l *level, n *node, r rival) bool {
	next := &s.levels[n.ply+1]
	child, seat := next.position, l.position.Seat()
	own := -1.0
	if n.bestStep != engine.NoStep {
		own = l.value[seat]
	}
	switch {
	case child.Over():
		next.principal = next.principal[:0]
		next.value = s.shrink(child.Outcome().Scores, 1-delay*float64(n.ply+1))
		return true
	case s.drawn(child):
		next.principal = next.principal[:0]
		next.value = utility.Even(s.seats)
		return true
	case own > most(n.ply+2)+slack:
		return false
	}
	passed := rival{seat: seat, least: own}
	if r.seat == seat {
		passed.least = max(own, r.least)
	}
	known := len(s.keys)
	if child.StartsTurn() {
		s.keys = append(s.keys, child.Hash())
	}
	s.searchShares(n.ply+1, n.depth-1, passed)
	s.keys = s.keys[:known]
	return true
}

// prefers reports whether a seat prefers value a to b: more for itself; if that is the same, less for the player, who expects the worst of a tie;
// and then less for the seats in their order, so that the order of steps decides nothing.
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

// scoreOf is the score of the player's share in a value.
func (s *searcher) scoreOf(v *utility.Vector) search.Score {
	return search.FromExpectation(min(1, max(0, 0.5+(v[s.root]-0.5)/certainty)))
}
