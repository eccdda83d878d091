package stats

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

func TestAfterStopEqualsReference(t *testing.T) {
	for _, r := range readTable(t, "pairs.csv") {
		model, err := ModelNamed(r["model"])
		require.NoError(t, err)
		seen := testOf(t, r, model).observed(sampleOf(t, r))
		near.Check(t, seen.worse(0), r.number(t, "after_stop_los"), 1e-9, r["case"], ": LOS")
		for column, p := range map[string]float64{"after_stop_median_elo": .5, "after_stop_ci_lo": .975,
			"after_stop_ci_hi": .025} {
			want := r.number(t, column)
			got := seen.eloAt(p)
			if math.IsInf(got, 0) {
				if want != 1000 { // where the reference gives up
					t.Errorf("%s: no %s, want %v", r["case"], column, want)
				}
				continue
			}
			near.Check(t, got, want, seen.referenceTolerance(want), r["case"], ": ", column)
			near.Check(t, seen.worse(want), p, 3e-5, r["case"], ": chance at ", column)
		}
	}
}

// referenceTolerance returns 1e-6 Elo, or 1/100 where the drift is strong: there the reference uses only the first two
// terms of an asymptotic series for the normal distribution. With these two terms, its figures are reproduced exactly;
// TestBranchesAgree shows that ours are exact there.
func (o observation) referenceTolerance(elo float64) float64 {
	width := o.motion.upper - o.motion.lower
	if drift := math.Abs(o.slope * (ScoreOfElo(elo) - o.middle)); drift*width/o.motion.variance > 15 {
		return .01
	}
	return 1e-6
}

func TestAfterStopFallsBackOnBounds(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: .05}
	for _, sample := range []Sample{WDL{}, WDL{Wins: 3}, WDL{Draws: 9}, Pentanomial{}, Pentanomial{4: 70},
		Pentanomial{2: 1}, Pentanomial{1: 1, 4: 2}} {
		got, err := test.AfterStop(sample)
		if err != nil || got.Elo != Elo(sample) || !reflect.DeepEqual(got.LOS, Superior(sample)) {
			t.Errorf("%v: %+v %v, want that of Elo", sample, got, err)
		}
	}
	// Eight pairs, nearly all lost, are too few for the median-unbiased estimate.
	for sample, adjusted := range map[Pentanomial]bool{{7, 0, 1, 0, 0}: false, {90, 30, 200, 40, 110}: true} {
		got, err := SPRT{Elo0: -50, Elo1: 50, Alpha: .05, Beta: .05}.AfterStop(sample)
		if err != nil || got.Adjusted != adjusted || got.Elo.Half() != nil {
			t.Errorf("%v: %+v %v, want adjusted %v and no half width", sample, got, err, adjusted)
		}
	}
}

// ordered reports whether an estimate is finite and its value lies in its interval.
func ordered(e Estimate) bool {
	for _, x := range []float64{e.Value, e.Error95, e.Low, e.High} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return e.Kind != Bracketed && e.Kind != Measured || e.Low <= e.Value && e.Value <= e.High
}

func drawTest(t *rapid.T) SPRT {
	elo0 := rapid.Float64Range(-50, 50).Draw(t, "elo0")
	return SPRT{
		Elo0: elo0, Elo1: elo0 + rapid.Float64Range(1, 60).Draw(t, "width"),
		Alpha: rapid.Float64Range(.001, .4).Draw(t, "alpha"), Beta: rapid.Float64Range(.001, .4).Draw(t, "beta"),
		Model: rapid.SampledFrom([]Model{Normalized, Logistic}).Draw(t, "model"),
	}
}

// TestAfterStopIsOrdered checks that estimates after a test are finite and lie in their intervals, and that the
// probability of a worse end falls with the true difference.
func TestAfterStopIsOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		test, sample := drawTest(t), Pentanomial{}
		count := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(1, 300), rapid.IntRange(0, 5000))
		for i := range sample {
			sample[i] = count.Draw(t, "count")
		}
		e, err := test.AfterStop(sample)
		if err != nil || e.LOS != nil && !(*e.LOS >= 0 && *e.LOS <= 1) || !ordered(e.Elo) {
			t.Fatalf("%+v %v: %+v, %v", test, sample, e, err)
		}
		if !e.Adjusted {
			return
		}
		seen, before := test.observed(sample), 1.
		for elo := -600.; elo <= 600; elo += 5 {
			p := seen.worse(elo)
			if !(p >= 0 && p <= before+1e-9) { // what the neglected paths may amount to where the branches change
				t.Fatalf("%v: %.12g at %v Elo after %.12g", sample, p, elo, before)
			}
			before = p
		}
	})
}
