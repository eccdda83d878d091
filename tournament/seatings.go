package tournament

import (
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// Seatings are the orders in which a group of as many players as there are seats, 2 to 4, plays one opening: seatings[i][seat] is a player,
// numbered from 0. There are 2 of them for two seats, 6 for three and 12 for four; for any other number of seats there are none.
//
// They are balanced: every two players sit in every two seats exactly once. So every player sits in every seat, and directly after every other
// (after the last seat comes the first), equally often. The first of them, and every further so many as there are seats, put every player in
// every seat once; the first of all is the group as it is.
//
// They are the maps x -> a x + c, a not 0, of the finite field with as many elements as there are seats, which move any two elements to any two
// others in exactly one way (J. D. Dixon and B. Mortimer, "Permutation Groups", 1996, section 7.6). For three players these are all orders, for four
// the even permutations. Fewer would not do for four: no three circles of four players seat each after every other once (J.-C. Bermond and
// V. Faber, "Decomposition of the complete directed graph into k-circuits", 1976).
func Seatings(seats int) [][]int {
	if seats < 2 || seats > 4 {
		return nil
	}
	orders := make([][]int, 0, seats*(seats-1))
	for a := 1; a < seats; a++ {
		for c := range seats {
			order := make([]int, seats)
			for x := range order {
				order[x] = fieldSum(seats, fieldProduct(seats, a, x), c)
			}
			orders = append(orders, order)
		}
	}
	return orders
}

// fieldSum adds in the field of 2, 3 or 4 elements. The elements of that of four are polynomials over that of two, written as their bits.
func fieldSum(size, a, b int) int {
	if size == 4 {
		return a ^ b
	}
	return (a + b) % size
}

// fieldProduct multiplies in the field of 2, 3 or 4 elements. The three elements of that of four that are not 0 are the powers of 2.
func fieldProduct(size, a, b int) int {
	if size != 4 {
		return a * b % size
	}
	if a == 0 || b == 0 {
		return 0
	}
	powers, logarithms := [3]int{1, 2, 3}, [4]int{1: 0, 2: 1, 3: 2}
	return powers[(logarithms[a]+logarithms[b])%3]
}

// Groups are all choices of size players out of so many, each in rising order. They are ordered by moving each choice round the whole circle of
// players before another choice is made: at the end of each such round all players have been chosen equally often.
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
			choice = moved(choice, players)
		}
	}
	return groups
}

// moved is the choice with each player replaced by the next one in the circle.
func moved(choice []int, players int) []int {
	next := make([]int, len(choice))
	for i, player := range choice {
		next[i] = (player + 1) % players
	}
	slices.Sort(next)
	return next
}
