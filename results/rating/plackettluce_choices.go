package rating

import "math/bits"

// choice is one factor of the likelihood: somebody came in first of a group. Ties divide the choice among the tied.
type choice struct {
	group  []seated
	picked []float64 // by member of the group: how often, in parts, he was the first; sums up to weight
	weight float64
}

// seated is a player in a seat, from 0.
type seated struct{ player, seat int }

// choices takes a game apart, place by place. Of a tie, every order is one part in all; so, going down its places, each part of the tied that is
// still to come is left with equal frequency, and each of its members is the next with equal frequency.
func (p placing) choices(seats int, count float64) []choice {
	var out []choice
	left := uint(1)<<seats - 1
	for rank := 1; ; rank++ {
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
			if c, ok := p.choice(part, left, count/binomial(bits.OnesCount(tied), bits.OnesCount(part))); ok {
				out = append(out, c)
			}
		}
	}
}

// choice is that of one of the first seats before all behind them; ok is false where there is only one to choose.
func (p placing) choice(first, behind uint, weight float64) (c choice, ok bool) {
	c.weight = weight
	for set := first | behind; set > 0; set &= set - 1 {
		seat := bits.TrailingZeros(set)
		c.group = append(c.group, seated{p.players[seat], seat})
		share := 0.
		if first>>seat&1 == 1 {
			share = weight / float64(bits.OnesCount(first))
		}
		c.picked = append(c.picked, share)
	}
	return c, len(c.group) > 1
}

// binomial is n over k.
func binomial(n, k int) float64 {
	out := 1.
	for i := range k {
		out = out * float64(n-i) / float64(i+1)
	}
	return out
}

// within leaves out of the group all who are of another component than those picked. They are all placed behind them, always: whatever the ratings,
// they would only push the components apart for ever, and in the limit this remains. ok is false where no choice remains.
func (c choice) within(component []int) (out choice, ok bool) {
	of := -1
	for i, s := range c.group {
		if c.picked[i] > 0 {
			of = component[s.player]
		}
	}
	out.weight = c.weight
	for i, s := range c.group {
		if component[s.player] == of {
			out.group = append(out.group, s)
			out.picked = append(out.picked, c.picked[i])
		}
	}
	return out, len(out.group) > 1
}
