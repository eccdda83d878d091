package experiment

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// measured returns the finding of rounds with these mean scores.
func measured(means map[float64]int) Finding {
	s := SeatSummary{Means: means, Seats: []stats.Estimate{stats.MeanOf(means, Level), {}}}
	for _, rounds := range means {
		s.Rounds, s.Distinct, s.Counted = s.Rounds+rounds, s.Distinct+rounds, s.Counted+rounds
	}
	return Finding{Summary: s}
}

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

// TestLinesHoldTogether checks that the limits of one of four lines belong to a likelihood of M/80, a bound that is
// lower by ln 4. With three seats, the interval of a score corrects for three times as many intervals.
func TestLinesHoldTogether(t *testing.T) {
	line := fit(t, LogitPoint{X: 0, Points: 30, Games: 80}, LogitPoint{X: 1, Points: 50, Games: 80})
	slope := line.Together(4).Slope()
	for _, limit := range []float64{slope.Low, slope.High} {
		below := line.likelihood.mixture() - line.likelihood.topOverHeights(limit)
		near.Check(t, below, math.Log(80), 1e-6, "ln(M/L) at a limit of the slope")
	}
	f := measured(map[float64]int{0: 20, 1: 30})
	f.Summary.Seats = append(f.Summary.Seats, stats.Estimate{})
	if got, want := f.Together(2), stats.MeanOf(f.Summary.Means, 1-.05/6); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (Finding{}).Together(2); got.HasValue() {
		t.Errorf("no games have the score %v", got)
	}
}

// TestOptionTrends fits odds of 1, 3 and 9 on boards of 4, 6 and 8, whose logarithm grows by ln 3 for every two. Single
// findings, findings with a common seed and findings that differ otherwise give no trend.
func TestOptionTrends(t *testing.T) {
	sized := func(setting string, seed uint64, score float64) Finding {
		f := rung(100, 400, 400, score)
		f.Setting, f.Spec.Seed = setting, seed
		return f
	}
	for name, c := range map[string]struct {
		findings []Finding
		trends   int
	}{
		"by size":     {[]Finding{sized("size=8", 1, .9), sized("size=4", 2, .5), sized("size=6", 3, .75)}, 1},
		"two":         {[]Finding{sized("size=6", 1, .75), sized("size=4", 2, .5)}, 1},
		"shared seed": {[]Finding{sized("size=8", 1, .9), sized("size=4", 1, .5)}, 0},
		"no numbers":  {[]Finding{sized("reach=slide", 1, .9), sized("reach=1", 2, .5)}, 0},
		"one":         {[]Finding{sized("size=8", 1, .9)}, 0},
	} {
		ladders, err := LaddersOf(c.findings)
		if err != nil {
			t.Fatal(err)
		}
		trends, err := OptionTrends(ladders)
		if err != nil || len(trends) != c.trends {
			t.Fatalf("%s: %d trends, error %v; want %d", name, len(trends), err, c.trends)
		}
		for _, trend := range trends {
			near.Check(t, trend.Slope().Value, math.Log(3)/2, 1e-4, name, ": slope")
			if trend.Option != "size" || trend.Findings[0].Setting != "size=4" {
				t.Errorf("%s: %s from %s", name, trend.Option, trend.Findings[0].Setting)
			}
		}
	}
}

// TestDrawnRoundsCount checks that a round that repeats another counts if openings were drawn, since draws are
// independent, and does not count from the start.
func TestDrawnRoundsCount(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	for _, drawn := range []bool{false, true} {
		fold := newRoundCounter(2, 1)
		fold.fromOpenings = drawn
		add(t, fold, rules, finished(rules, "1", "a", 1, 0), finished(rules, "2", "b", 0, 1),
			finished(rules, "3", "a", 1, 0))
		s := fold.summary()
		counted, mean := 2, .5
		if drawn {
			counted, mean = 3, 2./3
		}
		if s.Rounds != 3 || s.Distinct != 2 || s.Counted != counted || s.Rough() == drawn {
			t.Errorf("drawn %v: %d rounds, %d distinct, %d counted, rough %v", drawn, s.Rounds, s.Distinct, s.Counted,
				s.Rough())
		}
		near.Check(t, s.Seats[0].Value, mean, 1e-12, "score of the first seat")
		near.Check(t, Finding{Summary: s}.Together(1).Low, s.Seats[0].Low, 1e-9, "limit from the means of rounds")
	}
}
