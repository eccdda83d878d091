package stats_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

// TestFixedByHand has openings of four, two and two numbers with the sums 5/2, 1 and 3/2: the mean is 5/8, the
// deviations from it come to 0, -1/4 and 1/4, and Student's quantile with two degrees of freedom is 4.302653.
func TestFixedByHand(t *testing.T) {
	var m stats.OpeningMeans
	for opening, numbers := range [][]float64{{1, .5, .5, .5}, {1, 0}, {1, .5}} {
		for _, x := range numbers {
			m.Add(strconv.Itoa(opening), x)
		}
	}
	margin := 4.302653 * math.Sqrt((.0625+.0625)*3/2) / 8
	score, elo := m.Fixed()
	low, high := -400*math.Log10(1/(.625-margin)-1), -400*math.Log10(1/(.625+margin)-1)
	for what, pair := range map[string][2]float64{
		"mean": {score.Value, .625}, "half width": {score.Error95, margin}, "low": {score.Low, .625 - margin},
		"Elo": {elo.Value, -400 * math.Log10(.6)}, "low Elo": {elo.Low, low}, "high Elo": {elo.High, high},
		"half width in Elo": {elo.Error95, (high - low) / 2},
	} {
		near.Check(t, pair[0], pair[1], 1e-4, what)
	}
}

// TestFixedOfOneSidedOpenings: without spread, or beyond the bounds, the interval is the anytime one, and the Elo of
// what was always won has only a lower limit.
func TestFixedOfOneSidedOpenings(t *testing.T) {
	var won, one stats.OpeningMeans
	won.AddMany(stats.Total{Sum: 6, Games: 6}, 5)
	one.AddMany(stats.Total{Sum: 4, Games: 6}, 1)
	one.AddMany(stats.Total{}, 1)
	for name, m := range map[string]*stats.OpeningMeans{"won": &won, "one": &one} {
		score, elo := m.Fixed()
		openings := map[string]int{"won": 5, "one": 1}[name]
		if score != m.Estimate(.95) || score.Kind != stats.Bracketed || m.Openings() != openings {
			t.Errorf("%s: %+v of %d openings", name, score, m.Openings())
		}
		least, _ := stats.EloOfScore(score.Low)
		want := map[string]stats.Kind{"won": stats.AtLeast, "one": stats.Bracketed}[name]
		if elo.Kind != want || elo.Low != least {
			t.Errorf("%s: %+v", name, elo)
		}
		if back := elo.Mirrored(0).Mirrored(0); back != elo {
			t.Errorf("%s: mirrored twice %+v, want %+v", name, back, elo)
		}
	}
	var none stats.OpeningMeans
	if score, elo := none.Fixed(); score.Kind != stats.Absent || elo.Kind != stats.Absent {
		t.Errorf("%+v and %+v of nothing", score, elo)
	}
}

// seatWorld draws who finishes ahead of whom in games of three or four seats between equal players, as Plackett and
// Luce have it: every opening favours some seats by much, the same in all games from it.
type seatWorld struct {
	seats  int
	random *rand.Rand
}

// finish is when each seat finishes, given the logarithms of their chances to be first: exponential times.
func (w seatWorld) finish(worths []float64) (times []float64) {
	for _, worth := range worths {
		times = append(times, w.random.ExpFloat64()*math.Exp(-worth))
	}
	return times
}

// opening is what the first kind of players comes to in all mixed seatings of an opening, and what single games say.
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

// TestMixedIntervalsCover simulates matches of equal players in all mixed seatings: the intervals hold one half, with
// few openings too. If each game were an observation they would be far too wide, since the seats make most of the
// difference within an opening.
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
