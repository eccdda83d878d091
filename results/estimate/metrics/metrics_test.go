package metrics

import (
	"maps"
	"math"
	"slices"
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
		"one game":    {Rules: twoSeats(), Games: []Trace{simple("", 1)}},
		"equal games": {Rules: twoSeats(), Games: []Trace{simple("1", 1), simple("1", 1), simple("2", 1)}},
		"no turn":     {Rules: twoSeats(), Games: []Trace{{Outcome: won(0)}}},
		"lonely rung": {Rules: twoSeats(), Chain: []Rung{{Player: "random"}}},
		"empty rung":  {Rules: twoSeats(), Chain: []Rung{{Player: "random"}, {Player: "greedy"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := map[string]bool{}
			for _, m := range Of(s) {
				found[m.Name] = true
				checkFinite(t, m)
			}
			for _, d := range definitions() {
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

// TestDefinitions checks that docs/reference/metrics.csv has one full row for every measure, and no other.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	var names []string
	for _, d := range definitions() {
		names = append(names, d.Name)
		if slices.Contains([]string{d.Title, d.Meaning, d.Counts, d.Interval, d.Source, d.Group, string(d.Unit)}, "") {
			t.Errorf("a cell of %s is empty", d.Name)
		}
	}
	slices.Sort(names)
	if measured := slices.Sorted(maps.Keys(measures)); !slices.Equal(names, measured) {
		t.Errorf("docs/reference/metrics.csv has rows for %q, but there are measures for %q", names, measured)
	}
}
