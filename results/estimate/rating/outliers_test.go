package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// outliersOf returns the outliers of some games. Each opening has its number as name.
func outliersOf(t *testing.T, players int, games []match) []Outlier {
	t.Helper()
	all := newMatches(players, 2)
	for _, g := range games {
		all.add(g.Opening, g.game())
		all.rounds[all.at[g.Opening]].Names = []string{strconv.Itoa(g.Opening)}
	}
	m := newModel(all.table(), Options{Scale: logisticScale})
	if err := m.fit(); err != nil {
		t.Fatal(err)
	}
	link, err := m.fitLink()
	if err != nil {
		t.Fatal(err)
	}
	return m.outliers(link)
}

// TestOutliersKeepTheirLevel checks that an opening has p < 5 % in at most 5 % of simulated round robins, in which the
// advantages that openings give are normal and strengths are transitive.
func TestOutliersKeepTheirLevel(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(51, 6))
	runs := enginetest.Count(6, 600)
	for _, ratings := range [][]float64{{300, 0, -300}, {20, 0, -20}, {150, 50, -50, -150},
		{250, 150, 50, -50, -150, -250}} {
		for _, c := range []struct {
			openings         int
			deviation, draws float64
		}{{8, 0, .3}, {8, 347, 0}, {8, 347, .3}, {15, 174, 0}, {40, 347, .3}, {100, 174, 0}} {
			if len(ratings) == 6 && c.openings == 100 {
				continue // it takes as long as all others together
			}
			listed := 0
			for range runs {
				pool := openingPool(random, ratings, c.openings, c.deviation, c.draws, transitive)
				all := outliersOf(t, len(ratings), pool)
				listed += counted(least(all, func(o Outlier) float64 { return o.P }) < .05)
			}
			t.Logf("%v, %+v: %d of %d runs", ratings, c, listed, runs)
			if most := float64(runs)*.05 + 3*math.Sqrt(float64(runs)*.05*.95); float64(listed) > most {
				t.Errorf("%v, %+v: an opening is listed in %d of %d runs", ratings, c, listed, runs)
			}
		}
	}
}

// TestOutliersAreFound checks that two outliers of 40 openings are found: number 7 decides for the first seat, and in
// number 12 the weaker players win. Both are named with the side whose points show it. Other openings are named only in
// few of the simulated pools.
func TestOutliersAreFound(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(52, 6))
	ratings := []float64{250, 150, -150, -250}
	pools := enginetest.Count(10, 400)
	var first, stronger, others int
	for range pools {
		games := openingPool(random, ratings, 40, 100, .2, transitive)
		for i, g := range games {
			switch {
			case g.Opening == 7:
				games[i].Score = 1
			case g.Opening == 12:
				games[i].Score = float64(counted(ratings[g.First] < ratings[g.Second]))
			}
		}
		other := false
		for _, o := range outliersOf(t, len(ratings), games) {
			switch {
			case o.P >= .05:
			case o.Openings[0] == "7" && o.Side == FirstSeat && o.Scored == 12 && o.Z > 0:
				first++
			case o.Openings[0] == "12" && o.Side == Stronger && o.Scored == 0 && o.Z < 0:
				stronger++
			default:
				other = true
			}
		}
		others += counted(other)
	}
	t.Logf("of %d pools first seat %d, stronger %d, others %d", pools, first, stronger, others)
	if float64(first) < .9*float64(pools) || float64(stronger) < .9*float64(pools) ||
		float64(others) > .05*float64(pools)+3*math.Sqrt(float64(pools)*.05*.95) {
		t.Errorf("of %d pools first seat %d, stronger %d, others %d", pools, first, stronger, others)
	}
}

// TestPointsOfAnOpening compares the distribution of points with a list of all results. The normal distribution for
// more than 60 games has the same mean and variance.
func TestPointsOfAnOpening(t *testing.T) {
	t.Parallel()
	d := &design{logOdds: []float64{.5, -1, 2}}
	signs := []float64{1, -1, 0}
	const effect, draws = .7, .3
	want := make([]float64, 5)
	chances := func(game int) [3]float64 { // of 0, 1 and 2 half points
		e := 1 / (1 + math.Exp(-signs[game]*(d.logOdds[game]+effect)))
		x := stats.DrawProbability(e, draws)
		return [3]float64{1 - e - x/2, x, e - x/2}
	}
	for a, p := range chances(0) {
		for b, q := range chances(1) {
			want[a+b] += p * q
		}
	}
	for h, got := range d.pointsGiven(signs, effect, draws, 2) {
		near.Check(t, got, want[h], 1e-12, h, " half points")
	}
	for _, games := range []int{60, 61} { // exact, and as a normal variable
		d, signs := &design{logOdds: make([]float64, games)}, make([]float64, games)
		for i := range signs {
			signs[i] = 1
		}
		mass := d.pointsGiven(signs, 0, .5, games)
		near.Check(t, meanOf(mass), float64(games)/2, 1e-6, "mean points in ", games, " games")
		near.Check(t, squareOf(mass).mean, float64(games)/8, .03, "variance of points in ", games, " games")
	}
}

// TestPointsGivenAnOpening checks the probabilities of half points by hand: of two games with the seats swapped, in
// which the opening gives the first seat a score of 3/4, with a third game that does not count; and of even games of
// which half are drawn. The points of 61 games are taken from the normal distribution, with a standard deviation of
// half points of the square root of 61.
func TestPointsGivenAnOpening(t *testing.T) {
	t.Parallel()
	even := func(games int) []float64 { return slices.Repeat([]float64{1}, games) }
	of := func(signs []float64, effect, draws float64, games int) []float64 {
		return (&design{logOdds: make([]float64, len(signs))}).pointsGiven(signs, effect, draws, games)
	}
	for _, c := range []struct{ got, want []float64 }{
		{of([]float64{1, -1, 0}, math.Log(3), 0, 2), []float64{3. / 16, 0, 10. / 16, 0, 3. / 16}},
		{of(even(1), math.Log(3), 0, 1), []float64{1. / 4, 0, 3. / 4}},
		{of(even(2), 0, .5, 2), []float64{1. / 16, 4. / 16, 6. / 16, 4. / 16, 1. / 16}},
	} {
		for i, want := range c.want {
			near.Check(t, c.got[i], want, 1e-12, "probability of ", i, " half points")
		}
	}
	exact, normal := of(even(60), 0, 0, 60), of(even(61), 0, 0, 61)
	if exact[61] > 0 || exact[59] > 0 {
		t.Errorf("an odd number of half points in 60 games without draws has the probability %v", exact[61])
	}
	near.Check(t, exact[60], .10257817, 1e-8, "probability of 30 wins of 60")
	near.Check(t, normal[61], math.Erf(.5/math.Sqrt(2*61)), 1e-12, "probability of 30 1/2 points of 61")
	near.Check(t, normal[61+8], (math.Erf(8.5/math.Sqrt(2*61))-math.Erf(7.5/math.Sqrt(2*61)))/2, 1e-12,
		"probability of 34 1/2 points of 61")
	half := of(even(61), 0, .5, 61) // half of the variance
	near.Check(t, half[61], math.Erf(.5/math.Sqrt(61)), 1e-12, "probability of 30 1/2 points with draws")
}

// TestDrawRateOfEquals checks the draw rates of two equal players who draw up to three of eight games.
func TestDrawRateOfEquals(t *testing.T) {
	t.Parallel()
	for draws := range 4 {
		all := newMatches(2, 2)
		for game := range 8 {
			score := float64(game % 2)
			if game >= 8-draws {
				score = .5
			}
			first := game / 2 % 2 // each wins and loses in both seats
			all.add(0, match{First: first, Second: 1 - first, Score: score}.game())
		}
		m := newModel(all.table(), Options{Scale: logisticScale})
		rate := m.linkedDrawRate(openingLink{nodes: []float64{0}, weights: []float64{1}})
		near.Check(t, rate, float64(draws)/8, 1e-6, "draw rate")
	}
}
