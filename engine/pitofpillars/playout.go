package pitofpillars

import (
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

func (p *position) RandomStep(random *rand.PCG) engine.Step {
	switch p.kind {
	case mainStep:
		return p.randomMainStep(random)
	case pillarStep:
		return p.randomPillarStep(random)
	}
	squares := p.entrySquares()
	return enterStep(squares.nth(kit.Below(random, squares.count())))
}

// randomMainStep draws an entry, or a number of men, a stack that has them and a direction; a draw that is no legal
// move is thrown away. All are equally likely, so the ones kept are too, and on most boards most are kept.
func (p *position) randomMainStep(random *rand.PCG) engine.Step {
	var m movers
	m.find(p, p.seat)
	entries := p.countEntries()
	total := entries
	for _, from := range m {
		total += orthogonals * from.count()
	}
	closed := ^p.open
	for {
		n := kit.Below(random, total) - entries
		if n < 0 {
			return enterStep(p.open.nth(n + entries))
		}
		k := 0
		for n >= orthogonals*m[k].count() {
			n -= orthogonals * m[k].count()
			k++
		}
		from, d := m[k].nth(n/orthogonals), direction(n%orthogonals)
		if paths[from&63][d][k&7]&closed == 0 {
			return moveStep(from, d, k+1)
		}
	}
}

// randomPillarStep counts the slides by direction, then walks the one picked.
func (p *position) randomPillarStep(random *rand.PCG) engine.Step {
	own, vacant := p.pillars[p.seat&1], p.vacant()
	right, left := vacant&^fileA, vacant&^fileH
	reached := [directions]bitboard{
		north: floodUp(own, vacant, 8), south: floodDown(own, vacant, 8),
		east: floodUp(own, right, 1), west: floodDown(own, left, 1),
		northEast: floodUp(own, right, 9), southWest: floodDown(own, left, 9),
		northWest: floodUp(own, left, 7), southEast: floodDown(own, right, 7),
	}
	total := 1
	for _, to := range &reached {
		total += to.count()
	}
	n := kit.Below(random, total)
	if n == 0 {
		return declineStep
	}
	n--
	for d, targets := range &reached {
		count := targets.count()
		if n < count {
			to := targets.nth(n)
			return slideStep(origin(own, to, direction(d)), to)
		}
		n -= count
	}
	return declineStep
}

// origin is the pillar of own that reaches a square by sliding in a direction.
func origin(own bitboard, to square, d direction) square {
	behind := rays[d&7][to&63] & own
	if offset[d&7] > 0 {
		return behind.last()
	}
	return behind.first()
}

func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	var seen repetitions
	steps := 0
	begun := 0
	for p.end == ongoing {
		if p.StartsTurn() {
			if reason := p.drawn(&seen); reason != engine.Ongoing {
				return steps, engine.Draw(2, reason)
			}
		}
		if begun >= maxTurns && p.StartsTurn() {
			return steps, engine.Outcome{}
		}
		if p.StartsTurn() {
			begun++
		}
		p.Play(p.RandomStep(random))
		steps++
	}
	return steps, p.Outcome()
}

// drawn reports why the game is drawn at the start of a turn, if it is.
func (p *position) drawn(seen *repetitions) engine.Reason {
	if limit := p.rules.Draws; limit > 0 && seen.add(p.hash, int(p.reversible)) >= limit {
		return engine.Repetition
	}
	if turnCap := p.rules.Cap; turnCap > 0 && int(p.turn) > turnCap {
		return engine.TurnCap
	}
	return engine.Ongoing
}

// repetitions counts how often positions have stood at the start of a turn since the last step that cannot be undone. A
// small table of bits says at once that most positions are new; only for the others the list is searched.
type repetitions struct {
	filter [64]uint64
	early  [256]uint64 // the first keys: an array of its own, so that playouts allocate only in the rare longer runs
	count  int         // keys in early
	late   []uint64
}

// add notes the position at the start of a turn and returns how often it has stood there. Reversible is the position's
// count of turns that could equal it.
func (r *repetitions) add(key uint64, reversible int) int {
	if reversible == 0 {
		r.count, r.late = 0, r.late[:0]
		r.filter = [64]uint64{}
	}
	word, bit := &r.filter[key>>58], uint64(1)<<(key>>52&63)
	count := 1
	if *word&bit != 0 {
		count += occurrences(r.early[:r.count], key) + occurrences(r.late, key)
	}
	*word |= bit
	if r.count < len(r.early) {
		r.early[r.count] = key
		r.count++
	} else {
		r.late = append(r.late, key)
	}
	return count
}

func occurrences(keys []uint64, key uint64) int {
	count := 0
	for _, earlier := range keys {
		if earlier == key {
			count++
		}
	}
	return count
}
