package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// TestFixedByHand checks two intervals computed by hand, from ten openings of four games, ten of two and ten of two
// again. With the sums 5/2, 1 and 3/2 the mean is 5/8, and the deviations from it are 0, -1/4 and 1/4: V/29 is less
// than 15/64 over 30 x 80. With the sums 5/2, 0 and 2 the mean is 9/16, and the deviations are 1/4, -9/8 and 7/8: V/29
// is more than 63/256 over 30 x 80. Student's quantile with 29 degrees of freedom is 2.045230.
func TestFixedByHand(t *testing.T) {
	for _, c := range []struct {
		sums             []float64
		mean, v, another float64
	}{
		{[]float64{2.5, 1, 1.5}, .625, 10 * .125 / 6400, 15. / 64 / 2400},
		{[]float64{2.5, 0, 2}, .5625, 10 * 2.09375 / 6400, 10 * 2.09375 / 6400 / 29},
	} {
		var m stats.OpeningMeans
		for i, games := range []int{4, 2, 2} {
			m.AddMany(stats.Total{Sum: c.sums[i], Games: games}, 10)
		}
		margin := 2.045230 * math.Sqrt(c.v+c.another)
		score, elo := m.Fixed()
		elos := func(score float64) float64 { return -400 * math.Log10(1/score-1) }
		low, high := elos(c.mean-margin), elos(c.mean+margin)
		for what, pair := range map[string][2]float64{
			"mean": {score.Value, c.mean}, "half width": {score.Error95, margin}, "low": {score.Low, c.mean - margin},
			"Elo": {elo.Value, elos(c.mean)}, "low Elo": {elo.Low, low}, "high Elo": {elo.High, high},
			"half width in Elo": {elo.Error95, (high - low) / 2},
		} {
			near.Check(t, pair[0], pair[1], 1e-4, what)
		}
	}
}

// TestFixedOfOneSidedOpenings checks that the interval is the anytime one if the openings do not differ or Student's
// interval would leave (0, 1). If all games were won, Elo has only a lower limit.
func TestFixedOfOneSidedOpenings(t *testing.T) {
	for won, c := range map[float64]struct {
		openings int
		kind     stats.Kind
	}{6: {5, stats.AtLeast}, 4: {1, stats.Bracketed}, 0: {0, stats.Absent}} {
		var m stats.OpeningMeans
		m.AddMany(stats.Total{Sum: won, Games: 6}, c.openings)
		m.AddMany(stats.Total{}, 1)
		score, elo := m.Fixed()
		least, _ := stats.EloOfScore(score.Low)
		if score != m.Estimate(.95) || m.Openings() != c.openings || elo.Kind != c.kind || elo.Low != least ||
			elo.Mirrored(0).Mirrored(0) != elo {
			t.Errorf("%v points of 6: %+v of %d openings, %+v", won, score, m.Openings(), elo)
		}
	}
}

// seatWorld draws the orders of finish in games of three or four seats between equal players by the model of Plackett
// and Luce. Every opening favours some seats by much, in all its games.
type seatWorld struct {
	seats  int
	random *rand.Rand
}

// finish draws the time at which each seat finishes. The times are exponential; worths holds the logarithms of the
// seats' chances to be first.
func (w seatWorld) finish(worths []float64) (times []float64) {
	for _, worth := range worths {
		times = append(times, w.random.ExpFloat64()*math.Exp(-worth))
	}
	return times
}

// opening plays an opening. It returns the total of one player's seats in all mixed seatings, and the total in each
// game.
func (w seatWorld) opening() (all stats.Total, games []stats.Total) {
	worths := make([]float64, w.seats)
	for seat := range worths {
		worths[seat] = 2 * w.random.NormFloat64()
	}
	for kinds := 1; kinds < 1<<w.seats-1; kinds++ {
		times, game := w.finish(worths), stats.Total{}
		for a := range w.seats {
			for b := range w.seats {
				if kinds>>a&1 == 1 && kinds>>b&1 == 0 {
					game.Games++
					if times[a] < times[b] {
						game.Sum++
					}
				}
			}
		}
		games = append(games, game)
		all = stats.Total{Sum: all.Sum + game.Sum, Games: all.Games + game.Games}
	}
	return all, games
}

// TestMixedIntervalsCover simulates matches of equal players in all mixed seatings. The intervals must contain one
// half, even with few openings. If each game counted as an observation, the intervals would be far too wide, since most
// differences within an opening come from the seats.
func TestMixedIntervalsCover(t *testing.T) {
	for _, seats := range []int{3, 4} {
		for _, openings := range []int{6, 30} {
			w := seatWorld{seats, rand.New(rand.NewPCG(uint64(seats), uint64(openings)))}
			runs, held, heldByGame := enginetest.Count(600, 8000), 0., 0.
			for range runs {
				var match, byGame stats.OpeningMeans
				for range openings {
					all, games := w.opening()
					match.AddMany(all, 1)
					for _, game := range games {
						byGame.AddMany(game, 1)
					}
				}
				held += holdsHalf(t, &match) / float64(runs)
				heldByGame += holdsHalf(t, &byGame) / float64(runs)
			}
			slack := 4 * math.Sqrt(.95*.05/float64(runs))
			if !near.Equal(held, .95, slack+.005) || heldByGame < .97 {
				t.Errorf("%d seats, %d openings: intervals hold the truth in %.1f %%, by games in %.1f %%", seats,
					openings, 100*held, 100*heldByGame)
			}
		}
	}
}

func holdsHalf(t *testing.T, m *stats.OpeningMeans) float64 {
	score, elo := m.Fixed()
	holds := score.Low <= .5 && .5 <= score.High
	if holds != (elo.Low <= 0 && 0 <= elo.High) {
		t.Fatalf("%+v, but %+v", score, elo)
	}
	if holds {
		return 1
	}
	return 0
}
