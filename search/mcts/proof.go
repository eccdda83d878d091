package mcts

import (
	"math"
	"slices"
	"sync"

	"pillars/engine"
	"pillars/search/utility"
)

// proof says what is certain about the result after a node's step. It is the index of score bounds in [proofs].list.
type proof uint8

// Proofs that every game has. In a two-seat game won is a win of seat 0, and won+1 a win of seat 1. With more seats,
// further proofs get their numbers as they occur.
const (
	unproven proof = iota
	drawn
	won
)

// wonBy returns the proof of a win of seat s in a two-seat game.
func wonBy(s engine.Seat) proof { return won + proof(s) }

// whole is the score 1 in the unit of bounds. With up to four seats all possible scores are multiples of the unit.
const whole = 12

// bounds holds bounds of every seat's score in units of 1/whole. Low is the score that the seat can force against all
// others together. High is the most that the seat can get if every other seat gets at least its low.
type bounds struct{ low, high [engine.MaxSeats]uint8 }

func (b *bounds) exact() bool { return b.low == b.high }

// settles reports whether the score of seat s is certain.
func (b *bounds) settles(s engine.Seat) bool { return b.low[s] == b.high[s] }

// proofs gives a number to all score bounds that have occurred, so that a node needs only a byte for its bounds. There
// are at most 256 numbers; once all are used, no other bounds can be proven.
type proofs struct {
	seats int
	list  [math.MaxUint8 + 1]bounds // score bounds by number; list[count:] is unused
	lock  sync.Mutex                // protects count and list[count:]
	count int
}

func newProofs(seats int) *proofs {
	p := &proofs{seats: seats}
	p.reset()
	return p
}

// reset keeps only the proofs that every game has: unproven, drawn and, with two seats, a win of each seat.
func (p *proofs) reset() {
	var nothing, even bounds
	for s := range p.seats {
		nothing.high[s], even.low[s], even.high[s] = whole, whole/2, whole/2
	}
	p.list[unproven], p.list[drawn] = nothing, even
	p.count = int(won)
	if p.seats == 2 {
		for winner := range p.seats {
			var win bounds
			win.low[winner], win.high[winner] = whole, whole
			p.list[wonBy(engine.Seat(winner))] = win
			p.count++
		}
	}
}

// number returns the number of the given bounds. New bounds get the next number. If none is left, number returns false.
func (p *proofs) number(b bounds) (proof, bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if i := slices.Index(p.list[:p.count], b); i >= 0 {
		return proof(i), true
	}
	if p.count == len(p.list) {
		return unproven, false
	}
	p.list[p.count] = b
	p.count++
	return proof(p.count - 1), true
}

func (p *proofs) of(number proof) *bounds { return &p.list[number] }

// class returns 1 if the proof is a win of the seat, -1 if it is the last place for the seat, and 0 otherwise.
func (p *proofs) class(number proof, seat engine.Seat) int {
	switch b := p.of(number); {
	case b.low[seat] == whole:
		return 1
	case b.high[seat] == 0:
		return -1
	}
	return 0
}

// least returns the proven lower bound of the seat's score.
func (p *proofs) least(number proof, seat engine.Seat) float64 {
	return float64(p.of(number).low[seat]) / whole
}

// within returns mean or, if mean is outside the proven bounds of the seat's score, the nearest bound.
func (p *proofs) within(number proof, seat engine.Seat, mean float64) float64 {
	if number == unproven {
		return mean
	}
	return min(max(mean, p.least(number, seat)), float64(p.of(number).high[seat])/whole)
}

// values returns the lower bounds of all seats' scores; if the proof is exact, these are the scores.
func (p *proofs) values(number proof) (v utility.Vector) {
	for s := range p.seats {
		v[s] = p.least(number, engine.Seat(s))
	}
	return v
}

// tighten lowers the upper bounds of b by two facts: all scores sum to half the number of seats, and two scores sum to
// at most the scores of first and second place.
func (p *proofs) tighten(b *bounds) {
	open := whole * p.seats / 2 // the part of the sum of all scores that lower bounds do not fix
	for s := range p.seats {
		open -= int(b.low[s])
	}
	mostOfTwo := int(math.Round(whole * utility.MostOfTwo(p.seats)))
	for s := range p.seats {
		high := min(int(b.high[s]), open+int(b.low[s]))
		for t := range p.seats {
			if t != s {
				high = min(high, mostOfTwo-int(b.low[t]))
			}
		}
		b.high[s] = uint8(max(high, int(b.low[s])))
	}
}

// prove sets the proof of a node whose step ends the game with the given outcome.
func (s *searcher) prove(at index, outcome engine.Outcome) {
	n := &s.tree.nodes[at]
	if n.proof() != unproven {
		return
	}
	var ended bounds
	for seat := range s.proofs.seats {
		units := outcome.Scores[seat] * whole
		const rounding = 1e-6 // more than the rounding error of units
		ended.low[seat], ended.high[seat] = uint8(units+rounding), uint8(math.Ceil(units-rounding))
	}
	if number, ok := s.proofs.number(ended); ok {
		n.decide(unproven, 0, number, 0)
	}
}

// concludeFrom derives the proof of a node from its children, among which seat chooses. It returns true if anything is
// proven about the node. The proof of its parent should then be derived too.
func (s *searcher) concludeFrom(at index, seat engine.Seat) bool {
	if s.proofs.seats > 2 {
		return s.concludeBounds(at, seat)
	}
	return s.concludeResult(at, seat)
}

// concludeResult does the work of concludeFrom for two seats. A winning child proves a node; otherwise all children
// must be proven.
func (s *searcher) concludeResult(at index, seat engine.Seat) bool {
	n := &s.tree.nodes[at]
	if n.proof() != unproven {
		return true
	}
	result := unproven // the best result of the proven children, a draw or a loss
	children := s.tree.sortedOf(n)
	open := len(children) < n.children() // whether a child is unproven
	longest := uint8(0)                  // the children's longest distance
	for i := range children {
		proof, distance := children[i].verdict()
		switch {
		case proof == wonBy(seat):
			n.decide(unproven, 0, proof, farther(distance))
			return true
		case proof == unproven:
			open = true
		case proof == drawn || result != drawn:
			result = proof
		}
		longest = max(longest, distance)
	}
	if open || result == unproven {
		return false
	}
	n.decide(unproven, 0, result, farther(longest))
	return true
}

// concludeBounds does the work of concludeFrom for more than two seats. The lower bound of the seat to act is the
// largest of the children's lower bounds. The lower bound of every other seat is the smallest.
func (s *searcher) concludeBounds(at index, seat engine.Seat) bool {
	n := &s.tree.nodes[at]
	oldProof, oldDistance := n.verdict()
	old := *s.proofs.of(oldProof)
	if old.exact() {
		return true
	}
	found, distance := s.boundsOf(n, seat)
	for i := range s.proofs.seats {
		found.low[i], found.high[i] = max(found.low[i], old.low[i]), min(found.high[i], old.high[i])
	}
	s.proofs.tighten(&found)
	if found == old {
		return oldProof != unproven
	}
	number, ok := s.proofs.number(found)
	if !ok {
		return false
	}
	distance = farther(distance)
	if old.settles(seat) && oldProof != unproven { // once the seat's score is certain, its distance is final
		distance = oldDistance
	}
	return n.decide(oldProof, oldDistance, number, distance) || s.concludeBounds(at, seat)
}

// boundsOf returns the bounds derived from the children of n, among which seat chooses. The distance is the number of
// steps from a child to the end of the game: from the child with the shortest win or, if no child wins, from the child
// with the longest distance.
func (s *searcher) boundsOf(n *node, seat engine.Seat) (found bounds, distance uint8) {
	best, soonest, longest := uint8(0), uint8(math.MaxUint8), uint8(0)
	for i := range s.proofs.seats {
		found.low[i] = whole
	}
	children := s.tree.sortedOf(n)
	if len(children) < n.children() {
		found = *s.proofs.of(unproven)
	}
	for i := range children {
		proof, away := children[i].verdict()
		b := s.proofs.of(proof)
		for i := range s.proofs.seats {
			found.low[i], found.high[i] = min(found.low[i], b.low[i]), max(found.high[i], b.high[i])
		}
		best = max(best, b.low[seat])
		if b.low[seat] == whole {
			soonest = min(soonest, away)
		}
		longest = max(longest, away)
	}
	found.low[seat] = best
	if best == whole {
		return found, soonest
	}
	return found, longest
}

// farther returns the distance plus 1, or 255 for 255.
func farther(distance uint8) uint8 { return max(distance, distance+1) } // 255+1 overflows to 0
