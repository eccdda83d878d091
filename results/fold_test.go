package results

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
)

// TestFoldsLeaveOutFaults counts three openings of two games. In the first a game ends by a fault, in the second both
// do. A game by itself follows. Games of unknown length do not count in the mean length.
func TestFoldsLeaveOutFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		leaveFaults    bool
		games, rounds  int
		points, length float64 // of ann
	}{{false, 7, 4, 4.5, 27.5}, {true, 4, 3, 2.5, 20}} {
		fold := &Fold{RoundSize: 2, LeaveFaults: c.leaveFaults}
		add := func(pair string, turns int, score float64, fault guard.FaultKind) {
			t.Helper()
			r := plantest.Finished("1", pair, turns, []string{"ann", "bob"}, score, 1-score).Result
			r.Fault.Kind = fault
			if err := fold.AddResult(r); err != nil {
				t.Fatal(err)
			}
		}
		if fold.Seats() != 0 || fold.Games() != 0 || fold.Rounds() != 0 || fold.Players() != nil ||
			fold.SeatScore(0) != (SeatScore{}) {
			t.Errorf("a fold without games: %+v", fold)
		}
		add("1v2/1", 10, 1, guard.None)
		add("1v2/2", 40, 0, guard.Failed)
		add("1v2/1", 30, 1, guard.Failed)
		add("1v2/2", 0, 1, guard.OutOfTime)
		add("1v2/3", 30, .5, guard.None)
		if len(fold.open) != 1 || fold.Rounds() != c.rounds-1 {
			t.Errorf("%d rounds are open, of %d", len(fold.open), fold.Rounds())
		}
		add("1v2/3", 0, 0, guard.None)
		add("", 0, 1, guard.None)
		total := fold.means(func(k *kind) stats.Total {
			return stats.Total{Sum: k.scores[0], Games: 1} // ann has the first seat
		}).Total()
		games, points := total.Games, total.Sum
		if len(fold.open) > 0 || fold.Games() != c.games || fold.Rounds() != c.rounds || games != c.games ||
			points != c.points || fold.Seats() != 2 {
			t.Errorf("leave %v: %d games with %v points, %d rounds, %d open", c.leaveFaults, games, points,
				fold.Rounds(), len(fold.open))
		}
		s, err := fold.Standings(StandingsOptions{})
		if err != nil || s.Rows[0].MeanTurns != c.length || s.Rows[0].openings != c.rounds {
			t.Errorf("leave %v: %+v, %v", c.leaveFaults, s.Rows[0], err)
		}
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
		if err := fold.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	fold.Finish()
	means := fold.means(func(k *kind) stats.Total {
		return stats.Total{Sum: k.scores[slices.Index(k.players, "ann")], Games: 1}
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
