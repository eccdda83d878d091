package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest/near"
)

// TestDifferenceHasNewcombesLimits compares 56 of 70 with 48 of 80, both with Wilson's limits, by Newcombe's method 10.
func TestDifferenceHasNewcombesLimits(t *testing.T) {
	t.Parallel()
	got := wilson(56, 70).Minus(wilson(48, 80))
	near.Check(t, got.Value, .2, 1e-9, "value")
	near.Check(t, got.Low, .0524, 5e-5, "low")
	near.Check(t, got.High, .3339, 5e-5, "high")
	if got.Holds(0) || !got.Holds(.2) {
		t.Errorf("%v: the interval excludes 0 and includes the value", got)
	}
}

// wilson returns a share with its score interval.
func wilson(successes, n float64) Estimate {
	p, z := successes/n, Z95*Z95/n
	middle, half := (p+z/2)/(1+z), Z95*math.Sqrt(p*(1-p)/n+z/n/4)/(1+z)
	return Limited(p, middle-half, middle+half)
}

// TestDifferencesOfBounds checks that the difference from a bound is a bound, that values without intervals have a
// value as difference, and that the difference between two bounds on the same side is absent.
func TestDifferencesOfBounds(t *testing.T) {
	t.Parallel()
	ten, over, under := Symmetric(10, 3), Estimate{Kind: AtLeast, Low: 100}, Estimate{Kind: AtMost, High: -100}
	for _, c := range []struct{ x, y, want Estimate }{
		{Symmetric(20, 4), ten, Symmetric(10, 5)},
		{over, ten, Estimate{Kind: AtLeast, Low: 87}},
		{ten, over, Estimate{Kind: AtMost, High: -87}},
		{under, over, Estimate{Kind: AtMost, High: -200}},
		{over, over, Estimate{}},
		{ten.Plain(), ten.Plain(), Estimate{Kind: Fixed}},
		{Estimate{}, ten, Estimate{}},
	} {
		if got := c.x.Minus(c.y); got != c.want {
			t.Errorf("%v - %v is %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// TestDifferenceIntervalsCover draws two matches of 8 to 60 pairs between players up to 250 Elo apart. The interval of
// the difference between the two differences must cover the truth in 94 to 96.5 % of cases.
func TestDifferenceIntervalsCover(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	match := func() (e Estimate, elo float64) {
		elo = random.Float64()*500 - 250
		var pairs Pentanomial
		for range 8 + random.IntN(53) {
			won := 0
			for range 2 {
				if random.Float64() < ScoreOfElo(elo) {
					won += 2
				}
			}
			pairs[won]++
		}
		return PairElo(pairs), elo
	}
	const matches = 8000
	held := 0
	for range matches {
		x, eloX := match()
		y, eloY := match()
		if x.Minus(y).Holds(eloX - eloY) {
			held++
		}
	}
	share := float64(held) / matches
	if !(.94 <= share && share <= .965) {
		t.Errorf("%.1f %% of the intervals hold the truth", 100*share)
	}
}
