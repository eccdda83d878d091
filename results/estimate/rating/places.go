package rating

import (
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// choice is one factor of the likelihood of a game: the probability that a certain member of a group came first. In a
// tie, each of the tied members has a part of the first place.
type choice struct {
	group  []seated
	picked []float64 // by member of the group: part of the first place, times weight
	weight float64   // exponent of the factor in the likelihood
}

// seated is a player in a seat, both numbered from 0.
type seated struct{ player, seat int }

// choices splits a game into choices, place by place. Each choice is about who comes first among the seats that are not
// placed yet. A tie counts as all orders of the tied seats in equal parts. Each order places the tied seats one after
// the other. Over all orders, the tied seats that are still to be placed form every subset of the same size equally
// often. So every subset has a choice in which its members share the first place. The weights of all subsets of the
// same size are equal and sum to 1.
func (p *ranking) choices(seats int) (out []choice) {
	left := uint(1)<<seats - 1 // set of the seats that are not placed yet
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
		for part := tied; part > 0; part = (part - 1) & tied { // all nonempty subsets of tied
			weight := 1 / float64(combin.Binomial(bits.OnesCount(tied), bits.OnesCount(part)))
			if c, ok := p.choice(part, left, weight); ok {
				out = append(out, c)
			}
		}
	}
}

// choice returns the choice in which the seats of the set first share the first place, ahead of the seats of the set
// behind. ok is false if both sets together have only one seat.
func (p *ranking) choice(first, behind uint, weight float64) (c choice, ok bool) {
	c.weight = weight
	for set := first | behind; set > 0; set &= set - 1 { // seat by seat
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

// within returns the choice without the members outside the component of the player who came first. component is
// indexed by player. A player of another component never came ahead of this player. To keep such a player would push
// the ratings of the two components apart without limit. ok is false if only one member remains.
func (c choice) within(component []int) (out choice, ok bool) {
	first := slices.IndexFunc(c.picked, func(share float64) bool { return share > 0 })
	out.weight = c.weight
	for i, s := range c.group {
		if component[s.player] == component[c.group[first].player] {
			out.group = append(out.group, s)
			out.picked = append(out.picked, c.picked[i])
		}
	}
	return out, len(out.group) > 1
}
