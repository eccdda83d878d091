package answer

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/search/proof/solver"
	"pillars/tournament"
)

// rung returns a finding in which the first seat won a share of the counted rounds.
func rung(t *testing.T, measure experiment.Measure, nodes uint64, counted, rounds, won int) experiment.Finding {
	t.Helper()
	first := stats.MeanScore(float64(won), counted)
	return experiment.Finding{Measurement: experiment.Measurement{Measure: measure, Player: "alphabeta", Nodes: nodes,
		Rules: enginetest.Rules(t, "pilastri", "size=4"),
		Spec:  tournament.Spec{Format: tournament.Format{Kind: tournament.SelfPlay, Spread: 2}}},
		Run: fmt.Sprint(measure, nodes), Games: rounds, Rounds: rounds, Distinct: counted, Counted: counted,
		Seats: []stats.Estimate{first, first.Mirrored(1)}}
}

func ladders(findings ...experiment.Finding) []experiment.Ladder {
	return experiment.LaddersOf(findings)
}

// metric returns a metric with one decimal.
func metric(id string, unit metrics.Unit, n int, e stats.Estimate) metrics.Metric {
	name, subject, _ := strings.Cut(id, "/")
	d := &metrics.Definition{Name: name, Unit: unit}
	d.Decimals = 1
	return metrics.Metric{Definition: d, Subject: subject, N: n, Estimate: e}
}

// TestAnswers compares the answers about games with a file.
func TestAnswers(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	add := func(name string, a Answer) {
		fmt.Fprintf(&text, "== %s\n", name)
		require.NoError(t, a.WriteText(&text))
		text.WriteByte('\n')
	}
	const start, openings = experiment.FromStart, experiment.FromOpenings
	names := []string{"White", "Black"}
	even := rung(t, start, 1024, 100, 100, 50)
	opens := even
	opens.Opener, opens.Chooser = stats.Limited(.64, .55, .73), stats.Limited(.5, .4, .6)
	opens.Faults = 2
	three := even
	three.Seats = []stats.Estimate{stats.Limited(.5, .45, .55), stats.Limited(.4, .35, .45),
		stats.Limited(.6, .55, .65)}
	for _, c := range []struct {
		name string
		s    Seats
	}{
		{"no advantage", Seats{Names: names, Ladders: ladders(even)}},
		{"an advantage", Seats{Names: names, Ladders: ladders(rung(t, start, 1024, 200, 200, 130))}},
		{"of the second player", Seats{Names: names, Ladders: ladders(rung(t, start, 1024, 200, 200, 50))}},
		{"a set-up and faults", Seats{Names: names, Ladders: ladders(opens)}},
		{"only openings show an advantage",
			Seats{Names: names, Ladders: ladders(even, rung(t, openings, 1024, 200, 200, 150))}},
		{"few games from the start differ",
			Seats{Names: names,
				Ladders: ladders(rung(t, start, 1024, 5, 100, 3), rung(t, openings, 1024, 100, 100, 50))}},
		{"a highest rung with four rounds",
			Seats{Names: names, Ladders: ladders(rung(t, start, 256, 100, 100, 50), rung(t, start, 1024, 4, 4, 4))}},
		{"not decided", Seats{Names: names, Ladders: ladders(rung(t, start, 1024, 4, 100, 2))}},
		{"no games", Seats{Names: names}},
		{"three seats", Seats{Names: []string{"White", "Black", "Red"}, Ladders: ladders(three)}},
		{"a proof", Seats{Names: names, Ladders: ladders(even),
			Proof: &solver.Solution{Method: "search", Positions: 30, Worth: solver.Worth{Value: "loss"}}}},
		{"different players", Seats{Names: names, Scores: []metrics.Metric{
			metric("seat-score/seat 1", metrics.Score, 72, stats.Limited(.42, .27, .62)),
			metric("seat-score/seat 2", metrics.Score, 72, stats.Limited(.58, .38, .73))}}},
	} {
		add("fair: "+c.name, Fair(c.s))
	}
	all := Measured{
		metric("completion", metrics.Share, 20, stats.Limited(.9, .8, .95)),
		metric("drawishness", metrics.Share, 20, stats.Limited(.1, .05, .2)),
		metric("cut-off", metrics.Share, 20, stats.Limited(0, 0, .1)),
		metric("turns/median", metrics.Turns, 20, stats.Symmetric(25, 2)),
		metric("lead-changes", metrics.Number, 20, stats.Symmetric(.3, .1)),
		metric("behind", metrics.Share, 20, stats.Limited(.25, .2, .3)),
		metric("drama", metrics.Score, 20, stats.Symmetric(.2, .1)),
		metric("turns-legal-geometric", metrics.Choices, 20, stats.Symmetric(12, 1)),
		metric("judge-skill", metrics.Skill, 20, stats.Symmetric(.05, .02)),
		metric("depth", metrics.Rungs, 3, stats.Limited(1, 0, 2)),
	}
	chain := []metrics.Rung{{Player: "random"}, {Player: "alphabeta:nodes=8", Points: 9, Games: 10},
		{Player: "alphabeta:nodes=64", Points: 6, Games: 10}}
	add("decisive", Decisive(all))
	add("decisive: no game", Decisive(nil))
	add("deep", Deep(chain, all))
	add("deep: no chain", Deep(nil, nil))
	add("lively", Lively(all))
	add("lively: no judge", Lively(nil))
	enginetest.Golden(t, "games.txt", text.String())
}
