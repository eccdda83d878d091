package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

// openingPool draws a round robin: every two players meet in both seats from each opening. The advantage that an
// opening gives the first seat is normal, with the given deviation in Elo. beats adds Elo to a player against another.
func openingPool(random *rand.Rand, ratings []float64, openings int, deviation, draws float64,
	beats func(a, b int) float64,
) (games []match) {
	for opening := range openings {
		favour := deviation * random.NormFloat64()
		for a := range ratings {
			for b := range ratings {
				if a == b {
					continue
				}
				w := truth{ratings: []float64{ratings[a] + beats(a, b), ratings[b]}, draws: draws}
				games = append(games, match{First: a, Second: b, Score: w.play(random, 0, 1, favour),
					Opening: opening + 1})
			}
		}
	}
	return games
}

func transitive(int, int) float64 { return 0 }

// TestFitKeepsItsLevel checks that each of the three kinds of probability is below 5 % in at most 5 % of simulated
// round robins with transitive strengths, however much openings decide.
func TestFitKeepsItsLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	runs := enginetest.Count(16, 600)
	for _, c := range []struct {
		ratings          []float64
		openings         int
		deviation, draws float64
	}{
		{[]float64{150, 50, -50, -150}, 8, 0, .3}, {[]float64{150, 50, -50, -150}, 30, 174, 0},
		{[]float64{150, 50, -50, -150}, 100, 347, .3}, {[]float64{300, 0, -300}, 100, 347, 0},
		{[]float64{250, 150, 50, -50, -150, -250}, 12, 347, .3},
	} {
		var transitivity, pairings, players, firsts int
		for range runs {
			f, err := FitOf(tableOf(t, len(c.ratings), openingPool(random, c.ratings, c.openings, c.deviation, c.draws,
				transitive)), Options{})
			if err != nil || !f.Tested {
				t.Fatal(f, err)
			}
			transitivity += counted(f.P < .05)
			pairings += counted(least(f.Pairings, func(r Residual) float64 { return r.P }) < .05)
			firsts += counted(least(f.Firsts, func(r Residual) float64 { return r.P }) < .05)
			players += counted(least(f.Players, func(m Misfit) float64 { return m.P }) < .05)
		}
		t.Logf("%+v: of %d runs %d, pairings %d, players %d, first seats %d", c, runs, transitivity, pairings, players,
			firsts)
		most := float64(runs)*.05 + 3*math.Sqrt(float64(runs)*.05*.95)
		for name, n := range map[string]int{"transitivity": transitivity, "pairings": pairings, "players": players,
			"first seats": firsts} {
			if float64(n) > most {
				t.Errorf("%+v: %s is rejected in %d of %d runs", c, name, n, runs)
			}
		}
	}
}

// TestFitFindsCycles checks that a cycle is found in which each of three players is stronger against the next than the
// ratings say, by 200 Elo. The fit names these players and no others. Residuals of a player's pairings add up to 0.
func TestFitFindsCycles(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	cycle := func(a, b int) float64 {
		if a > 2 || b > 2 {
			return 0
		}
		return []float64{0, 200, -200}[(b-a+3)%3]
	}
	f, err := FitOf(tableOf(t, 5, openingPool(random, []float64{0, 0, 0, 100, -100}, 100, 174, .2, cycle)), Options{})
	if err != nil || f.P > .001 || len(f.Pairings) != 10 {
		t.Errorf("%+v, %v", f, err)
	}
	sums := make([]float64, 5)
	for _, r := range f.Pairings {
		sums[r.Player] += r.Scored - r.Expected
		sums[r.Opponent] -= r.Scored - r.Expected
		if misfits := r.Opponent <= 2; misfits != (r.P < .05) {
			t.Errorf("%+v", r)
		}
	}
	for _, m := range f.Players {
		if misfits := m.Player <= 2; misfits != (m.P < .05) || !near.Equal(sums[m.Player], 0, 1e-6) {
			t.Errorf("%+v, residuals add up to %v", m, sums[m.Player])
		}
	}
	near.Check(t, f.Deviation, 174, 20, "Elo that openings are worth")
}

// TestFitOfTwo checks that two players leave no freedom except for the seats, and that few openings give no test.
func TestFitOfTwo(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	f, err := FitOf(tableOf(t, 2, openingPool(random, []float64{50, -50}, 20, 0, .2, transitive)), Options{})
	if err != nil || f.Tested || f.Pairings[0].Z != 0 || math.Abs(f.Firsts[0].Z) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	f, err = FitOf(tableOf(t, 3, openingPool(random, []float64{50, 0, -50}, 7, 0, .2, transitive)), Options{})
	if err != nil || f.Tested || f.Openings != 7 || f.Outliers != nil {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := FitOf(&Table{seats: 3}, Options{}); err == nil {
		t.Error("a fit of three seats")
	}
}

func counted(is bool) int {
	if is {
		return 1
	}
	return 0
}

func least[T any](all []T, p func(T) float64) float64 {
	low := 1.
	for _, one := range all {
		low = min(low, p(one))
	}
	return low
}

// TestBeyond compares shares with counts by hand. A value that differs from x by rounding alone counts as equal.
func TestBeyond(t *testing.T) {
	sorted := []float64{1, 2, 2, 3}
	for x, want := range map[float64]float64{0: 1, 1: 1, 1 + 1e-12: 1, 1.5: .8, 2: .8, 3: .4, 3.1: .2} {
		near.Check(t, shareAtLeast(sorted, x), want, 1e-12, "the share beyond ", x)
	}
}

// TestSumsOfSigns checks that sums of n signs are as odd as n and have the variance n, exactly up to n = 64 and by the
// normal distribution beyond.
func TestSumsOfSigns(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(11, 12))
	for _, n := range []int{1, 2, 63, 64, 65, 400} {
		squares, whole := 0., true
		const draws = 20_000
		for range draws {
			sum := sumOfSigns(random, n)
			squares += sum * sum / draws
			whole = whole && math.Abs(sum) <= float64(n) && math.Mod(sum+float64(n), 2) == 0
		}
		near.Share(t, squares, float64(n), .06, "the variance of ", n, " signs") // 6 standard errors
		if whole != (n <= 64) {
			t.Errorf("sums of %d signs are sums of whole signs: %v", n, whole)
		}
	}
}
