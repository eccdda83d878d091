package metrics

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"pillars/results/estimate/stats"
)

// TestNothingIsEverNaN checks metrics of samples with little or no data: every definition has a metric, and absent ones
// say why.
func TestNothingIsEverNaN(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Sample{
		"empty":       {Rules: twoSeats()},
		"no rules":    {},
		"one game":    {Rules: twoSeats(), Games: []Game{simple("", 1)}},
		"equal games": {Rules: twoSeats(), Games: []Game{simple("1", 1), simple("1", 1), simple("2", 1)}},
		"no turn": {Rules: twoSeats(), Games: []Game{{Outcome: won(0)}},
			Playouts: make([]Playout, 1)},
		"one sighting": {Rules: twoSeats(), States: Sightings{Positions: 1, Distinct: 1, Once: 1}},
		"lonely rung":  {Rules: twoSeats(), Chain: []Rung{{Player: "random"}}},
		"empty rung":   {Rules: twoSeats(), Chain: []Rung{{Player: "random"}, {Player: "greedy"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := map[string]bool{}
			for _, m := range Of(s) {
				found[m.Name] = true
				checkFinite(t, m)
			}
			for _, d := range Definitions() {
				if !found[d.Name] {
					t.Errorf("%s is missing", d.Name)
				}
			}
		})
	}
}

// checkFinite checks that all numbers of a metric are finite and in order, and that an absent metric says why.
func checkFinite(t *testing.T, m Metric) {
	t.Helper()
	e := m.Estimate
	for _, x := range []float64{e.Value, e.Error95, e.Low, e.High} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Errorf("%s: %v", m.ID(), e)
		}
	}
	switch e.Kind {
	case stats.Absent:
		if m.Note == "" {
			t.Errorf("%s is absent without a reason", m.ID())
		}
	case stats.Measured, stats.Bracketed:
		if !(e.Low <= e.Value && e.Value <= e.High) {
			t.Errorf("%s: %v does not lie from %v to %v", m.ID(), e.Value, e.Low, e.High)
		}
	}
}

// TestDefinitions checks that every definition is complete and has a name of its own, and one of them in full.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, d := range Definitions() {
		if d.Name == "" || d.Group == "" || d.Title == "" || d.Unit == "" || d.Counts == "" || d.Meaning == "" ||
			d.Interval == "" || d.Source == "" {
			t.Errorf("incomplete: %+v", d)
		}
		got := strings.Join([]string{d.Group, d.Title, d.Meaning, string(d.Unit), d.Counts, d.Interval, d.Source}, "|")
		if d.Name == "random-turns" && got != "random play|Turns of a random game|Mean number of turns of random "+
			"games.|turns|random games|Student, by game|Tavener, reports of Ai Ai" {
			t.Errorf("%s is defined as %s", d.Name, got)
		}
		if seen[d.Name] {
			t.Errorf("%s stands twice", d.Name)
		}
		seen[d.Name] = true
	}
	if !seen["random-turns"] {
		t.Error("there are no turns of a random game")
	}
}

// TestUnitsHaveTheirDecimals checks the number of decimals of every metric's text: one for shares in percent, turns,
// steps and choices, and three for scores and what is computed of them, except where values are close to each other or
// far apart.
func TestUnitsHaveTheirDecimals(t *testing.T) {
	t.Parallel()
	usual := map[Unit]int{Share: 1, Score: 3, Turns: 1, Steps: 1, Choices: 1, Logarithm: 1, Number: 2, Correlation: 3,
		Skill: 3, Rungs: 0, Micros: 1}
	special := map[string]int{"lead-changes": 3, "stability": 4}
	number := regexp.MustCompile(`\d+(\.\d+)?`)
	for _, m := range Of(full()) {
		want, isSpecial := special[m.Name]
		if !isSpecial {
			want = usual[m.Unit]
		}
		for _, found := range number.FindAllString(m.Text(), -1) {
			_, decimals, _ := strings.Cut(found, ".")
			if len(decimals) != want {
				t.Errorf("%s in %s is written %s, want %d decimals", m.ID(), m.Unit, m.Text(), want)
				break
			}
		}
	}
}
