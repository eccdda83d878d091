//go:build !race

package tune

import (
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/eval"
)

// simulatedScores returns positions of different games, whose results are drawn by a slope.
func simulatedScores(truth float64, games int, seed uint64) (scores []Scored) {
	random := rand.New(rand.NewPCG(seed, 8))
	for range games {
		p := Scored{Score: 1.5 * random.NormFloat64()}
		if random.Float64() < eval.Expectation(truth, p.Score) {
			p.Result = 1
		}
		scores = append(scores, p)
	}
	return scores
}

func TestSlopeFindsTheTruth(t *testing.T) {
	t.Parallel()
	for i, truth := range []float64{.3, 1, 1.5, 3} {
		scores := simulatedScores(truth, 40000, uint64(i))
		got, err := FitSlope(scores)
		require.NoError(t, err)
		near.Check(t, got, truth, .04*truth, "slope")
	}
	for _, scores := range [][]Scored{nil, {{Score: 1}, {Score: -1, Result: 1}}} {
		if slope, err := FitSlope(scores); err == nil {
			t.Errorf("%v give the slope %v", scores, slope)
		}
	}
}
