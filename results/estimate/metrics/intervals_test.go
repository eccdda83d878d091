package metrics

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// TestMetricsAreFunctionsOfGames draws random samples and checks that all figures are finite and in order, that shares
// lie between 0 and 1, that the order of the games does not matter, and that doubling all games keeps the values.
func TestMetricsAreFunctionsOfGames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := full()
		s.Games = rapid.SliceOfN(rapid.Custom(oddGame), 0, 12).Draw(rt, "games")
		once := measured(s)
		for _, m := range once {
			checkFinite(t, m)
			checkWithin(rt, m)
		}
		for i, j := 0, len(s.Games)-1; i < j; i, j = i+1, j-1 {
			s.Games[i], s.Games[j] = s.Games[j], s.Games[i]
		}
		for id, m := range measured(s) {
			a, b := m.Estimate.Value, once[id].Estimate.Value
			near.Check(rt, a, b, 1e-9*(1+math.Abs(b)), id, ", with the games in another order,")
		}
	})
}

// ranges has the possible values of metrics, by unit or, if the unit does not determine them, by name.
var ranges = map[string][2]float64{
	"share": {0, 1}, "score": {0, 1}, "choices": {1, math.Inf(1)}, "lead-changes": {0, 1},
	"stability":       {0, .25},
	"judge-skill":     {math.Inf(-1), 1},
	"opening-variety": {1, math.Inf(1)},
}

// checkWithin fails if a value or a limit of an interval is impossible.
func checkWithin(t *rapid.T, m Metric) {
	within, known := ranges[m.Name]
	if !known {
		within, known = ranges[string(m.Unit)]
	}
	if !known {
		within = [2]float64{0, math.Inf(1)}
	}
	if strings.HasPrefix(m.Subject, "men ") {
		within[1] = float64(twoSeats().quantities[0].Most)
	}
	e := m.Estimate
	ends := map[stats.Kind][]float64{
		stats.Measured: {e.Value, e.Low, e.High}, stats.Bracketed: {e.Value, e.Low, e.High}, stats.Fixed: {e.Value},
		stats.AtLeast: {e.Low}, stats.AtMost: {e.High},
	}
	for _, x := range ends[e.Kind] {
		if !(within[0]-1e-12 <= x && x <= within[1]+1e-12) {
			t.Fatalf("%s is %v, but lies between %v and %v", m.ID(), e, within[0], within[1])
		}
	}
}

// oddGame draws a game with arbitrary contents.
func oddGame(t *rapid.T) Trace {
	g := simple(rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "opening"), rapid.IntRange(0, 9).Draw(t, "turns"))
	g.Ending = rounds.Ending(rapid.IntRange(0, 3).Draw(t, "ending"))
	g.Outcome = won(0)
	if g.Ending != rounds.Won {
		g.Outcome.Scores = [4]float64{.5, .5}
	}
	for i := range g.Turns {
		turn := &g.Turns[i]
		turn.Given, turn.SetUp = rapid.Bool().Draw(t, "given") && i < 2, i == 0
		g.Positions[i].Key = rapid.Uint64Range(0, 5).Draw(t, "key")
		g.Positions[i].Canonical = rapid.Uint64Range(0, 5).Draw(t, "canonical")
		turn.Wholes = rapid.IntRange(0, 3).Draw(t, "wholes")
		turn.Steps[0].Legal = rapid.IntRange(1, 3).Draw(t, "legal")
		if rapid.Bool().Draw(t, "seen") {
			x := rapid.Float64Range(0, 1).Draw(t, "expectation")
			turn.Expectation = []float64{x, 1 - x}
		}
	}
	return g
}
