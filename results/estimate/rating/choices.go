package rating

import (
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// choice is one factor of the likelihood of a game: a player came first of a group. Ties divide the choice among the
// tied.
type choice struct {
	group  []seated
	picked []float64 // by member of the group: how often, in parts, it was the first; sums up to weight
	weight float64
}

// seated is a player in a seat, from 0.
type seated struct{ player, seat int }

// choices splits a game into choices, place by place. A tie counts as all its orders in equal parts: at each place,
// every subset of the tied that can still be to come has the same weight, and each of its members is the next with the
// same weight.
func (p *placing) choices(seats int) (out []choice) {
	left := uint(1)<<seats - 1
	for rank := int8(1); ; rank++ {
		tied := uint(0)
		for seat := range seats {
			if p.ranks[seat] == rank {
				tied |= 1 << seat
			}
		}
		if tied == 0 {
			return out
		}
		left &^= tied
		for part := tied; part > 0; part = (part - 1) & tied {
			weight := 1 / float64(combin.Binomial(bits.OnesCount(tied), bits.OnesCount(part)))
			if c, ok := p.choice(part, left, weight); ok {
				out = append(out, c)
			}
		}
	}
}

// choice returns the choice of one of the first seats before all behind them; ok is false if there is nothing to
// choose.
func (p *placing) choice(first, behind uint, weight float64) (c choice, ok bool) {
	c.weight = weight
	for set := first | behind; set > 0; set &= set - 1 {
		seat := bits.TrailingZeros(set)
		c.group = append(c.group, seated{int(p.players[seat]), seat})
		share := 0.
		if first>>seat&1 == 1 {
			share = weight / float64(bits.OnesCount(first))
		}
		c.picked = append(c.picked, share)
	}
	return c, len(c.group) > 1
}

// within leaves out members of components other than those given: they are always placed behind, and would only drive
// the components apart without limit. ok is false if no choice remains.
func (c choice) within(component []int) (out choice, ok bool) {
	picked := slices.IndexFunc(c.picked, func(share float64) bool { return share > 0 })
	of := component[c.group[picked].player]
	out.weight = c.weight
	for i, s := range c.group {
		if component[s.player] == of {
			out.group = append(out.group, s)
			out.picked = append(out.picked, c.picked[i])
		}
	}
	return out, len(out.group) > 1
}
