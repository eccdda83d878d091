package enginetest

import (
	"slices"
	"testing"

	"pillars/engine"
)

// checkMetrics checks that what a game counts of itself is appended in full, and changes nothing, where a turn starts or the game is over.
func checkMetrics(t *testing.T, p engine.Position) {
	t.Helper()
	if !p.StartsTurn() && !p.Over() {
		return
	}
	names := engine.MetricsOf(p.Rules())
	text := p.String()
	got := engine.AppendMetrics([]int{-1}, p, nil, nil)
	if len(got) != 1+len(names) || got[0] != -1 {
		t.Fatalf("%d metrics are named, %v are appended to -1: %s", len(names), got, p)
	}
	for i, q := range names {
		if got[i+1] < 0 || q.Most > 0 && got[i+1] > q.Most {
			t.Fatalf("%d %s, but there are 0 to %d: %s", got[i+1], q.Name, q.Most, p)
		}
		if q.Event && got[i+1] != 0 {
			t.Fatalf("%d %s have happened before anything was played: %s", got[i+1], q.Name, p)
		}
	}
	if again := engine.AppendMetrics([]int{-1}, p.Clone(), nil, nil); !slices.Equal(got, again) || p.String() != text {
		t.Fatalf("the metrics %v of a clone are %v: %s", got, again, p)
	}
}
