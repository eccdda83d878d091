package tournament

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
)

// TestSeatingsAreBalanced checks that every player has every seat, sits after every other, and meets every other in
// every pair of seats, equally often. Every seats orders in a row have each player in each seat.
func TestSeatingsAreBalanced(t *testing.T) {
	for seats, games := range map[int]int{2: 2, 3: 6, 4: 12} {
		orders := Seatings(seats)
		if len(orders) != games {
			t.Fatalf("%d seats: %d orders, want %d", seats, len(orders), games)
		}
		after, inSeats := map[[2]int]int{}, map[[4]int]int{}
		for _, order := range orders {
			if !slices.Equal(slices.Sorted(slices.Values(order)), []int{0, 1, 2, 3}[:seats]) {
				t.Fatalf("%d seats: %v seats not every player once", seats, order)
			}
			for seat, player := range order {
				after[[2]int{player, order[(seat+1)%seats]}]++
				for other, opponent := range order {
					if other != seat {
						inSeats[[4]int{seat, other, player, opponent}]++
					}
				}
			}
		}
		if !slices.Equal(orders[0], []int{0, 1, 2, 3}[:seats]) {
			t.Errorf("%d seats: the first order is %v, want the group as it is", seats, orders[0])
		}
		for square := range slices.Chunk(orders, seats) {
			inSquare := map[[2]int]int{}
			for _, order := range square {
				for seat, player := range order {
					inSquare[[2]int{seat, player}]++
				}
			}
			CheckCounts(t, fmt.Sprintf("%v: a player in a seat", square), inSquare, seats*seats, 1)
		}
		CheckCounts(t, fmt.Sprintf("%d seats: a player after another",
			seats), after, seats*(seats-1), games/(seats-1))
		CheckCounts(t, fmt.Sprintf("%d seats: two players in two seats", seats), inSeats, games*games, 1)
	}
	for _, seats := range []int{-1, 0, 1, 5} {
		if orders := Seatings(seats); len(orders) != 0 {
			t.Errorf("%d seats have the orders %v", seats, orders)
		}
	}
}

// TestGroups checks that the groups are all choices of players and, in a gauntlet, those with a challenger.
func TestGroups(t *testing.T) {
	for _, c := range []struct{ players, size, groups, with1, with2 int }{{2, 2, 1, 1, 1}, {3, 2, 3, 2, 3},
		{6, 2, 15, 5, 9}, {3, 3, 1, 1, 1}, {7, 3, 35, 15, 25}, {8, 4, 70, 35, 55}, {2, 3, 0, 0, 0}} {
		groups, seen := allGroups(c.players, c.size), map[string]bool{}
		for _, group := range groups {
			seen[fmt.Sprint(group)] = true
			if len(group) != c.size || !slices.IsSorted(group) || len(slices.Compact(slices.Clone(group))) != c.size {
				t.Errorf("%d of %d: group %v", c.size, c.players, group)
			}
		}
		with1, with2 := gauntletGroups(c.players, 1, c.size), gauntletGroups(c.players, 2, c.size)
		if len(groups) != c.groups || len(seen) != c.groups || len(with1) != c.with1 || len(with2) != c.with2 {
			t.Errorf("%d of %d: %d groups, %d different, %d and %d with challengers", c.size, c.players, len(groups),
				len(seen), len(with1), len(with2))
		}
	}
}

// TestMixedSeatings checks that the mixed seatings are all assignments of two players in which both take part, each
// followed by its opposite. With two seats they are the orders of a pair.
func TestMixedSeatings(t *testing.T) {
	for seats, games := range map[int]int{1: 0, 2: 2, 3: 6, 4: 14, 5: 0} {
		orders, seen := MixedSeatings(seats), map[string]bool{}
		for i, order := range orders {
			kinds := slices.Compact(slices.Sorted(slices.Values(order)))
			if len(order) != seats || !slices.Equal(kinds, []int{0, 1}) {
				t.Errorf("%d seats: %v", seats, order)
			}
			for seat, kind := range orders[i^1] {
				if kind == order[seat] {
					t.Errorf("%d seats: beside %v stands %v, not its opposite", seats, order, orders[i^1])
				}
			}
			seen[fmt.Sprint(order)] = true
		}
		if len(orders) != games || len(seen) != games {
			t.Errorf("%d seats: %d orders, %d different, want %d", seats, len(orders), len(seen), games)
		}
	}
	if !slices.EqualFunc(MixedSeatings(2), Seatings(2), slices.Equal) {
		t.Errorf("two seats: %v, want swapped pairs", MixedSeatings(2))
	}
}

// TestOrdersStay checks that the order of seats does not change, because it determines the names of stored games.
func TestOrdersStay(t *testing.T) {
	digest := fnv.New64a()
	for seats := 2; seats <= 4; seats++ {
		fmt.Fprintln(digest, Seatings(seats), MixedSeatings(seats))
	}
	if got := digest.Sum64(); got != 0xf0d249653045eec2 {
		t.Errorf("digest %#x", got)
	}
}
