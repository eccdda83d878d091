//go:build !race

package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest/near"
)

// only returns the shares of n steps of which one was played.
func only(n, played int) []float32 {
	shares := make([]float32, n)
	shares[played] = 1
	return shares
}

// simulatedChoices returns decisions among steps with random patterns, drawn from a softmax with known weights.
func simulatedChoices(weights []float64, decisions int) *Choices {
	random := rand.New(rand.NewPCG(7, 8))
	c := NewChoices(len(weights))
	for range decisions {
		var numbers []uint16
		var ends []int
		var chances []float64
		sum := 0.0
		for range 2 + random.IntN(9) {
			logit := 0.0
			for range 1 + random.IntN(3) {
				number := random.IntN(len(weights))
				numbers = append(numbers, uint16(number))
				logit += weights[number]
			}
			ends = append(ends, len(numbers))
			chances = append(chances, math.Exp(logit))
			sum += math.Exp(logit)
		}
		played := 0
		for left := random.Float64() * sum; played < len(chances)-1 && left > chances[played]; played++ {
			left -= chances[played]
		}
		c.Add(numbers, ends, only(len(ends), played))
	}
	return c
}

// TestPolicyFindsTheTruth recovers known weights from choices drawn by them. If all steps showed equally many patterns,
// choices would depend only on differences between weights; here the numbers differ.
func TestPolicyFindsTheTruth(t *testing.T) {
	t.Parallel()
	truth := []float64{1.5, -1, 0, 0.5, -0.25, 2}
	c := simulatedChoices(truth, 15000)
	o := FitOptions{Anchor: make(Vector, len(truth)), L2: 0.01, Epochs: 100}
	got, track := mustFit(t, c, NewChoices(len(truth)), o)
	for i := range truth {
		near.Check(t, got[i], truth[i], 0.12, "weight ", i)
	}
	fitted := Loss(c, got, 1)
	if known := Loss(c, truth, 1); !(fitted <= known+1e-9) || !near.Equal(fitted, track.Least().Train, 1e-12) {
		t.Errorf("loss %v with the fit, tracked is %v, %v with the truth", fitted, track.Least(), known)
	}
	_, gradient := c.gradient(got, 1)
	for i := range got { // the fit is at the bottom
		for _, away := range []float64{-0.05, 0.05} {
			got[i] += away
			if loss := Loss(c, got, 1); !(loss > fitted) {
				t.Errorf("weight %d moved by %v: loss %v, not above %v", i, away, loss, fitted)
			}
			got[i] -= away
		}
		near.Check(t, gradient[i], 0, 1e-5, "the derivative by weight ", i)
	}
}
