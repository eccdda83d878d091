//go:build !race

package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/eval"
)

// simulatedScores returns games whose results are drawn by a slope. Each game has the given number of positions, all
// with the same score.
func simulatedScores(truth float64, games, positions int, seed uint64) (scores []Scored) {
	random := rand.New(rand.NewPCG(seed, 8))
	for game := range games {
		p := Scored{Game: game, Score: 1.5 * random.NormFloat64()}
		if random.Float64() < eval.Expectation(truth, p.Score) {
			p.Result = 1
		}
		scores = append(scores, slices.Repeat([]Scored{p}, positions)...)
	}
	return scores
}

func TestSlopeFindsTheTruth(t *testing.T) {
	t.Parallel()
	for i, truth := range []float64{.3, 1, 1.5, 3} {
		scores := simulatedScores(truth, 40000, 1, uint64(i))
		got, err := FitSlope(scores)
		if err != nil {
			t.Fatal(err)
		}
		near.Check(t, got, truth, .04*truth, "slope")
		for _, other := range []float64{got - .02, got + .02} {
			if SlopeLoss(scores, other) <= SlopeLoss(scores, got) {
				t.Errorf("the loss of slope %v is smaller than that of %v", other, got)
			}
		}
	}
	for _, scores := range [][]Scored{nil, {{Score: 1}, {Score: -1, Result: 1}}} {
		if slope, err := FitSlope(scores); err == nil {
			t.Errorf("%v give the slope %v", scores, slope)
		}
	}
}

// TestReliabilityErrors draws many samples of games of ten equal positions each: the errors must be those of the games.
func TestReliabilityErrors(t *testing.T) {
	t.Parallel()
	const samples, truth = 400, .9
	squares, inside := 0., 0
	for seed := range uint64(samples) {
		r := NewReliability(simulatedScores(truth, 200, 10, seed), truth, 0, 2)
		squares += r.Gap() * r.Gap() / (r.Error * r.Error)
		if math.Abs(r.Gap()) < 1.96*r.Error {
			inside++
		}
	}
	if ratio := squares / samples; !(.8 <= ratio && ratio <= 1.25) {
		t.Errorf("gaps have %v times the variance that their errors say", ratio)
	}
	if share := float64(inside) / samples; !(.92 <= share && share <= .98) {
		t.Errorf("%v of the intervals hold the truth", share)
	}
}
