//go:build !race

package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/eval"
)

// simulatedScores returns games whose results are drawn by a curve. Each game has the given number of positions, all
// with the same score and phase.
func simulatedScores(truth eval.Curve, games, positions int, seed uint64) (scores []Scored) {
	random := rand.New(rand.NewPCG(seed, 8))
	for game := range games {
		p := Scored{Game: game, Score: 150 * random.NormFloat64(), Phase: 13 * random.IntN(6)}
		if random.Float64() < truth.Expectation(p.Score, p.Phase) {
			p.Result = 1
		}
		scores = append(scores, slices.Repeat([]Scored{p}, positions)...)
	}
	return scores
}

// TestCurveFindsTheTruth fits results drawn by known curves and compares what they predict.
func TestCurveFindsTheTruth(t *testing.T) {
	t.Parallel()
	for i, truth := range []eval.Curve{
		eval.Plain, {80, 60, 30, 140}, {90, 120, 150, 90, 0, -60, 20, 40, -30, 10, -20, -50},
		{100, 250, 100, 180, 30, -100, 90, 0, 60, -30, 0, 30},
	} {
		got, err := FitCurve(simulatedScores(truth, 40000, 1, uint64(i)))
		if err != nil {
			t.Fatal(err)
		}
		for score := -300.; score <= 300; score += 50 {
			for phase := 0; phase <= engine.SetUpPhase; phase += 13 {
				want, is := truth.Expectation(score, phase), got.Expectation(score, phase)
				near.Check(t, is, want, .04, truth, ": ", score, " at ", phase)
			}
		}
	}
}

// TestHeldOutGamesDoNotMatter reverses the results of some games. The predictions for these games must not change.
func TestHeldOutGamesDoNotMatter(t *testing.T) {
	t.Parallel()
	const folds = 4
	scores := simulatedScores(eval.Curve{150, 150, 115, 80}, 400, 3, 2)
	before, err := HeldOut(scores, folds)
	if err != nil {
		t.Fatal(err)
	}
	turned := slices.Clone(scores)
	for i := range turned {
		if turned[i].Game%folds == 1 {
			turned[i].Result = 1 - turned[i].Result
		}
	}
	after, err := HeldOut(turned, folds)
	if err != nil {
		t.Fatal(err)
	}
	changed := 0
	for i, s := range scores {
		if held := s.Game%folds == 1; held && before[i] != after[i] {
			t.Errorf("game %d: %v before, %v after", s.Game, before[i], after[i])
		} else if before[i] != after[i] {
			changed++
		}
	}
	if changed == 0 {
		t.Error("nothing changed; the test means to see the others change")
	}
}

// TestReliabilityErrors draws many samples of games of ten equal positions each: the errors must be those of the games.
func TestReliabilityErrors(t *testing.T) {
	t.Parallel()
	truth := eval.Curve{90, 80, 100, 120, 0, 0, 0, 0, 10, 20, 10, 0}
	const samples = 400
	squares, inside := 0., 0
	for seed := range uint64(samples) {
		scores := simulatedScores(truth, 200, 10, seed)
		var predicted []float64
		for _, s := range scores {
			predicted = append(predicted, truth.Expectation(s.Score, s.Phase))
		}
		r := NewReliability(scores, predicted, func(int) bool { return true })
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
