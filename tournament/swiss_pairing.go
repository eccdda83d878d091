package tournament

import (
	"cmp"
	"slices"
)

// The next round of a Swiss tournament is the pairing of the whole field that costs least. Costs are compared in turn:
//
//  1. how often the players of each match have met before, and how many byes the player with the bye has had, summed up;
//  2. the points of the player with the bye;
//  3. the squared differences of points within the matches, summed up;
//  4. the squared distances in standing from what is customary, summed up: among k players with equal points the first meets the k/2-th
//     after him, so that the upper half meets the lower half; of players with different points, those who stand next to each other
//     meet; the bye is for the last in the standing.
//
// The standing is by points, equals in the order in which the spec names the players. In the first round all have equal points: of 8 players the
// first meets the fifth, the second the sixth. A pairing of least cost is found as a perfect matching (see [matching]), for any size of the field:
// nothing is decided greedily. What makes later rounds repeat matches is not looked at.

// pair pairs the next round.
func (f *swissField) pair() swissRound {
	costs := f.newPairingCosts()
	size := len(f.points)
	mates := matching(size+size%2, costs.of)
	round := swissRound{bye: nobody}
	for place, mate := range mates {
		switch {
		case place == size || place > mate:
		case mate == size:
			round.bye = costs.standing[place]
		default:
			round.matches = append(round.matches, [2]int{costs.standing[place], costs.standing[mate]})
		}
	}
	return round
}

// pairingCosts tells what it costs that two meet who are named by their places in the standing, from 0.
type pairingCosts struct {
	field    *swissField
	standing []int   // players, the best first
	level    []int   // of each place, how many players have the same points
	halves   []int64 // of each place, the points in halves
}

func (f *swissField) newPairingCosts() pairingCosts {
	size := len(f.points)
	c := pairingCosts{field: f, standing: make([]int, size), level: make([]int, size), halves: make([]int64, size)}
	for i := range c.standing {
		c.standing[i] = i
	}
	slices.SortStableFunc(c.standing, func(a, b int) int { return cmp.Compare(f.points[b], f.points[a]) })
	levels := map[int64]int{}
	for place, player := range c.standing {
		c.halves[place] = f.halfPoints(player)
		levels[c.halves[place]]++
	}
	for place := range c.level {
		c.level[place] = levels[c.halves[place]]
	}
	return c
}

// of is the cost of a match between two places, or of a bye if one of them is the place after the last.
func (c pairingCosts) of(a, b int) cost {
	a, b = min(a, b), max(a, b)
	if b == len(c.standing) {
		return c.ofBye(a)
	}
	difference, distance := c.halves[a]-c.halves[b], int64(b-a)
	if difference == 0 {
		distance -= int64(c.level[a] / 2)
	}
	met := c.field.met[c.standing[a]][c.standing[b]]
	return cost{int64(met), 0, difference * difference, distance * distance}
}

// ofBye is the cost of a bye.
func (c pairingCosts) ofBye(place int) cost {
	distance := int64(len(c.standing) - 1 - place)
	return cost{int64(c.field.byes[c.standing[place]]), c.halves[place], 0, distance * distance}
}
