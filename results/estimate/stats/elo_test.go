package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
)

// sampleOf reads the counts of a line of games.csv or pairs.csv.
func sampleOf(t *testing.T, r row) Sample {
	t.Helper()
	if _, ok := r["wins"]; ok {
		return WDL{r.count(t, "wins"), r.count(t, "draws"), r.count(t, "losses")}
	}
	return Pentanomial{r.count(t, "LL"), r.count(t, "LD"), r.count(t, "WL") + r.count(t, "DD"), r.count(t, "WD"),
		r.count(t, "WW")}
}

func TestSamplesEqualReference(t *testing.T) {
	for _, name := range []string{"games.csv", "pairs.csv"} {
		for _, r := range readTable(t, name) {
			t.Run(r["case"], func(t *testing.T) {
				sample := sampleOf(t, r)
				compare(t, r, "elo", Elo(sample))
				compare(t, r, "nelo", NormalizedElo(sample))
				near.Share(t, LOS(sample), r.number(t, "los"), 1e-9, "los")
			})
		}
	}
}

// compare checks an estimate against the reference, if that is a number and an interval with a width.
func compare(t *testing.T, r row, column string, e Estimate) {
	t.Helper()
	if !r.finite(t, column) || !r.finite(t, column+"_error95") || r.number(t, column+"_error95") == 0 {
		if e.Kind == Measured {
			t.Errorf("%s: measured %v in degenerate data", column, e)
		}
		return
	}
	near.Share(t, e.Value, r.number(t, column), 1e-9, column)
	near.Share(t, e.Error95, r.number(t, column+"_error95"), 1e-9, column, " error")
}

func TestDegenerateSamplesAreBounded(t *testing.T) {
	kinds := []struct {
		name       string
		sample     Sample
		elo        Kind
		normalized Kind
	}{
		{"empty", WDL{}, Absent, Absent},
		{"empty pairs", Pentanomial{}, Absent, Absent},
		{"one win", WDL{Wins: 1}, AtLeast, Absent}, // its lower limit is below one half
		{"many wins", WDL{Wins: 4250}, AtLeast, AtLeast},
		{"many losses", WDL{Losses: 4250}, AtMost, AtMost},
		{"draws", WDL{Draws: 100}, Bracketed, Absent},
		{"equal pairs", Pentanomial{2: 100}, Bracketed, Absent},
		{"pairs at three quarters", Pentanomial{3: 1000}, Bracketed, AtLeast},
		{"win and draw", WDL{Wins: 1, Draws: 1}, Bracketed, Measured},
	}
	for _, c := range kinds {
		if got := Elo(c.sample); got.Kind != c.elo {
			t.Errorf("%s: Elo %s of kind %d, want %d", c.name, got.Text(1), got.Kind, c.elo)
		}
		if got := NormalizedElo(c.sample); got.Kind != c.normalized {
			t.Errorf("%s: normalized Elo %s of kind %d, want %d", c.name, got.Text(1), got.Kind, c.normalized)
		}
	}
}

// TestMirroredSamplesAreMirrored checks that all estimates and bounds change their sign if the players are exchanged.
func TestMirroredSamplesAreMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 5), rapid.IntRange(0, 100_000))
		games := WDL{count.Draw(t, "wins"), count.Draw(t, "draws"), count.Draw(t, "losses")}
		pairs := Pentanomial{}
		for i := range pairs {
			pairs[i] = count.Draw(t, "pairs")
		}
		back := pairs
		slices.Reverse(back[:])
		for _, c := range [][2]Sample{{games, WDL{games.Losses, games.Draws, games.Wins}}, {pairs, back}} {
			mirrored(t, Elo(c[0]), Elo(c[1]))
			mirrored(t, NormalizedElo(c[0]), NormalizedElo(c[1]))
			near.Check(t, LOS(c[0])+LOS(c[1]), 1, 1e-9, c, ": the sum of LOS")
		}
	})
}

func mirrored(t *rapid.T, a, b Estimate) {
	kinds := map[Kind]Kind{AtLeast: AtMost, AtMost: AtLeast, Measured: Measured, Bracketed: Bracketed, Absent: Absent}
	opposite := func(x, y float64) bool { return near.Equal(x, -y, 1e-8*max(1, math.Abs(x))) }
	if b.Kind != kinds[a.Kind] || !opposite(a.Value, b.Value) || !opposite(a.Error95, -b.Error95) || !opposite(a.Low,
		b.High) || !opposite(a.High, b.Low) {
		t.Fatalf("%+v mirrored %+v", a, b)
	}
}

// TestPairElo checks limits by Student's quantile with 19 degrees of freedom and the variance of 20 pairs divided by
// 19. A single pair, and pairs that are all alike, have the limits of the anytime interval. Without pairs there is no
// estimate.
func TestPairElo(t *testing.T) {
	pairs := Pentanomial{1, 2, 8, 5, 4}
	e := PairElo(pairs)
	const score, margin = 49. / 80, 2.0930240544 * 0.0614383516 // sqrt(v/19), v the mean square deviation
	low, _ := EloOfScore(score - margin)
	high, _ := EloOfScore(score + margin)
	if e.Kind != Measured || e.Value != Elo(pairs).Value || !near.Equal(e.Low, low, 1e-4) ||
		!near.Equal(e.High, high, 1e-4) {
		t.Errorf("%+v, want from %v to %v", e, low, high)
	}
	for _, few := range []Pentanomial{{}, {0, 0, 0, 1}, {0, 0, 0, 9}} {
		if got, want := PairElo(few), Elo(few); got != want {
			t.Errorf("%v: %+v, want %+v", few, got, want)
		}
	}
}

// TestStudent95 compares with the table of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.10.
func TestStudent95(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.706, 2: 4.303, 10: 2.228, 30: 2.042, 60: 2, 120: 1.98} {
		near.Check(t, Student95(freedom), want, .0006, freedom)
	}
	near.Check(t, Student95(1e9), Z95, 1e-6, "of many")
}
