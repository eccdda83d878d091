// Package formats says which players meet in a tournament: pure functions of numbers and scores, which know no game
// and no player. Players are numbered from 0.
package formats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// Seatings are the orders in which a group of as many players as there are seats, 2 to 4, plays one opening:
// seatings[i][seat] is a player, numbered from 0. There are 2 of them for two seats, 6 for three and 12 for four; for
// any other number of seats there are none.
//
// They are balanced: every two players sit in every two seats exactly once. So every player sits in every seat, and
// directly after every other, equally often. The first is the group as it is.
//
// They are the maps x -> a x + c, a not 0, of the finite field with as many elements as there are seats (J. D. Dixon
// and B. Mortimer, "Permutation Groups", 1996, section 7.6). Fewer would not do for four: no three circles of four
// players seat each after every other once (J.-C. Bermond and V. Faber, "Decomposition of the complete directed graph
// into k-circuits", 1976).
func Seatings(seats int) [][]int {
	if seats < 2 || seats > 4 {
		return nil
	}
	orders := make([][]int, 0, seats*(seats-1))
	for a := 1; a < seats; a++ {
		for c := range seats {
			order := make([]int, seats)
			for x := range order {
				order[x] = affine(seats, a, x, c)
			}
			orders = append(orders, order)
		}
	}
	return orders
}

// MixedSeatings are all ways to seat two kinds of players, numbered 0 and 1, with both kinds at the table: 2^seats - 2
// of them for 2 to 4 seats, none for any other number. Each is followed by the one with the kinds exchanged.
func MixedSeatings(seats int) [][]int {
	if seats < 2 || seats > 4 {
		return nil
	}
	var orders [][]int
	for first := 1; first < 1<<(seats-1); first++ { // the seats of kind 0, as bits
		order, opposite := make([]int, seats), make([]int, seats)
		for seat := range seats {
			opposite[seat] = first >> seat & 1
			order[seat] = 1 - opposite[seat]
		}
		orders = append(orders, order, opposite)
	}
	return orders
}

// affine is a x + c in the field of 2, 3 or 4 elements. Those of the field of four are polynomials over that of two,
// written as their bits, with x*x = x+1.
func affine(size, a, x, c int) int {
	if size != 4 {
		return (a*x + c) % size
	}
	product := a*(x&1) ^ a<<1*(x>>1)
	return product ^ product>>2*7 ^ c // 7 is x*x + x + 1
}

// Groups are all choices of size players out of so many, each in rising order. Each choice is moved round the whole
// circle of players before another one is made: then all players have been chosen equally often.
func Groups(players, size int) [][]int {
	if size < 1 || players < size {
		return nil
	}
	choices := combin.Combinations(players, size)
	groups := make([][]int, 0, len(choices))
	listed := make([]bool, len(choices)) // by combin's number of the choice
	for _, choice := range choices {
		for range players {
			number := combin.CombinationIndex(choice, players, size)
			if listed[number] {
				break
			}
			listed[number] = true
			groups = append(groups, choice)
			choice = slices.Clone(choice)
			for i := range choice {
				choice[i] = (choice[i] + 1) % players
			}
			slices.Sort(choice)
		}
	}
	return groups
}

// GauntletGroups are the groups of as many players as there are seats with one of the first so many players, the
// challengers, in it. Their order keeps the games of all challengers nearly equal at any time, and those of all others.
// Groups of challengers alone come last.
func GauntletGroups(players, challengers, seats int) [][]int {
	var groups [][]int
	for inside := 1; inside <= min(challengers, seats-1); inside++ {
		others := Groups(players-challengers, seats-inside)
		for _, group := range others {
			for i := range group {
				group[i] += challengers
			}
		}
		groups = append(groups, crossed(Groups(challengers, inside), others)...)
	}
	return append(groups, Groups(challengers, seats)...)
}

// crossed joins every group of the first list with every group of the second, going round both lists over and over to
// use them evenly at any time. Where their lengths have a common divisor, going round meets only some of the pairs
// before it closes, and starts anew one further.
func crossed(first, second [][]int) [][]int {
	if len(second) == 0 {
		return nil
	}
	all := make([][]int, 0, len(first)*len(second))
	period := len(first) / divisor(len(first), len(second)) * len(second)
	for i := range len(first) * len(second) {
		all = append(all, slices.Concat(first[(i+i/period)%len(first)], second[i%len(second)]))
	}
	return all
}

// divisor is the greatest common divisor (Euclid, "Elements", book VII, proposition 2).
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Mirrors are the groups of a player with itself in all seats.
func Mirrors(players, seats int) [][]int {
	groups := make([][]int, players)
	for player := range groups {
		groups[player] = slices.Repeat([]int{player}, seats)
	}
	return groups
}

// GameCount is the number of games when every group of as many players as there are seats plays so many rounds, each
// round in every order of [Seatings]. Too large counts are cut far above what any plan holds.
func GameCount(players, seats, rounds int) int {
	count := float64(rounds * len(Seatings(seats)))
	for i := range seats {
		count = count * float64(max(0, players-i)) / float64(i+1) // whole after every division
	}
	return int(min(count, math.MaxInt32))
}

// A search for even odds: a player meets itself with unequal node limits, the second seat's being 2^x times the
// first's, until no seat is ahead. All games of a stage are played around one x, which follows from the results of the
// stages before by stochastic approximation (H. Robbins and S. Monro, A stochastic approximation method, 1951). Half of
// them are played a factor of four above the ratio and half below: without the slope of the score nothing tells how far
// the even odds can be from those tried. A stage begins when the one before is finished, so the plan is the same for
// any number of workers.
const (
	OddsStage = 16 // games in a stage
	mostOdds  = 10 // no seat has more than 2^mostOdds times the nodes of the other
	oddsAside = 2. // how far from x the games of a stage are played, in logarithms to the base 2
	oddsGain  = 8. // what a mean score of 1 more than expected moves x by in the first stage
	oddsStep  = 1. // the longest move of x
)

// NextOdds is the x of the stage after one, numbered from 0, in which the first seat had a mean score at x.
func NextOdds(x, mean float64, stage int) float64 {
	move := oddsGain / float64(stage+1) * (mean - .5)
	return max(-mostOdds+oddsAside, min(mostOdds-oddsAside, x+max(-oddsStep, min(oddsStep, move))))
}

// OddsNodes are the node limits of the two seats in game n, from 0, of a stage around x, where nodes are the limit of
// even odds.
func OddsNodes(nodes uint64, x float64, n int) (limits [2]uint64) {
	aside := oddsAside
	if n%2 == 1 {
		aside = -aside
	}
	for seat, sign := range [2]float64{-1, 1} {
		limits[seat] = uint64(max(1, math.Round(float64(nodes)*math.Exp2(sign*(x+aside)/2))))
	}
	return limits
}
