package figures

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/estimate/experiment"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// TestFindingsAreWritten compares the tables and the JSON of two rungs with a file. Games begin from openings; on the
// second rung few rounds differ.
func TestFindingsAreWritten(t *testing.T) {
	t.Parallel()
	rules, random := enginetest.Rules(t, "pilastri", "size=4"), rand.New(rand.NewPCG(1, 1))
	p := &experiment.Plan{Game: rules.Game(), Spread: 2}
	var findings []finding
	for rung, moves := range []int{1000, 20} {
		g := experiment.NewGatherer(experiment.Measurement{Measure: experiment.FromStart, Player: "alphabeta",
			Nodes: []uint64{100, 400}[rung], Rules: rules,
			Spec: tournament.Spec{Format: tournament.Format{Kind: tournament.SelfPlay},
				Openings: openings.Source{Kind: openings.None}}})
		for i := range 30 {
			score := 0.
			if random.Float64() < .2 {
				score = .5
			} else if random.Float64() < (.6-.1)/(1-.2) {
				score = 1
			}
			outcome := engine.Outcome{Seats: 2, Scores: [engine.MaxSeats]float64{score, 1 - score}}
			game := tournament.Game{Result: tournament.Result{Identity: fmt.Sprint(i), Outcome: outcome},
				Record: engine.Record{Start: rules.Start().String(), Settings: rules.Settings(),
					Turns: []string{fmt.Sprint(random.IntN(moves))}}}
			if err := g.Add(game); err != nil {
				t.Fatal(err)
			}
		}
		found, _ := g.Finding(fmt.Sprint("run", rung)) // the error says that the first turns cannot be played
		findings = append(findings, found)
	}
	ladders, err := experiment.LaddersOf(findings)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := WriteSeats(&b, p, findings, ladders); err != nil {
		t.Fatal(err)
	}
	digits := regexp.MustCompile(`(\.\d{4})\d+`) // further ones depend on the machine
	for _, record := range SeatRecords(findings, ladders) {
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n%s\n", digits.ReplaceAll(text, []byte("$1")))
	}
	enginetest.Golden(t, "findings.txt", strings.ReplaceAll(b.String(), runner.Program(), "PROGRAM"))
}
