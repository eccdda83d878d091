package results

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// TestFoldsCloseRounds counts three openings of two games, in any order, and a game by itself.
func TestFoldsCloseRounds(t *testing.T) {
	t.Parallel()
	fold := &Fold{}
	fold.RoundSize = 2
	if fold.Seats() != 0 || fold.Games() != 0 || fold.Rounds() != 0 || fold.Players() != nil ||
		fold.SeatScore(0) != (SeatScore{}) {
		t.Errorf("a fold without games: %+v", fold)
	}
	add := func(opening string, score float64) {
		t.Helper()
		require.NoError(t, fold.Add(Finished{[]string{"ann", "bob"}, both(score), opening}))
	}
	add("1", 1)
	add("2", 0)
	add("1", 1)
	add("2", 1)
	add("3", .5)
	if fold.Rounds() != 3 {
		t.Errorf("%d rounds with an open one", fold.Rounds())
	}
	add("3", 0)
	add("", 1)
	ofAnn := fold.Means(func(k *rounds.Kind) stats.Total { return stats.Total{Sum: k.Scores[0], Games: 1} })
	total := ofAnn.Total()
	if fold.Games() != 7 || fold.Rounds() != 4 || total != (stats.Total{Sum: 4.5, Games: 7}) || fold.Seats() != 2 {
		t.Errorf("%d games with %+v, %d rounds", fold.Games(), total, fold.Rounds())
	}
	s, err := fold.Standings(StandingsOptions{})
	if err != nil || s.Rows[0].openings != 4 {
		t.Errorf("%+v, %v", s.Rows[0], err)
	}
}

// TestMeansTakeOpeningsAsOne checks that the games from one opening are one observation, that the numbers of values
// weigh within it, and that games by themselves are observations of their own.
func TestMeansTakeOpeningsAsOne(t *testing.T) {
	t.Parallel()
	fold := &Fold{}
	for _, g := range []Finished{
		{Players: []string{"ann", "bob"}, Scores: both(1), Opening: "1"},
		{Players: []string{"bob", "ann"}, Scores: both(0), Opening: "1"},
		{Players: []string{"ann", "bob"}, Scores: both(.5), Opening: "2"},
		{Players: []string{"ann", "bob"}, Scores: both(.5), Opening: "3"},
		{Players: []string{"ann", "bob"}, Scores: both(0)},
		{Players: []string{"bob", "ann"}, Scores: both(1)},
	} {
		require.NoError(t, fold.Add(g))
	}
	fold.Finish()
	means := fold.Means(func(k *rounds.Kind) stats.Total {
		return stats.Total{Sum: k.Scores[slices.Index(k.Players, "ann")], Games: 1}
	})
	// ann scores 2 of 2, 1/2, 1/2, 0 and 0.
	estimate := means.Estimate(.95)
	if means.Openings() != 5 || fold.Rounds() != 5 || !near.Equal(estimate.Value, .5, 1e-12) {
		t.Errorf("%d openings, %+v", means.Openings(), estimate)
	}
	if names := strings.Join(fold.Players(), " "); names != "ann bob" {
		t.Errorf("players %s", names)
	}
}
