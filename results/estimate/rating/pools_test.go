package rating

import (
	"slices"
	"testing"

	"pillars/results/estimate/stats"
)

// TestPoolTakesTheScaleOfMostGames rates a pool of two components with four players each, the first with fewer games.
// The player with most games played all of them against players of lower numbers.
func TestPoolTakesTheScaleOfMostGames(t *testing.T) {
	var games []match
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {4, 7}, {5, 7}, {6, 7}} {
		games = append(games, match{First: pair[0], Second: pair[1], Score: 0.5},
			match{First: pair[1], Second: pair[0], Score: 0.5})
	}
	games = append(games, match{First: 0, Second: 4, Score: 1}) // between the components
	p := findPools(tableOf(t, 8, games), nil)
	if want := []int{0, 0, 0, 0, 1, 1, 1, 1}; !slices.Equal(p.component, want) {
		t.Fatalf("components %v, want %v", p.component, want)
	}
	for player := range 8 {
		if got, want := p.isReference(player), player >= 4; got != want {
			t.Errorf("player %d: in the component of the scale: %v, want %v", player, got, want)
		}
	}
}

// TestSeatCurve compares seats 2 and 3 with seat 1. A shift is the difference between the strengths of the players, and
// the points are the games in which the seat was ahead.
func TestSeatCurve(t *testing.T) {
	games := []placeGame{
		{Players: []int{0, 1, 2}, Places: []int{1, 2, 3}},
		{Players: []int{1, 2, 0}, Places: []int{2, 1, 3}},
		{Players: []int{2, 0, 1}, Places: []int{3, 1, 2}},
	}
	m := newModel(placesOf(t, 3, 3, games), Options{Scale: logisticScale})
	for i := range m.theta {
		m.theta[i] = float64(3 * (i + 1))
	}
	strength := m.strength
	for seat, points := range map[int]float64{1: 2, 2: 1} {
		c := m.seatCurve(seat)
		want := make([]float64, 0, len(games))
		for _, g := range games {
			want = append(want, strength(g.Players[seat])-strength(g.Players[0]))
		}
		slices.Sort(want)
		if got := slices.Sorted(slices.Values(c.shifts)); !slices.Equal(got, want) {
			t.Errorf("seat %d: shifts %v, want %v", seat, got, want)
		}
		if c.count != 3 || c.points != points {
			t.Errorf("seat %d: %v points of %v, want %v of 3", seat, c.points, c.count, points)
		}
	}
}

// TestLevels checks that the level of a player is the length of the longest chain of players above, each of whom beat
// the next, and that players who drew have the same level.
func TestLevels(t *testing.T) {
	games := []match{
		{First: 0, Second: 3, Score: 1}, {First: 3, Second: 4, Score: 1}, {First: 0, Second: 4, Score: 1},
		{First: 1, Second: 0, Score: .5}, {First: 4, Second: 2, Score: 1},
	}
	if got, want := findPools(tableOf(t, 6, games), nil).level, []int{0, 0, 3, 1, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("levels %v, want %v", got, want)
	}
}

// TestWinnerOfAllGamesOfTwo checks that one of two players of whom one won all games is the reference of the scale, and
// that the other has only a bound. A third player that has not played is not rated.
func TestWinnerOfAllGamesOfTwo(t *testing.T) {
	t.Parallel()
	all := newMatches(3, 2)
	for range 4 {
		all.add(0, match{First: 0, Second: 1, Score: 1}.game())
	}
	got := rate(t, all.table(), Options{})
	var marks []Mark
	fixed := 0
	for _, player := range got.Players {
		marks = append(marks, player.Mark)
		fixed += counted(player.Kind == stats.Fixed)
	}
	winnerIsReference := marks[0] == Reference && marks[1] == OnlyLosses
	loserIsReference := marks[0] == OnlyWins && marks[1] == Reference
	if !winnerIsReference && !loserIsReference || marks[2] != Unrated || fixed != 1 {
		t.Errorf("the marks are %v, and %d ratings are fixed", marks, fixed)
	}
}
