package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest/near"
)

func counted(values []float64) map[float64]int {
	counts := map[float64]int{}
	for _, x := range values {
		counts[x]++
	}
	return counts
}

// TestAnytimeMeanOfGamesIsAnytime checks that for zeros and ones the quadrature gives the same as the beta functions.
func TestAnytimeMeanOfGamesIsAnytime(t *testing.T) {
	for _, c := range [][2]int{{0, 1}, {1, 1}, {3, 0}, {0, 40}, {17, 25}, {500, 480}, {3000, 7000}, {30, 20_000}} {
		got := limitsOf(map[float64]int{0: c[0], 1: c[1]}, .95)
		want := Anytime(float64(c[1]), float64(c[0]+c[1]), .95)
		near.Check(t, got.Low, want.Low, 1e-9, "low")
		near.Check(t, got.High, want.High, 1e-9, "high")
	}
}

// TestAnytimeMeanEqualsPlainBets compares with a capital that is summed over many shares, bet by bet, without
// logarithms.
func TestAnytimeMeanEqualsPlainBets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, 7, 60} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(random.IntN(5)) / 4
		}
		limits := limitsOf(counted(values), .9)
		for m := .01; m < 1; m += .02 {
			capital, weights := 0., 0.
			for w := .0005; w < 1; w += .001 {
				density := 1 / math.Sqrt(w*(1-w))
				wealth := 1.
				for _, x := range values {
					wealth *= w*x/m + (1-w)*(1-x)/(1-m)
				}
				capital, weights = capital+density*wealth, weights+density
			}
			if capital /= weights; limits.contains(m) != (capital < 10) && !near.Equal(capital/10, 1, .05) {
				t.Fatalf("%v: the interval is %v, but at %v the capital is %v", values, limits, m, capital)
			}
		}
	}
}

// TestAnytimeMeanHoldsAtAllTimes computes the interval after every observation and counts the runs in which it ever
// excludes the truth.
func TestAnytimeMeanHoldsAtAllTimes(t *testing.T) {
	worlds := map[string]func(*rand.Rand) float64{ // all with the mean .4
		"pairs":  func(r *rand.Rand) float64 { return float64(r.IntN(5)/3+r.IntN(5)/3) / 2 },
		"draws":  func(r *rand.Rand) float64 { return [5]float64{.5, .5, 0, 1, 0}[r.IntN(5)] },
		"rounds": func(r *rand.Rand) float64 { return .3 + .1*float64(r.IntN(3)) },
	}
	for name, draw := range worlds {
		random := rand.New(rand.NewPCG(2, 2))
		const runs = 300
		missed := 0
		for range runs {
			counts := map[float64]int{}
			for n := 1; n <= 240; n++ {
				counts[draw(random)]++
				if n%10 != 0 {
					continue
				}
				totals := map[Total]int{}
				for x, count := range counts {
					totals[Total{x, 1}] = count
				}
				o, ok := newObserved(totals)
				if !ok {
					t.Fatalf("%v cannot be", counts)
				}
				if o.logCapital(.4) > math.Log(20) { // then the interval does not hold .4
					missed++
					break
				}
			}
		}
		if missed > runs/20 {
			t.Errorf("%s: %d of %d runs excluded the truth at some time", name, missed, runs)
		}
	}
}

func TestAnytimeMeanOfLittle(t *testing.T) {
	for _, counts := range []map[float64]int{nil, {.5: 0}, {-.1: 1}, {1.1: 1}, {math.NaN(): 1}, {.5: -1}} {
		if got := MeanOf(counts, .95); got != (Estimate{}) {
			t.Errorf("%v: %v", counts, got)
		}
	}
	for _, level := range []float64{0, 1} {
		if got := MeanOf(map[float64]int{.5: 1}, level); got != (Estimate{}) {
			t.Errorf("at the level %v: %v", level, got)
		}
	}
}

func limitsOf(counts map[float64]int, level float64) Interval {
	e := MeanOf(counts, level)
	return Interval{e.Low, e.High}
}
