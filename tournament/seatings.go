package tournament

import (
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// Seatings returns the orders in which a group of players, one per seat, plays an opening: in order i, the player
// seatings[i][seat] has the seat. There are 2 orders for two seats, 6 for three, and 12 for four. For other numbers of
// seats it returns nil.
//
// The orders are balanced: given two players and two seats, exactly one order puts the first player into the first of
// these seats and the second player into the other. Therefore every player sits in every seat, and directly after every
// other player, equally often. In the first order, player i has seat i.
//
// In each order, seat x has the player ax + c, for constants a != 0 and c of the finite field with as many elements as
// seats (J. D. Dixon and B. Mortimer, "Permutation Groups", 1996, section 7.6). Four seats need all 12 orders: three
// circles of four players cannot seat each player directly after every other player once (J.-C. Bermond and V. Faber,
// "Decomposition of the complete directed graph into k-circuits", 1976).
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

// MixedSeatings returns all 2^seats - 2 ways to fill the seats with copies of two players, 0 and 1, so that both take
// part: in way i, the player ways[i][seat] has the seat. After each way comes the way with the players exchanged. For
// fewer than 2 or more than 4 seats it returns nil.
func MixedSeatings(seats int) [][]int {
	if seats < 2 || seats > 4 {
		return nil
	}
	var orders [][]int
	for zeros := 1; zeros < 1<<(seats-1); zeros++ { // bit s is 1 if player 0 has seat s; player 1 has the last seat
		order, opposite := make([]int, seats), make([]int, seats)
		for seat := range seats {
			opposite[seat] = zeros >> seat & 1
			order[seat] = 1 - opposite[seat]
		}
		orders = append(orders, order, opposite)
	}
	return orders
}

// affine returns ax + c in the finite field with the given size, which is 2, 3 or 4. The elements of the field of 4 are
// polynomials over the field of 2, modulo t^2 + t + 1; the bits of an element are its coefficients.
func affine(size, a, x, c int) int {
	if size != 4 {
		return (a*x + c) % size
	}
	product := a*(x&1) ^ (a<<1)*(x>>1)      // of the polynomials; up to 3 bits, before the reduction
	reduced := product ^ (product>>2)*0b111 // 0b111 is t^2 + t + 1
	return reduced ^ c
}

// allGroups returns all groups of the given size, each in rising order.
func allGroups(players, size int) [][]int {
	if size < 1 || players < size {
		return nil
	}
	return combin.Combinations(players, size)
}

// gauntletGroups returns all groups that include a challenger. The challengers are the first players.
func gauntletGroups(players, challengers, size int) [][]int {
	return slices.DeleteFunc(allGroups(players, size), func(group []int) bool { return group[0] >= challengers })
}

// mirrorGroups returns one group per player, with that player in all seats.
func mirrorGroups(players, seats int) [][]int {
	all := make([][]int, players)
	for player := range all {
		all[player] = slices.Repeat([]int{player}, seats)
	}
	return all
}
