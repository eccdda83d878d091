package report

import (
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// rung returns a hand-made finding about games of Pilastri 4 x 4 from the start. The first seat wins the first few of
// them, and no game repeats another.
func rung(t *testing.T, rules engine.Rules, run, player string, nodes uint64, won, games int) experiment.Finding {
	t.Helper()
	f := experiment.Finding{Run: run, Measurement: experiment.Measurement{Rules: rules, Player: player, Nodes: nodes,
		Measure: experiment.FromStart, Spec: tournament.Spec{Openings: openings.Source{Kind: openings.None}}}}
	fold := experiment.NewFold(2, 1)
	first := engine.Turns(rules.Start(), []engine.Step{rules.Start().AppendSteps(nil)[0]})
	for i := range games {
		score := 0.
		if i < won {
			score = 1
		}
		g := tournament.Game{Result: result(strconv.Itoa(i+1), "1", player, player, score, 20+i, "no stack left")}
		g.Record = engine.Record{Start: rules.Start().String(), Settings: rules.Settings(),
			Turns: append(first, run+strconv.Itoa(i)), Outcome: g.Outcome}
		if err := fold.Add(rules.Game(), g); err != nil {
			t.Fatal(err)
		}
		f.Turns = append(f.Turns, g.Turns)
	}
	f.Summary = fold.Summary()
	var err error
	if f.Beginnings, err = fold.Beginnings(rules.Game()); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestExperimentByHand compares the page of two ladders with figures counted by hand, and the ladder with its line.
func TestExperimentByHand(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	given := Experiment{Game: rules.Game(), Findings: []experiment.Finding{
		rung(t, rules, "b", "alphabeta", 400, 12, 20), rung(t, rules, "a", "alphabeta", 100, 10, 20),
		rung(t, rules, "c", "mcts", 100, 5, 20),
	}}
	made, err := NewExperiment(given)
	if err != nil {
		t.Fatal(err)
	}
	points := []experiment.LogitPoint{{X: 0, Points: 10, Games: 20}, {X: 1, Points: 12, Games: 20}}
	line, err := experiment.FitLine(points)
	if err != nil {
		t.Fatal(err)
	}
	next := line.At(2)
	trend := tableOf(t, made, "trend-1")
	for i, want := range []string{"start alphabeta 100 20 20 20 50.0", "start alphabeta 400 20 20 20 60.0",
		"start mcts 100 20 20 20 25.0"} {
		if got := strings.Join(trend.Rows[i][:7], " "); got != want {
			t.Errorf("row %d: %s, not %s", i+1, got, want)
		}
	}
	ladders := tableOf(t, made, "ladders")
	if len(ladders.Rows) != 1 { // one rung is none
		t.Fatalf("ladders: %v", ladders.Rows)
	}
	want := "start alphabeta 400 2 " + stats.FormatNumber(line.Slope().Value, 3) + " 1600 " +
		stats.FormatNumber(100*next.Value, 1)
	row := ladders.Rows[0]
	if got := strings.Join([]string{row[0], row[1], row[2], row[3], row[4], row[7], row[8]}, " "); got != want {
		t.Errorf("ladder: %s, not %s", got, want)
	}
	beginnings := tableOf(t, made, "beginnings-1")
	if got := cellsOf(t, beginnings, "start", "player", "nodes", "rounds", "first seat, %"); got != "all  60 45.0" {
		t.Errorf("from the only first turn: %s", got)
	}
	if got := made.summary; got.Games != 60 || got.Distinct != 60 || len(got.Rungs) != 3 || got.Rungs[1].Nodes != 100 ||
		got.Rungs[1].First.Value != .5 {
		t.Errorf("the summary is %+v", got)
	}
	if made.Headlines[0].Value != "60" || made.Headlines[1].Value != "60.0 %" || strings.Join(made.Runs, "") != "bac" {
		t.Errorf("headlines %+v, runs %v", made.Headlines, made.Runs)
	}
}
