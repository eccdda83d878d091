package experiment

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/tournament/runner"
)

// TestFindingsAreWritten compares the tables and the JSON of two rungs with a file. Games begin from openings; on the
// second rung few rounds differ.
func TestFindingsAreWritten(t *testing.T) {
	t.Parallel()
	rules, random := enginetest.Rules(t, "pilastri", "size=4"), rand.New(rand.NewPCG(1, 1))
	p := &Plan{Game: rules.Game(), Spread: 2}
	var findings []Finding
	for rung, moves := range []int{1000, 20} {
		m := Measurement{Measure: FromStart, Player: "alphabeta", Nodes: []uint64{100, 400}[rung], Rules: rules}
		g := &Gatherer{Measurement: m, fold: NewFold(2, 1)}
		for i := range 30 {
			score := draw(random, .6, .2)
			add(t, g.fold, rules, finished(rules, fmt.Sprint(i), fmt.Sprint(random.IntN(moves)), score, 1-score))
		}
		findings = append(findings, Finding{Measurement: m, Run: fmt.Sprint("run", rung), Summary: g.fold.Summary()})
	}
	ladders, err := LaddersOf(findings)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.WriteText(&b, findings, ladders); err != nil {
		t.Fatal(err)
	}
	digits := regexp.MustCompile(`(\.\d{4})\d+`) // further ones depend on the machine
	for _, record := range Records(findings, ladders) {
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n%s\n", digits.ReplaceAll(text, []byte("$1")))
	}
	enginetest.Golden(t, "findings.txt", strings.ReplaceAll(b.String(), runner.Program(), "PROGRAM"))
}
