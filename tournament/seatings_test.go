package tournament

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"pillars/engine/enginetest"
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
			enginetest.CheckCounts(t, fmt.Sprintf("%v: a player in a seat", square), inSquare, seats*seats, 1)
		}
		enginetest.CheckCounts(t, fmt.Sprintf("%d seats: a player after another",
			seats), after, seats*(seats-1), games/(seats-1))
		enginetest.CheckCounts(t, fmt.Sprintf("%d seats: two players in two seats", seats), inSeats, games*games, 1)
	}
	for _, seats := range []int{-1, 0, 1, 5} {
		if orders := Seatings(seats); len(orders) != 0 {
			t.Errorf("%d seats have the orders %v", seats, orders)
		}
	}
}

func TestGroupsAreAllChoicesInABalancedOrder(t *testing.T) {
	for _, c := range []struct{ players, size, groups int }{{2, 2, 1}, {3, 2, 3}, {6, 2, 15}, {3, 3, 1}, {7, 3, 35},
		{9, 3, 84}, {4, 4, 1}, {8, 4, 70}} {
		name := fmt.Sprintf("%d of %d", c.size, c.players)
		groups := allGroups(c.players, c.size)
		seen, games := map[string]bool{}, make([]int, c.players)
		for _, group := range groups {
			seen[fmt.Sprint(group)] = true
			if len(group) != c.size || !slices.IsSorted(group) || len(slices.Compact(slices.Clone(group))) != c.size {
				t.Errorf("%s: group %v", name, group)
			}
			for _, player := range group {
				games[player]++
			}
			// Within a round of the circle nobody is more than a group's size ahead.
			if least, most := slices.Min(games), slices.Max(games); most-least > c.size {
				t.Errorf("%s: games %v after %v", name, games, group)
			}
		}
		if len(groups) != c.groups || len(seen) != c.groups || slices.Min(games) != slices.Max(games) {
			t.Errorf("%s: %d groups, %d different, games %v; want %d and equally many for all", name, len(groups),
				len(seen), games, c.groups)
		}
	}
	if groups := allGroups(2, 3); len(groups) != 0 {
		t.Errorf("three of two players: %v", groups)
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

// TestGauntletGroups checks that the groups of a gauntlet are the groups of a round robin that include a challenger,
// each once. In games of two seats, challengers have played nearly equally often at any time, and so have the others.
func TestGauntletGroups(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for players := seats; players <= 8; players++ {
			for challengers := 1; challengers < players; challengers++ {
				want := slices.DeleteFunc(allGroups(players, seats),
					func(group []int) bool { return slices.Min(group) >= challengers })
				got, games := gauntletGroups(players, challengers, seats), make([]int, players)
				for _, group := range got {
					for _, player := range group {
						games[player]++
					}
					spread := func(games []int) int { return slices.Max(games) - slices.Min(games) }
					most := 1
					if group[1] < challengers { // challengers among themselves cannot all meet at once
						most = 2
					}
					if seats == 2 && (spread(games[:challengers]) > most || spread(games[challengers:]) > 1) {
						t.Errorf("%d challengers of %d: games %v", challengers, players, games)
					}
				}
				slices.SortFunc(want, slices.Compare)
				slices.SortFunc(got, slices.Compare)
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%d seats, %d challengers of %d players: %v, want %v", seats, challengers, players, got,
						want)
				}
			}
		}
	}
}

// TestOrdersStay checks that the order of groups and seats does not change, because it determines the names of stored
// games.
func TestOrdersStay(t *testing.T) {
	digest := fnv.New64a()
	for seats := 2; seats <= 4; seats++ {
		fmt.Fprintln(digest, Seatings(seats))
		for players := seats; players <= 9; players++ {
			fmt.Fprintln(digest, allGroups(players, seats))
			for challengers := 1; challengers < players; challengers++ {
				fmt.Fprintln(digest, gauntletGroups(players, challengers, seats))
			}
		}
	}
	if got := digest.Sum64(); got != 0x2d797021296e5d39 {
		t.Errorf("digest %#x", got)
	}
}
