package report

import (
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/experiment"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// rung returns a hand-made finding about games of Pilastri 4 x 4 from the start. The first seat wins the first few of
// them, and no game repeats another.
func rung(t *testing.T, rules engine.Rules, run, player string, nodes uint64, won, games int) experiment.Finding {
	t.Helper()
	gatherer := experiment.NewGatherer(experiment.Measurement{Rules: rules, Player: player, Nodes: nodes,
		Measure: experiment.FromStart, Spec: tournament.Spec{Format: tournament.Format{Kind: tournament.SelfPlay},
			Openings: openings.Source{Kind: openings.None}}})
	first := engine.Turns(rules.Start(), []engine.Step{rules.Start().AppendSteps(nil)[0]})
	for i := range games {
		score := 0.
		if i < won {
			score = 1
		}
		g := tournament.Game{Result: result(strconv.Itoa(i+1), "1", player, player, score, 20+i, "no stack left")}
		g.Record = engine.Record{Start: rules.Start().String(), Settings: rules.Settings(),
			Turns: append(first, run+strconv.Itoa(i)), Outcome: g.Outcome}
		if err := gatherer.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gatherer.Finding(run)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestExperimentByHand compares the words of a page with a file: of two ladders, one with a line through its two rungs.
func TestExperimentByHand(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	made, err := NewExperiment(Experiment{Game: rules.Game(), Findings: []experiment.Finding{
		rung(t, rules, "b", "alphabeta", 400, 12, 20), rung(t, rules, "a", "alphabeta", 100, 10, 20),
		rung(t, rules, "c", "mcts", 100, 5, 20),
	}})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Golden(t, "experiment.txt", wordsOf(t, htmlOf(t, made, "")))
	if got := made.summary; got.Games != 60 || got.Distinct != 60 || len(got.Rungs) != 3 || got.Rungs[1].Nodes != 100 ||
		!near.Equal(got.Rungs[1].First.Value, .5, 0) {
		t.Errorf("the summary is %+v", got)
	}
}
