package charts_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"pillars/results/charts"
)

// TestBinsHoldEveryValueOnce checks bins of any values: side by side, of one width, and each counting what lies in it.
func TestBinsHoldEveryValueOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(-2000, 5000).Draw(t, "value"))
		}), 1, 60).Draw(t, "values")
		bins, err := charts.Bins(values, 1)
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for i, b := range bins {
			count := 0
			for _, x := range values {
				if b.Low <= x && x < b.High {
					count++
				}
			}
			if count != b.Count || b.High-b.Low < 1 || i > 0 && bins[i-1].High != b.Low {
				t.Fatalf("bin %d of %v holds %d of %v", i, bins, count, values)
			}
			total += b.Count
		}
		if total != len(values) || len(bins) > 120 {
			t.Fatalf("%d bins of %d values hold %d", len(bins), len(values), total)
		}
	})
}

// TestBinsOfNothing has none, and no bin for what is no number.
func TestBinsOfNothing(t *testing.T) {
	t.Parallel()
	if bins, err := charts.Bins(nil, 1); err != nil || len(bins) != 0 {
		t.Errorf("%v, %v", bins, err)
	}
	if _, err := charts.Bins([]float64{1, math.NaN()}, 1); err == nil {
		t.Error("a value that is no number is counted")
	}
}

// TestBinsKnown sorts lengths that were sorted by hand: quartiles 10 and 14 of 8 values give the width 4, rounded down
// to 2.
func TestBinsKnown(t *testing.T) {
	t.Parallel()
	bins, err := charts.Bins([]float64{9, 10, 10, 11, 13, 13, 14, 16}, 1)
	want := []charts.Bin{{8, 10, 1}, {10, 12, 3}, {12, 14, 2}, {14, 16, 1}, {16, 18, 1}}
	if err != nil || len(bins) != len(want) {
		t.Fatalf("%v, %v", bins, err)
	}
	for i := range want {
		if bins[i] != want[i] {
			t.Errorf("bin %d is %v, not %v", i, bins[i], want[i])
		}
	}
}
