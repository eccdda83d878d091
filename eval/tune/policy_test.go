//go:build !race

package tune

import (
	"math"
	"math/rand/v2"
	"strings"
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
func simulatedChoices(t *testing.T, weights []float64, decisions int) *Choices {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 8))
	c := &Choices{}
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
		if err := c.Add(numbers, ends, only(len(ends), played)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// TestPolicyFindsTheTruth fits choices made with known weights. Only differences between weights show in choices where
// every step shows as many patterns; here the numbers differ, so the weights themselves are found again.
func TestPolicyFindsTheTruth(t *testing.T) {
	t.Parallel()
	truth := []float64{1.5, -1, 0, 0.5, -0.25, 2}
	c := simulatedChoices(t, truth, 15000)
	got, err := FitPolicy(c, PolicyOptions{Patterns: len(truth), L2: 0.01, Steps: 100})
	if err != nil {
		t.Fatal(err)
	}
	for i := range truth {
		near.Check(t, got[i], truth[i], 0.12, "weight ", i)
	}
	fitted, share := c.Predicted(got)
	if known, _ := c.Predicted(truth); !(fitted <= known+1e-9 && 0.3 <= share && share <= 1) {
		t.Errorf("loss %v with the fit, %v with the truth; likeliest step played in %v", fitted, known, share)
	}
	for i := range got { // the fit is at the bottom
		for _, away := range []float64{-0.05, 0.05} {
			got[i] += away
			if loss, _ := c.Predicted(got); !(loss > fitted) {
				t.Errorf("weight %d moved by %v: loss %v, not above %v", i, away, loss, fitted)
			}
			got[i] -= away
		}
	}
}

// TestPolicyRefuses checks the errors about options, decisions and shares that cannot be fitted.
func TestPolicyRefuses(t *testing.T) {
	t.Parallel()
	c := simulatedChoices(t, []float64{1, 2}, 3)
	for want, o := range map[string]PolicyOptions{
		"there must be one": {L2: 1, Steps: 1}, "l2 0": {Patterns: 2, Steps: 1},
		"l2 1e-320": {Patterns: 2, L2: 1e-320, Steps: 1}, "l2 NaN": {Patterns: 2, L2: math.NaN(), Steps: 1},
		"epochs 0": {Patterns: 2, L2: 1},
	} {
		if _, err := FitPolicy(c, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want one with %q", o, err, want)
		}
	}
	if _, err := FitPolicy(&Choices{}, PolicyOptions{Patterns: 2, L2: 1, Steps: 1}); err == nil {
		t.Error("a fit to nothing is accepted")
	}
	for _, shares := range [][]float32{{}, {1}, {0.5, 0}, {1.5, -0.5}, {float32(math.NaN()), 1}, {0.5, 0.5, 0}} {
		if err := c.Add([]uint16{0, 1}, []int{1, 2}, shares); err == nil {
			t.Errorf("shares %v are accepted", shares)
		}
	}
}
