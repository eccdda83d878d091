package mcts

import (
	"math"

	"pillars/engine"
	"pillars/search/utility"
)

// proof is what is known for certain of the result after a step: the number of a claim in claims.
type proof uint8

// Proofs that every game has. In a game of two seats a proof above drawn says which seat wins: that of number proof - won. With more seats claims get
// their numbers as they come up.
const (
	unproven proof = iota
	drawn
	won
)

func wonBy(s engine.Seat) proof { return won + proof(s) }

// whole is the score 1 in the units of claims, small enough to write the scores of all places of up to four seats as whole numbers.
const whole = 12

// claim bounds the score of every seat in units of 1/whole. Low is what the seat can force whatever all others play, for in a game of more than two
// seats nobody need play for their own good. High is the most it can have if nobody ends with less than they could force.
type claim struct{ low, high [engine.MaxSeats]uint8 }

// exact reports whether all scores are known.
func (c *claim) exact() bool { return c.low == c.high }

// settles reports whether the score of one seat is known.
func (c *claim) settles(s engine.Seat) bool { return c.low[s] == c.high[s] }

// claims are all claims made so far, by their numbers. There is room for 256; once they are used up nothing new is proven.
type claims struct {
	seats int
	list  []claim
}

func newClaims(seats int) *claims {
	c := &claims{seats: seats, list: make([]claim, 0, math.MaxUint8+1)}
	c.reset()
	return c
}

// reset leaves the claims that every game has.
func (c *claims) reset() {
	var nothing, even claim
	for s := range c.seats {
		nothing.high[s], even.low[s], even.high[s] = whole, whole/2, whole/2
	}
	c.list = append(c.list[:0], nothing, even)
	for winner := range c.seats {
		if c.seats == 2 {
			var win claim
			win.low[winner], win.high[winner] = whole, whole
			c.list = append(c.list, win)
		}
	}
}

// number finds a claim's number or gives it one. It reports false if there is none left.
func (c *claims) number(of claim) (proof, bool) {
	for i := range c.list {
		if c.list[i] == of {
			return proof(i), true
		}
	}
	if len(c.list) > math.MaxUint8 {
		return unproven, false
	}
	c.list = append(c.list, of)
	return proof(len(c.list) - 1), true
}

// of is the claim of a number.
func (c *claims) of(p proof) *claim { return &c.list[p] }

// class is 1 for a proven win of the seat, -1 for a proven last place, 0 for all else.
func (c *claims) class(p proof, seat engine.Seat) int {
	switch claim := c.of(p); {
	case claim.low[seat] == whole:
		return 1
	case claim.high[seat] == 0:
		return -1
	}
	return 0
}

// within is a mean, kept to what is proven of the seat's score.
func (c *claims) within(p proof, seat engine.Seat, mean float64) float64 {
	if p == unproven {
		return mean
	}
	of := c.of(p)
	return min(max(mean, float64(of.low[seat])/whole), float64(of.high[seat])/whole)
}

// values are the scores of an exact claim.
func (c *claims) values(p proof) utility.Vector {
	var v utility.Vector
	for s := range c.seats {
		v[s] = float64(c.of(p).low[s]) / whole
	}
	return v
}

// tighten uses that all scores together are half of the seats, and two of them at most those of first and second place.
func (c *claims) tighten(of *claim) {
	sum := whole * c.seats / 2
	for s := range c.seats {
		sum -= int(of.low[s])
	}
	two := int(math.Round(whole * utility.MostOfTwo(c.seats)))
	for s := range c.seats {
		high := min(int(of.high[s]), sum+int(of.low[s]))
		for t := range c.seats {
			if t != s {
				high = min(high, two-int(of.low[t]))
			}
		}
		of.high[s] = uint8(max(high, int(of.low[s])))
	}
}

// prove notes how the game ended after a node's step.
func (s *searcher) prove(at index, outcome engine.Outcome) {
	var ended claim
	for seat := range s.claims.seats {
		units := outcome.Scores[seat] * whole
		ended.low[seat], ended.high[seat] = uint8(units+1e-6), uint8(math.Ceil(units-1e-6))
	}
	if number, ok := s.claims.number(ended); ok {
		s.tree.nodes[at].proof = number
	}
}

// concludeFrom draws on a node's children for what can be proven of it, for the seat to act there. It reports whether the node is now proven, if
// perhaps not in full.
func (s *searcher) concludeFrom(at index, seat engine.Seat) bool {
	if s.claims.seats > 2 {
		return s.concludeClaim(at, seat)
	}
	return s.concludeResult(at, seat)
}

// concludeResult proves a node of a game of two seats: one child that wins for the seat to act is enough; otherwise all must be proven.
func (s *searcher) concludeResult(at index, seat engine.Seat) bool {
	n := &s.tree.nodes[at]
	if n.proof != unproven {
		return true
	}
	result, longest, open := unproven, uint8(0), false
	for _, child := range s.tree.childrenOf(n) {
		switch {
		case child.proof == wonBy(seat):
			n.proof, n.distance = child.proof, farther(child.distance)
			return true
		case child.proof == unproven:
			open = true
		case child.proof == drawn || result != drawn:
			result = child.proof
		}
		longest = max(longest, child.distance)
	}
	if open || result == unproven {
		return false
	}
	n.proof, n.distance = result, farther(longest)
	return true
}

// concludeClaim bounds the scores at a node: the seat to act has at least the best that a child grants it; any other seat only what all children
// grant.
func (s *searcher) concludeClaim(at index, seat engine.Seat) bool {
	n := &s.tree.nodes[at]
	known := *s.claims.of(n.proof)
	if known.exact() {
		return true
	}
	found, distance := s.boundsOf(n, seat)
	for i := range s.claims.seats {
		found.low[i], found.high[i] = max(found.low[i], known.low[i]), min(found.high[i], known.high[i])
	}
	s.claims.tighten(&found)
	if found == known {
		return false
	}
	number, ok := s.claims.number(found)
	if !ok {
		return false
	}
	if !known.settles(seat) || n.proof == unproven {
		n.distance = farther(distance)
	}
	n.proof = number
	return true
}

// boundsOf are the bounds that a node's children give, and how far the end of the game lies behind the best of them.
func (s *searcher) boundsOf(n *node, seat engine.Seat) (bounds claim, distance uint8) {
	best, soonest, longest := uint8(0), uint8(math.MaxUint8), uint8(0)
	for i := range s.claims.seats {
		bounds.low[i] = whole
	}
	for _, child := range s.tree.childrenOf(n) {
		of := s.claims.of(child.proof)
		for i := range s.claims.seats {
			bounds.low[i], bounds.high[i] = min(bounds.low[i], of.low[i]), max(bounds.high[i], of.high[i])
		}
		best = max(best, of.low[seat])
		if of.low[seat] == whole {
			soonest = min(soonest, child.distance)
		}
		longest = max(longest, child.distance)
	}
	bounds.low[seat] = best
	if best == whole {
		return bounds, soonest
	}
	return bounds, longest
}

// farther is a distance one step longer.
func farther(distance uint8) uint8 { return max(distance, distance+1) }
