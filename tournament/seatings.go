package tournament

import (
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/combin"
)

// Seatings returns the orders in which a group of players, one per seat, plays an opening: in order i, the player
// orders[i][seat] has the seat. In the first order, player i has seat i. Only games of 2 to 4 seats have orders.
//
// The orders are balanced: given two players and two seats, exactly one order puts the first player into the first of
// these seats and the second player into the other. Therefore every player sits in every seat, and directly after every
// other player, equally often. The orders are the affine maps of the finite field with as many elements as seats (J. D.
// Dixon and B. Mortimer, "Permutation Groups", 1996, section 7.6).
func Seatings(seats int) (orders [][]int) {
	texts := map[int]string{
		2: "01 10",
		3: "012 120 201 021 102 210",
		4: "0123 1032 2301 3210 0231 1320 2013 3102 0312 1203 2130 3021",
	}
	for text := range strings.FieldsSeq(texts[seats]) {
		var order []int
		for _, player := range text {
			order = append(order, int(player-'0'))
		}
		orders = append(orders, order)
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
