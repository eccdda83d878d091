package study

import (
	"context"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/search/proof/solver"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// TestToyWonByForce studies a game that the first player wins by taking one stone of five, and one that the second
// player wins. Games in which the players err do not change the verdict.
func TestToyWonByForce(t *testing.T) {
	t.Parallel()
	for pile, want := range map[int]Verdict{5: ProvenFirst, 4: ProvenSecond} {
		rules := &enginetest.Stones{Pile: pile}
		proof, err := solver.Solve(context.Background(), rules.Start(), solver.BySearch, solver.Limits{Positions: 1000})
		if err != nil {
			t.Fatal(err)
		}
		s := Study{Rules: rules, Proof: proof}
		if s.Turns, err = List(rules, 1); err != nil {
			t.Fatal(err)
		}
		chosen, err := s.Turns.Choose(context.Background(), rules, proof, 2, openings.Valuer{})
		if err != nil || len(chosen) > 0 {
			t.Errorf("turns %v are played although all are proven; error %v", chosen, err)
		}
		if err := s.Settle(nil); err != nil {
			t.Fatal(err)
		}
		if s.Fair() != want {
			t.Errorf("pile of %d: %s", pile, s.Fair())
		}
	}
}

// seats returns findings from the start: of 100 different games the first seat won some, and lost the others.
func seats(t *testing.T, won int) []experiment.Finding {
	t.Helper()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	f := experiment.Finding{Measurement: experiment.Measurement{Measure: experiment.FromStart, Player: "alphabeta",
		Nodes: 1024, Rules: rules,
		Spec: tournament.Spec{Format: tournament.Format{Kind: tournament.SelfPlay, Spread: 2}}}}
	means := map[float64]int{1: won, 0: 100 - won}
	f.Summary = experiment.SeatSummary{Games: 100, Rounds: 100, Distinct: 100, Counted: 100, Means: means,
		Seats: []stats.Estimate{stats.MeanOf(means, .95)}}
	return []experiment.Finding{f}
}

// TestVerdictOfGames checks the verdicts that rest on games.
func TestVerdictOfGames(t *testing.T) {
	t.Parallel()
	for won, want := range map[int]Verdict{50: Even, 90: First, 10: Second} {
		s := Study{Rules: enginetest.Rules(t, "pilastri", "size=4"), Seats: seats(t, won)}
		if err := s.Settle(nil); err != nil || s.Fair() != want {
			t.Errorf("%d of 100 won: %s, error %v; want %s", won, s.Fair(), err, want)
		}
	}
	openings := seats(t, 10)
	openings[0].Measure = experiment.FromOpenings
	for won, want := range map[int]Verdict{50: Second + " from openings", 90: Mixed, 10: Second} {
		s := Study{Rules: enginetest.Rules(t, "pilastri", "size=4"), Seats: append(seats(t, won), openings...)}
		if err := s.Settle(nil); err != nil || s.Fair() != want {
			t.Errorf("%d of 100 won from the start, 10 from openings: %s, error %v; want %s", won, s.Fair(), err, want)
		}
	}
	s := Study{Rules: enginetest.Rules(t, "pilastri", "size=4"), Seats: seats(t, 90)}
	s.Seats[0].Summary.Distinct, s.Seats[0].Summary.Counted = 3, 3
	if err := s.Settle(nil); err != nil || s.Fair() != Open {
		t.Errorf("three different games: %s, error %v", s.Fair(), err)
	}
}

// cellOf returns a cell of a map whose first player won some of 100 games, and in which a number of 100 had a winner.
func cellOf(t *testing.T, setting string, won, decided int) Cell {
	t.Helper()
	completion := figure("completion", metrics.Share, 100, stats.MeanOf(map[float64]int{1: decided, 0: 100 - decided},
		.95))
	s := &Study{Rules: enginetest.Rules(t, "pilastri", "size=4"), Seats: seats(t, won),
		Metrics: []metrics.Metric{completion}}
	if err := s.Settle(nil); err != nil {
		t.Fatal(err)
	}
	return Cell{setting, s}
}

// TestFirstTurns checks that turns are listed up to symmetry, and valued if there are more than are to be played.
func TestFirstTurns(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=5")
	list, err := List(rules, 1)
	if err != nil || !list.Whole || len(list.All) == 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	chosen, err := list.Choose(context.Background(), rules, nil, 2, openings.Valuer{Player: "alphabeta:nodes=10"})
	if err != nil || len(chosen) != 2 || len(list.All) > 2 && list.All[0].Search == nil {
		t.Errorf("chosen %v of %+v, %v", chosen, list.All, err)
	}
	if list, err := List(enginetest.Rules(t, "pylyx", "size=6"), 1); err != nil || !list.Pie || len(list.All) > 0 {
		t.Errorf("pylyx: %+v, %v", list, err)
	}
}

// TestBeginnings checks that openings are random and as long as possible, or all of one length on a board that is too
// small.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	large, small := enginetest.Rules(t, "pilastri"), enginetest.Rules(t, "pilastri", "files=2", "ranks=2")
	if source, enough := Beginnings(large, 1, 40, 3); source.Kind == openings.All || source.Turns != 3 || enough != 40 {
		t.Errorf("%+v for %d games", source, enough)
	}
	source, enough := Beginnings(small, 1, 6000, 4)
	if source.Kind != openings.All || source.Turns < 1 || source.Turns > 4 || enough < 2 || enough >= 6000 {
		t.Errorf("%+v for %d games", source, enough)
	}
}
