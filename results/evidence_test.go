package results

import (
	"fmt"
	"slices"
	"testing"

	"pillars/engine/enginetest/require"
)

// wonPairs returns the games of two players from n openings, each played with both orders of seats. The first player
// won all of them.
func wonPairs(winner, loser string, n int) (games []Finished) {
	for i := range n {
		opening := fmt.Sprint(i)
		games = append(games, Finished{Players: []string{winner, loser}, Scores: []float64{1, 0}, Opening: opening},
			Finished{Players: []string{loser, winner}, Scores: []float64{0, 1}, Opening: opening})
	}
	return games
}

// meeting returns the meeting of two players of the standings of some games.
func meeting(t *testing.T, games []Finished, player, opponent string) Meeting {
	t.Helper()
	s, err := NewStandings(games, StandingsOptions{})
	require.NoError(t, err)
	row := func(name string) int { return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Player == name }) }
	return s.Meeting(row(player), row(opponent))
}

// TestUnbeatenPlayersAreShownByTheirOwnGames checks how many openings a player must win, all of them, to be shown to be
// stronger. For n openings of n, the mixture over means of the anytime interval is B(n + 1/2, 1/2)/pi, and equal
// players have the likelihood 1/2^n. The ratio is 50 with 8 openings, 661 with 12 and 1,270 with 13. It must exceed
// 1/alpha: 20, or 900 for one of 45 comparisons. Fewer than 8 openings show nothing.
func TestUnbeatenPlayersAreShownByTheirOwnGames(t *testing.T) {
	for _, c := range []struct {
		openings int
		alpha    float64
		shown    bool
	}{{7, .05, false}, {8, .05, true}, {12, .05 / 45, false}, {13, .05 / 45, true}} {
		games := wonPairs("A", "B", c.openings)
		if got := meeting(t, games, "A", "B").Shown(c.alpha); got != c.shown {
			t.Errorf("%d openings at %.4f: %v", c.openings, c.alpha, got)
		}
		if meeting(t, games, "B", "A").Shown(c.alpha) {
			t.Errorf("%d openings: the loser is stronger", c.openings)
		}
	}
}

// TestEqualResultsShowNoDifference rates two players who never met and have the same scores in the same openings.
// Nothing is known about their difference, although the difference of their ratings does not vary.
func TestEqualResultsShowNoDifference(t *testing.T) {
	var games []Finished
	for _, player := range []string{"A", "B"} {
		for i := range 12 {
			score := float64(i%3) / 2
			games = append(games, Finished{Players: []string{player, "C"}, Scores: []float64{score, 1 - score},
				Opening: fmt.Sprint(i)})
		}
	}
	m := meeting(t, games, "A", "B")
	if d := m.Difference; !(d.Low < -50 && d.High > 50) || m.Stronger != nil || m.Shown(.05) {
		t.Errorf("%+v", m)
	}
}

// TestPlayersWhoDidNotMeetAreNotShown checks that a player who beat the weakest player is not compared with players
// whom it did not meet.
func TestPlayersWhoDidNotMeetAreNotShown(t *testing.T) {
	games := slices.Concat(wonPairs("A", "C", 30), wonPairs("B", "D", 30))
	for _, other := range []string{"B", "D"} {
		if meeting(t, games, "A", other).Shown(.05) {
			t.Errorf("A is stronger than %s", other)
		}
	}
}

// TestMixedSeatingsWithoutSpreadAreShown plays games of three seats in which one player is ahead of the other in every
// comparison of every opening.
func TestMixedSeatingsWithoutSpreadAreShown(t *testing.T) {
	var games []Finished
	for i := range 8 {
		opening := fmt.Sprint(i)
		games = append(games,
			Finished{Players: []string{"A", "B", "B"}, Scores: []float64{1, .25, .25}, Opening: opening},
			Finished{Players: []string{"B", "A", "A"}, Scores: []float64{0, 1, .5}, Opening: opening})
	}
	if m := meeting(t, games, "A", "B"); !m.Shown(.05) || m.Shown(.001) || m.Stronger != nil {
		t.Errorf("%+v", m)
	}
	if meeting(t, games, "B", "A").Shown(.05) {
		t.Error("B is stronger")
	}
}

// TestFewOpeningsBetweenGroupsShowNothing connects two groups with many openings by only two openings, which alone tell
// which group is stronger.
func TestFewOpeningsBetweenGroupsShowNothing(t *testing.T) {
	var games []Finished
	pair := func(a, b, opening string, first, second float64) {
		games = append(games, Finished{Players: []string{a, b}, Scores: []float64{first, 1 - first}, Opening: opening},
			Finished{Players: []string{b, a}, Scores: []float64{1 - second, second}, Opening: opening})
	}
	for i := range 60 {
		opening := fmt.Sprint(i)
		pair("A", "X", opening, float64(i%3)/2, float64(i%2))
		pair("B", "Y", "b"+opening, float64(i%2), float64(i%3)/2)
	}
	pair("X", "Y", "x1", 1, .5)
	pair("X", "Y", "x2", 1, 1)
	for _, players := range [][2]string{{"X", "Y"}, {"A", "B"}, {"A", "Y"}} {
		m := meeting(t, games, players[0], players[1])
		if m.Openings < 60 || !(m.Difference.Low <= 0 && 0 <= m.Difference.High) || m.Stronger != nil || m.Shown(.05) {
			t.Errorf("%v: %d openings of 2, shown %v: %+v", players, m.observations(), m.Shown(.05), m.Difference)
		}
	}
	if m := meeting(t, games, "A", "X"); m.observations() != 60 {
		t.Errorf("A and X: %d openings of 60", m.observations())
	}
}

// TestSeatsThatAreNotSwappedShowNothing plays games in which one player always has the first seat, so that they say as
// much about the seat as about the player.
func TestSeatsThatAreNotSwappedShowNothing(t *testing.T) {
	for _, drawn := range []int{0, 3} { // of every ten games
		var games []Finished
		for i := range 200 {
			score := 1.
			if i%10 < drawn {
				score = .5
			}
			games = append(games, Finished{Players: []string{"A", "B"}, Scores: []float64{score, 1 - score}})
		}
		if meeting(t, games, "A", "B").Shown(.05) {
			t.Errorf("%d draws of ten: A is stronger", drawn)
		}
	}
}
