package experiment

import (
	"encoding/json"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/results/estimate/stats"
)

// written returns the lines of the text of findings, with single blanks between words.
func written(t *testing.T, swept bool, findings ...Finding) []string {
	t.Helper()
	game, err := games.Find("pilastri")
	if err != nil {
		t.Fatal(err)
	}
	p := &Plan{Game: game, Spread: 2, Swept: swept}
	ladders, err := LaddersOf(findings)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.WriteText(&b, findings, ladders); err != nil {
		t.Fatal(err)
	}
	if b.Len() == 0 {
		return nil
	}
	return strings.Split(enginetest.Squeezed(strings.TrimSuffix(b.String(), "\n")), "\n")
}

// TestTablesOfFindings reads the tables of a finding from seven openings, of which the player that chooses scores
// 60 %.
func TestTablesOfFindings(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	limited := func(value float64) stats.Estimate {
		return stats.Estimate{Kind: stats.Bracketed, Value: value, Low: value - .1, High: value + .1}
	}
	f := Finding{Measurement: Measurement{Measure: FromOpenings, Player: "greedy", Setting: "size=4", Rules: rules},
		Run: "0123", Summary: SeatSummary{Rounds: 7, Distinct: 7, Counted: 7, All: limited(.5),
			First: stats.WDL{Wins: 5, Draws: 3, Losses: 6}, Seats: []stats.Estimate{limited(.55), limited(.45)},
			Draws: limited(.2), Chooser: limited(.6)}}
	f.Summary.Games = 14
	const title = "Pilastri, the first player's advantage (95 % intervals, valid at all times)"
	all := strings.Join(written(t, true, f), "\n")
	for _, want := range []string{
		title, "size=4 greedy - openings 14 7 7 of 7 55.0 (45.0 .. 65.0) 5 3 6 20.0 (10.0 .. 30.0) 50.0 (40.0 .. 60.0)",
		"size=4 greedy - openings 7 60.0 (50.0 .. 70.0) 10.0 (0.0 .. 20.0)", "runs 0123",
		"The node limit of every decision is drawn between 1/2 and 2 times that shown.",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
	for _, never := range []string{"~", "Under nine tenths", "With more than two seats", "Every seat's score",
		"opener %"} {
		if strings.Contains(all, never) {
			t.Errorf("%q stands in\n%s", never, all)
		}
	}
	f.Summary.Distinct, f.Measure, f.Summary.Rounds, f.Summary.Games = 6, FromStart, 8, 8
	all = strings.Join(written(t, false, f), "\n")
	for _, want := range []string{
		strings.TrimSuffix(title, ")") + " but for those marked ~)", "\ngreedy - start 8 - 6 of 8 ~55.0 (45.0 .. 65.0)",
		"\n~ Under nine tenths of the rounds differ: ", "Openings: none; seed 0",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
	if lines := written(t, false); lines != nil {
		t.Errorf("no findings are written as %q", lines)
	}
}

// TestOddsAreWritten checks the row and the JSON of games at odds. The logit of the second seat's score grows from
// -ln 3 to ln 3 in two doublings.
func TestOddsAreWritten(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	f := Finding{Measurement: Measurement{Measure: AtOdds, Player: "alphabeta", Nodes: 20, Rules: rules}, Run: "0123",
		Odds: evenAtTwice(t, rules)}
	var err error
	if f.OddsLine, err = f.Odds.Line(); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(written(t, false, f), "\n")
	if want := "\nalphabeta 20 odds 160 160 2.00 (1."; !strings.Contains(all, want) ||
		!strings.Contains(all, ") 80 0 80 1.099 (") {
		t.Errorf("%q is missing in\n%s", want, all)
	}
	text, err := json.Marshal(Records([]Finding{f}, nil))
	if err != nil {
		t.Fatal(err)
	}
	var records []map[string]any
	if err := json.Unmarshal(text, &records); err != nil || len(records) != 1 {
		t.Fatalf("%s, error %v", text, err)
	}
	got := records[0]
	for key, want := range map[string]any{"type": "odds", "run": "0123", "player": "alphabeta", "nodes": 20.,
		"measure": "odds", "level": .95, "rough": false, "games": 160., "faults": 0., "distinct": 160.} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	if first, _ := json.Marshal(got["first"]); !strings.Contains(string(first), "80") {
		t.Errorf("the results of the first seat are %s", first)
	}
}
