package experiment

import (
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// TestEvenWithin checks that the margin reaches the limit farther from one half, on either side.
func TestEvenWithin(t *testing.T) {
	near.Check(t, EvenWithin(stats.Estimate{Low: .46, High: .59}), .09, 1e-12, "margin above one half")
	near.Check(t, EvenWithin(stats.Estimate{Low: .41, High: .53}), .09, 1e-12, "margin below one half")
}

// TestRowsHoldTogether watches tables of 20 rows of games won or lost, at ten looks. In at most 5 % of tables, a
// corrected interval of some row ever excludes its truth.
func TestRowsHoldTogether(t *testing.T) {
	const rows, rounds = 20, 150
	tables := enginetest.Count(400, 4000)
	random := rand.New(rand.NewPCG(30, 2))
	wrong := 0
	for range tables {
		ever := false
		for row := range rows {
			mean, won := .3+.02*float64(row), 0
			for n := 1; n <= rounds && !ever; n++ {
				if random.Float64() < mean {
					won++
				}
				if n%15 == 0 {
					limits := stats.Anytime(float64(won), float64(n), simultaneous(rows))
					ever = !(limits.Low <= mean && mean <= limits.High)
				}
			}
		}
		if ever {
			wrong++
		}
	}
	if wrong > tables/20 {
		t.Errorf("of %d tables %d are wrong at some time", tables, wrong)
	}
}
