package report

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/estimate/metrics"
	"pillars/tournament"
)

// course returns a hand-made game. Before each turn it has the score that the judge expects for the first seat, the
// number of events, and the number of legal steps.
func course(name string, winner engine.Seat, expected []float64, events, legal []int) metrics.Trace {
	g := metrics.Trace{Name: name, Outcome: engine.Win(winner, "no stack left"), Players: []string{"a", "b"},
		Start: []int{0}}
	for i, x := range expected {
		g.Turns = append(g.Turns, metrics.Turn{
			Seat: engine.Seat(i % 2), Expectation: []float64{x, 1 - x}, Quantities: []int{events[i]},
			Steps: []metrics.Step{{Legal: legal[i]}},
		})
	}
	return g
}

// TestCourseByHand compares trajectories of two games, of four turns and of two, with figures computed by hand.
func TestCourseByHand(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars")
	in := Input{Run: "3f9c", Spec: tournament.Spec{}, Rules: rules}
	in.Sample = metrics.Sample{Rules: metrics.RulesOf(rules), Judge: "somebody", Games: []metrics.Trace{
		course("1", 0, []float64{.5, .6, .8, .9}, []int{1, 0, 1, 0}, []int{10, 20, 30, 40}),
		course("2", 1, []float64{.6, .8}, []int{0, 1}, []int{20, 30}),
	}}
	in.Sample.Rules.Quantities = []engine.Metric{{Name: "captures", Help: "stacks captured", Event: true}}
	made, err := New(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id, row, want string
		columns       []string
	}{
		{"decided", "0", "45.0", []string{"expectation of the winner, %"}},  // of .5 and .4
		{"decided", "50", "50.0", []string{"expectation of the winner, %"}}, // of .8 and .2
		{"decided", "100", "100.0", []string{"expectation of the winner, %"}},
		{"quantity-01", "0", "2 0.00", []string{"games", "mean"}},
		{"quantity-01", "1", "2 0.50", []string{"games", "mean"}},
		{"quantity-01", "2", "2 1.00", []string{"games", "mean"}},
		{"quantity-01", "3", "2 1.50", []string{"games", "mean"}}, // the shorter game keeps its one
		{"quantity-01", "4", "2 1.50", []string{"games", "mean"}},
		{"branching-steps", "1", "2 15.00", []string{"games", "mean"}},
		{"branching-steps", "3", "1 30.00", []string{"games", "mean"}},
	} {
		if got := cellsOf(t, tableOf(t, made, c.id), c.row, c.columns...); got != c.want {
			t.Errorf("%s at %s: %s, not %s", c.id, c.row, got, c.want)
		}
	}
}
