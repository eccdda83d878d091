package formats

import (
	"fmt"
	"slices"
	"testing"
)

// TestGauntletGroups checks that the groups of a gauntlet are the groups of a round robin that include a challenger,
// each once.
func TestGauntletGroups(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for players := seats; players <= 8; players++ {
			for challengers := 1; challengers < players; challengers++ {
				want := slices.DeleteFunc(Groups(players, seats),
					func(group []int) bool { return slices.Min(group) >= challengers })
				got := GauntletGroups(players, challengers, seats)
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
