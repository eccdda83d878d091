package rating

import (
	"math"
	"slices"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// TestOneSidedPlaces checks that players who are always ahead or always behind get bounds. The other players get the
// same ratings as without them.
func TestOneSidedPlaces(t *testing.T) {
	base := readPlaces(t, "mp3_ranking.csv", false)
	games := append([]placeGame{}, base...)
	for _, g := range base[:40] {
		games = append(games, placeGame{Players: []int{4, g.Players[0], 5}, Places: []int{1, 2, 3}})
	}
	want, got := ratePlaces(t, 4, base), ratePlaces(t, 7, games)
	for p := range 4 {
		near.Check(t, got.Players[p].Value, want.Players[p].Value, 1e-9, "rating")
		near.Check(t, got.Players[p].Error95, want.Players[p].Error95, 1e-9, "error")
	}
	best, worst, idle := got.Players[4], got.Players[5], got.Players[6]
	if best.Mark != OnlyWins || best.Kind != stats.AtLeast || best.Low < 200 {
		t.Errorf("ahead of all in 40 games: %+v", best)
	}
	if worst.Mark != OnlyLosses || worst.Kind != stats.AtMost || worst.High > -200 {
		t.Errorf("behind all in 40 games: %+v", worst)
	}
	if idle.Mark != Unrated || idle.Kind != stats.Absent || got.Pools != 1 {
		t.Errorf("without games: %+v, %d pools", idle, got.Pools)
	}
	if order := got.Order(); order[0] != 4 || order[5] != 5 || order[6] != 6 {
		t.Errorf("order %v", order)
	}
}

// TestBoundOfTheUnbeatenCountsSeats checks that at a bound the expected score equals the limit of an anytime interval:
// for the mean share if all places are known, otherwise for the share of games won. For a player who was always ahead,
// it is the lower limit for the share of opponents behind; the effects of seats are included.
func TestBoundOfTheUnbeatenCountsSeats(t *testing.T) {
	games := readPlaces(t, "mp3_ranking.csv", false)
	var own []placeGame
	for i := range 12 { // mostly in seat 3
		seat := []int{2, 2, 2, 0}[i%4]
		g := placeGame{Players: []int{i % 4, i % 4, i % 4}, Places: []int{2, 2, 2}}
		g.Players[(seat+1)%3] = (i + 1 + i/4) % 4
		g.Places[(seat+1)%3] = 3
		g.Players[seat], g.Places[seat] = 4, 1
		own = append(own, g)
	}
	r := ratePlaces(t, 5, append(games, own...))
	bound := r.Players[4]
	if !r.SeatsFitted || bound.Mark != OnlyWins || bound.Kind != stats.AtLeast {
		t.Fatalf("seats fitted %v, %+v", r.SeatsFitted, bound)
	}
	expected := 0.
	for _, g := range own {
		seat := slices.Index(g.Players, 4)
		for other, opponent := range g.Players {
			if other != seat {
				ahead := bound.Low + r.Seats[seat].Value - r.Players[opponent].Value - r.Seats[other].Value
				expected += stats.ScoreOfElo(ahead) / 2
			}
		}
	}
	limits := stats.Anytime(12, 12, .95)
	near.Check(t, expected, 12*limits.Low, 1e-6, "expected share at the bound")
}

// TestBoundOfTheOnlyWinner checks the bound of a player who won 40 games of which only the winners are known, against
// the two opponents together.
func TestBoundOfTheOnlyWinner(t *testing.T) {
	var games []placeGame
	for i := range 40 {
		games = append(games, placeGame{Players: []int{0, 1, 2}, Places: []int{1, 0, 0}},
			placeGame{Players: []int{1, 2, 2}, Places: []int{i % 2, 1 - i%2, 0}})
	}
	r, odds := ratePlaces(t, 3, games), 0. // of the opponents in seats 2 and 3 together
	for p := 1; p < 3; p++ {
		odds += math.Pow(10, (r.Players[p].Value+r.Seats[p].Value)/400)
	}
	want, _ := stats.EloOfScore(stats.Anytime(40, 40, .95).Low)
	near.Check(t, r.Players[0].Low, want+400*math.Log10(odds), 1e-9, "bound")
}

// TestOneSidedSeats checks that no effects are given where a seat always wins, and that the players are rated.
func TestOneSidedSeats(t *testing.T) {
	var games []placeGame
	for i := range 60 {
		players := [][]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}[i%6]
		games = append(games, placeGame{Players: players, Places: [][]int{{2, 1, 3}, {3, 1, 2}}[i/7%2]})
	}
	r := ratePlaces(t, 3, games)
	if r.SeatsFitted || r.Seats[1].Kind != stats.Absent || r.Seats[2].Kind != stats.Absent {
		t.Errorf("seats fitted %v: %+v", r.SeatsFitted, r.Seats)
	}
	for p, rating := range r.Players {
		if rating.Kind != stats.Measured || rating.Mark != Rated {
			t.Errorf("player %d: %+v", p, rating)
		}
	}
}
