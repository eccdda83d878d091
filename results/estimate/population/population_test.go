package population

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/results/estimate/stats"
)

// A world is a kind of player from which the simulation draws players. Each plays two games from each of 40 openings,
// or 80 games from the start.
type world struct {
	players, setUps int     // setUps is 0 for games from openings
	spread          float64 // standard deviation between players; from the start it comes from the choice of set-ups
}

const (
	openings      = 40
	openingSpread = .2
)

func bounded(p float64) float64 { return min(.99, max(.01, p)) }

func won(r *rand.Rand, p float64) float64 {
	if r.Float64() < bounded(p) {
		return 1
	}
	return 0
}

// over returns the mean of f over a normal distribution with mean 0, by its quantiles.
func over(deviation float64, f func(x float64) float64) (mean float64) {
	const points = 64
	for i := range points {
		mean += f(deviation*distuv.UnitNormal.Quantile((float64(i)+.5)/points)) / points
	}
	return mean
}

// fromOpenings returns a sample, the mean of all players, and the mean of one more player.
func (w world) fromOpenings(r *rand.Rand) (s Sample, mean, further float64) {
	const middle = .62
	score := func(own float64) float64 {
		return over(openingSpread, func(favour float64) float64 { return bounded(middle + own + favour) })
	}
	for range w.players {
		own, row := middle+w.spread*r.NormFloat64(), []float64{}
		for range openings {
			favour := openingSpread * r.NormFloat64()
			row = append(row, (won(r, own+favour)+won(r, own+favour))/2)
		}
		s = append(s, row)
	}
	return s, over(w.spread, score), score(w.spread * r.NormFloat64())
}

// fromStart is like fromOpenings. The values of set-ups are facts of the game; each player has its own habits in
// choosing one, and all players like the same set-ups best.
func (w world) fromStart(r *rand.Rand) (s Sample, mean, further float64) {
	value, liked := make([]float64, w.setUps), make([]float64, w.setUps)
	for k := range value {
		value[k], liked[k] = bounded(.55+.35*r.NormFloat64()), r.NormFloat64()
	}
	player := func() (shares []float64, score float64) {
		shares, sum := make([]float64, w.setUps), 0.
		for k := range shares {
			shares[k] = math.Exp(liked[k] + r.NormFloat64())
			sum += shares[k]
		}
		for k := range shares {
			shares[k] /= sum
			score += shares[k] * value[k]
		}
		return shares, score
	}
	for range w.players {
		shares, _ := player()
		row := []float64{}
		for range 2 * openings {
			k := 0
			for u := r.Float64(); k < len(shares)-1 && u > shares[k]; k++ {
				u -= shares[k]
			}
			row = append(row, won(r, value[k]))
		}
		s = append(s, row)
	}
	for range 2000 {
		_, further = player()
		mean += further / 2000
	}
	return s, mean, further
}

// TestCoverage pins how often the intervals hold: the table in
// docs/notebook/2026-11-26-checks-of-statistics.md.
func TestCoverage(t *testing.T) {
	const times = 1200
	for _, setUps := range []int{0, 8, 40} {
		for _, spread := range []float64{0, .05, .10, .15} {
			if setUps > 0 && spread > 0 {
				continue
			}
			for _, players := range []int{8, 24, 60} {
				w := world{players, setUps, spread}
				r := rand.New(rand.NewPCG(1, uint64(players)))
				holds, inRange, width, spreads := 0., 0., 0., 0.
				for range times {
					draw := w.fromOpenings
					if setUps > 0 {
						draw = w.fromStart
					}
					sample, mean, further := draw(r)
					e := sample.Estimate()
					low, high := e.Mean.Limits()
					holds, inRange = holds+indicator(e.Mean.Holds(mean)), inRange+indicator(e.Range.Holds(further))
					width, spreads = width+(high-low)/2/times, spreads+e.PlayerSpread/times
				}
				text := fmt.Sprintf("%+v: mean in %.1f %%, new player in %.1f %%, half width %.1f, spread %.1f", w,
					100*holds/times, 100*inRange/times, 100*width, 100*spreads)
				t.Log(text)
				if holds < .935*times || holds > .97*times {
					t.Error(text)
				}
			}
		}
	}
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestOnePlayerAndNone(t *testing.T) {
	none, one := Sample{{}}.Estimate(), Sample{{1, 0}, {}}.Estimate()
	if half := (stats.Estimate{Kind: stats.Fixed, Value: .5}); none.Mean.Kind != stats.Absent || one.Mean != half {
		t.Errorf("%+v, %+v", none, one)
	}
}

// TestEqualScores wants the bound of a confidence sequence, not an interval without width.
func TestEqualScores(t *testing.T) {
	row := []float64{1, 1, 1}
	e := Sample{row, row, row}.Estimate()
	want := stats.MeanScore(3, 3)
	if e.Mean != want || e.Range.Low >= 1 {
		t.Errorf("%+v, want %+v", e, want)
	}
}

// TestByHand compares with an analysis of variance by hand.
func TestByHand(t *testing.T) {
	e := Sample{{.2, .4}, {.5, .7}, {.8, 1}}.Estimate()
	// Means .3, .6 and .9 have the variance .09. The variance of scores is .02, and of a mean of two .01.
	near := func(got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-3 {
			t.Errorf("%v, want %v: %+v", got, want, e)
		}
	}
	near(e.Mean.Value, .6)
	near(e.PlayerSpread, math.Sqrt(.08))
	// Student's quantile at 97.5 % with 2 degrees of freedom is 4.303; the interval is cut off at 1.
	near(e.Mean.Low, max(0, .6-4.303*math.Sqrt(.09/3)))
	near(e.Mean.High, 1)
}

// TestFurther wants the prediction for a further player to hold as often as it says.
func TestFurther(t *testing.T) {
	r, holds := rand.New(rand.NewPCG(3, 4)), 0
	const times = 2000
	for range times {
		sample, _, _ := world{players: 17, spread: .08}.fromOpenings(r)
		if sample[:16].Further(1, .9).Holds(sample.Means()[16]) {
			holds++
		}
	}
	if share := float64(holds) / times; share < .88 || share > .92 {
		t.Errorf("%v", share)
	}
}
