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

// TestPredictedPlainly computes a case by hand: with logits ln 3, 0 and 0 the first step has a chance of 3/5.
func TestPredictedPlainly(t *testing.T) {
	t.Parallel()
	c := &Choices{}
	if loss, share := c.Predicted(nil); loss != 0 || share != 0 {
		t.Errorf("without decisions: %v, %v", loss, share)
	}
	for _, played := range []int{0, 2} {
		if err := c.Add([]uint16{0, 1, 1}, []int{1, 2, 3}, only(3, played)); err != nil {
			t.Fatal(err)
		}
	}
	loss, share := c.Predicted([]float64{math.Log(3), 0})
	if want := -(math.Log(0.6) + math.Log(0.2)) / 2; !near.Equal(loss, want, 1e-12) || share != 0.5 {
		t.Errorf("loss %v and share %v, want %v and 0.5", loss, share, want)
	}
}

// TestPolicyOfShares fits shares that weights make, none of which is 0 or 1: the weights are found again.
func TestPolicyOfShares(t *testing.T) {
	t.Parallel()
	truth := []float64{1, -0.5, 0.25, 0}
	random := rand.New(rand.NewPCG(3, 4))
	c := &Choices{}
	for range 50 {
		numbers, ends, sum := []uint16{}, []int{}, 0.
		for range 4 {
			numbers = append(numbers, uint16(random.IntN(3)), uint16(random.IntN(4)))
			ends = append(ends, len(numbers))
			sum += math.Exp(truth[numbers[len(numbers)-2]] + truth[numbers[len(numbers)-1]])
		}
		var shares []float32
		for i := range ends {
			shares = append(shares, float32(math.Exp(truth[numbers[2*i]]+truth[numbers[2*i+1]])/sum))
		}
		if err := c.Add(numbers, ends, shares); err != nil {
			t.Fatal(err)
		}
	}
	got, err := FitPolicy(c, PolicyOptions{Patterns: 4, L2: leastL2, Steps: 200})
	if err != nil {
		t.Fatal(err)
	}
	for i := range got { // every step shows two patterns, so only differences of weights are known
		near.Check(t, got[i]-got[3], truth[i], 1e-3, "weight ", i, " above the last")
	}
	if _, share := c.Predicted(got); share != 1 {
		t.Errorf("the likeliest step is chosen most in %v of the decisions, want all", share)
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

// TestPolicyBegins compares the first guess of the Hessian with a count by hand, for two decisions of 2 and 4 steps in
// which pattern 0 is shown three times and pattern 1 once.
func TestPolicyBegins(t *testing.T) {
	var c Choices
	if err := c.Add([]uint16{0, 0, 1}, []int{1, 3}, only(2, 0)); err != nil {
		t.Fatal(err)
	}
	if err := c.Add([]uint16{0}, []int{0, 0, 1, 1}, only(4, 2)); err != nil {
		t.Fatal(err)
	}
	o := PolicyOptions{Patterns: 2, L2: 0.5, Steps: 1}
	d := newDescent(together(1, 2, 10), make([]float64, 2), c.curvature(o))
	choice := 2. / 6 // a step is chosen in a third of the cases
	for i, shown := range []float64{3, 1} {
		near.Check(t, d.Diagonal[i], 2/(shown*choice*(1-choice)+0.5), 1e-12, "the inverse for pattern ", i)
	}
	if err := (PolicyOptions{Patterns: 1, L2: leastL2, Steps: 1}).Check(); err != nil {
		t.Errorf("the least options: %v", err)
	}
}
