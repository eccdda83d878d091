package tournament

import "slices"

// cost is a list of whole numbers that are compared in turn: what counts first, and what decides among equals. Costs are added part by part, which
// goes well with that order.
type cost [4]int64

func (c cost) plus(d cost) cost {
	for i := range c {
		c[i] += d[i]
	}
	return c
}

func (c cost) minus(d cost) cost {
	for i := range c {
		c[i] -= d[i]
	}
	return c
}

func (c cost) compare(d cost) int { return slices.Compare(c[:], d[:]) }

func (c cost) less(d cost) bool {
	for i := range c {
		if c[i] != d[i] {
			return c[i] < d[i]
		}
	}
	return false
}

// half is exact for a cost of even parts. Slacks between outer nodes and duals of blossoms have even parts: all duals of vertices begin even, and
// tight edges keep those within the trees congruent.
func (c cost) half() cost {
	for i := range c {
		c[i] /= 2
	}
	return c
}

// even is a cost of even parts, not above c and next to it.
func (c cost) even() cost {
	for i := range c {
		c[i] &^= 1
	}
	return c
}
