package rating

import (
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pillars/results/stats"
)

// ratings writes the fitted model out in Elo. The evidence tells of seats whose effects were not fitted.
func (m *placesModel) ratings(evidence []seatEvidence) (*PlaceRatings, error) {
	cov, err := covariance(m.hessian, m.scores)
	if err != nil {
		return nil, err
	}
	played := make([][]placing, m.table.players) // by player
	for _, p := range m.table.placings() {
		for _, player := range slices.Compact(slices.Sorted(slices.Values(p.players[:m.table.seats]))) {
			played[player] = append(played[player], p)
		}
	}
	meetings := func(values []float64, player int) *curve { return m.meetings(played[player], values, player) }
	out := &PlaceRatings{
		Ratings:     m.rated(cov, meetings),
		Seats:       []stats.Estimate{{Kind: stats.Fixed}},
		SeatsFitted: evidence == nil, logLikelihood: m.likelihood(),
	}
	for seat := 1; seat < m.table.seats; seat++ {
		out.Seats = append(out.Seats, m.seat(seat, cov, evidence))
	}
	return out, nil
}

// meetings is the curve of a player, as with two seats. The score of a game is the share of the opponents left behind;
// where not all places are known, whether the player was the first of them all.
func (m *placesModel) meetings(played []placing, values []float64, player int) *curve {
	c := &curve{scale: m.options.Scale}
	pools := &m.pools
	for _, p := range played {
		for seat := range m.table.seats {
			if p.players[seat] != player {
				continue
			}
			var opponents []int // their seats
			var shifts []float64
			for other, opponent := range p.players[:m.table.seats] {
				if opponent != player && pools.component[opponent] == pools.against(player) {
					opponents = append(opponents, other)
					shifts = append(shifts, m.effect(seat)-m.effect(other)-values[opponent]*c.scale)
				}
			}
			complete := !slices.Contains(p.ranks[:m.table.seats], 0)
			c.addGame(p, seat, opponents, shifts, float64(m.table.counts[p]), complete)
		}
	}
	return c
}

// addGame adds a game that was played so often, against opponents in some seats. In this model a player is ahead of
// another, or first of some, with the same probability as if there were no others.
func (c *curve) addGame(p placing, seat int, opponents []int, shifts []float64, count float64, complete bool) {
	if len(opponents) == 0 {
		return
	}
	if complete {
		share := count / float64(len(opponents))
		for i, other := range opponents {
			score, _ := p.score(seat, other)
			c.add(shifts[i], share, share*score)
		}
		return
	}
	first, known := 1., false
	for _, other := range opponents {
		score, ok := p.score(seat, other)
		known = known || ok
		if ok {
			first = min(first, score)
		}
	}
	if known {
		odds := make([]float64, len(shifts))
		floats.SubTo(odds, odds, shifts)
		c.add(-floats.LogSumExp(odds), count, count*first)
	}
}

// seat is what a seat is worth more than seat 1, with its error or what is known in place of it.
func (m *placesModel) seat(seat int, cov sandwich, evidence []seatEvidence) stats.Estimate {
	if evidence == nil {
		i, value := m.seats[seat], m.effect(seat)/logisticScale
		if tooUniform(cov.at(i, i), cov.naive(i), len(m.openings)) {
			return m.seatCurve(seat).bracket(value)
		}
		return stats.Symmetric(value, half95(cov.at(i, i), len(m.openings))/logisticScale)
	}
	if evidence[seat].up && evidence[seat].down {
		return stats.Estimate{}
	}
	c := m.seatCurve(seat)
	value := 0.
	if c.points > 0 && c.points < c.count {
		value = c.at(c.points / c.count)
	}
	return c.oneSided(evidence[seat], value)
}

// seatCurve is that of a seat against seat 1, as if they were players, given everyone's strength.
func (m *placesModel) seatCurve(seat int) *curve {
	c := &curve{scale: m.options.Scale}
	component := m.pools.component
	for _, p := range m.table.placings() {
		score, ok := p.score(seat, 0)
		if ok && component[p.players[seat]] == component[p.players[0]] {
			count := float64(m.table.counts[p])
			c.add(m.strength(p.players[seat])-m.strength(p.players[0]), count, count*score)
		}
	}
	if len(m.openings) > 0 {
		c.together, c.openings = c.count, len(m.openings)
	}
	return c
}

// precedence tells for players i and j of one component in which seats, s and t, i was ahead of j: bit s*MaxSeats + t.
func (m *placesModel) precedence() map[[2]int]uint64 {
	out := map[[2]int]uint64{}
	for _, c := range m.choices {
		for i, first := range c.group {
			if c.picked[i] == 0 {
				continue
			}
			for j, other := range c.group {
				if i != j {
					out[[2]int{first.player, other.player}] |= 1 << (first.seat*MaxSeats + other.seat)
				}
			}
		}
	}
	return out
}

// seatSet is a set of seats, one bit each.
type seatSet uint

func (s seatSet) has(seat int) bool { return s>>seat&1 == 1 }

// openSeats lists the sets of seats whose worth could grow for ever, against that of the others, without making any
// result less likely. Growing by one unit while strengths change by r makes none less likely when r(i) + [s in set] >=
// r(j) + [t in set] for all i who in seat s were ahead of j in seat t.
func (m *placesModel) openSeats() (open []seatSet) {
	ahead := m.precedence()
	for set := seatSet(1); set < 1<<m.table.seats-1; set++ {
		l := limits{}
		for key, seats := range ahead {
			for ; seats > 0; seats &= seats - 1 {
				s, t := bits.TrailingZeros64(seats)/MaxSeats, bits.TrailingZeros64(seats)%MaxSeats
				l.add(key[0], key[1], float64(set>>s&1)-float64(set>>t&1))
			}
		}
		if l.solvable(m.table.players) {
			open = append(open, set)
		}
	}
	return open
}

// seatEvidence says of every seat in which directions its worth, against seat 1's, is not bounded by the games. Without
// any open set the fit failed for another reason, and nothing is known.
func (m *placesModel) seatEvidence(open []seatSet) []seatEvidence {
	out := make([]seatEvidence, m.table.seats)
	for seat := range out {
		e := seatEvidence{up: len(open) == 0, down: len(open) == 0}
		for _, set := range open {
			e.up = e.up || set.has(seat) && !set.has(0)
			e.down = e.down || !set.has(seat) && set.has(0)
		}
		out[seat] = e
	}
	return out
}
