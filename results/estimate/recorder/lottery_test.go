package recorder

import (
	"fmt"
	"slices"
	"testing"

	"pillars/tournament"
)

// TestLotteriesDrawWholePairs checks that a lottery draws as many whole pairs as its limit allows, but at least one,
// whatever the order of the games.
func TestLotteriesDrawWholePairs(t *testing.T) {
	t.Parallel()
	var games []tournament.Result
	for pair := range 4000 {
		for game := range 2 {
			games = append(games, tournament.Result{Pair: fmt.Sprint(pair), Identity: fmt.Sprint(pair, "/", game)})
		}
	}
	drawn := func(limit int, games []tournament.Result) []string {
		l := Effort{Seed: 7, Limit: limit}.Lottery()
		for _, game := range games {
			l.Add(game)
		}
		return l.Drawn()
	}
	turned := slices.Clone(games)
	slices.Reverse(turned)
	all := drawn(1000, games)
	for limit, want := range map[int]int{0: 8000, 1: 2, 2: 2, 9: 8, 1000: 1000, 9000: 8000} {
		got := drawn(limit, games)
		if len(got) != want || !slices.Equal(got, drawn(limit, turned)) {
			t.Errorf("%d of at most %d games", len(got), limit)
		}
		for _, identity := range got {
			if _, known := slices.BinarySearch(all, identity); limit > 0 && limit < 1000 && !known {
				t.Errorf("of at most %d games %s is drawn, but not of 1000", limit, identity)
			}
		}
	}
}
