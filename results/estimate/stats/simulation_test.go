//go:build !race

package stats

import (
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

// drawGame draws twice the score of a player who is stronger by the given difference, with the given draw rate between
// equal players.
func drawGame(random *rand.Rand, elo, draws float64) int {
	e := ScoreOfElo(elo)
	x := DrawProbability(e, draws)
	switch u := random.Float64(); {
	case u < x:
		return 1
	case u < x/2+e: // wins have the probability e - x/2
		return 2
	}
	return 0
}

func TestEloIntervalsCover(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	runs := enginetest.Count(2000, 8000)
	slack := .01 * math.Sqrt(8000/float64(runs))
	var held [2]float64 // from games and from pairs
	for range runs {
		var single [3]int
		var paired Pentanomial
		for range 150 {
			a, b := drawGame(random, 40, .3), drawGame(random, 40, .3)
			single[a]++
			single[b]++
			paired[a+b]++
		}
		for i, sample := range []Sample{WDL{Wins: single[2], Draws: single[1], Losses: single[0]}, paired} {
			if e := Elo(sample); e.HasValue() && e.Low <= 40 && 40 <= e.High {
				held[i] += 1 / float64(runs)
			}
		}
	}
	near.Check(t, held[0], .95, slack, "95 % intervals of Elo from games hold the truth")
	near.Check(t, held[1], .95, slack, "95 % intervals of Elo from pairs hold the truth")
}

// TestAnytimeHoldsAtAllTimes checks that the anytime interval excludes the truth in at most one run of twenty, however
// often one looks.
func TestAnytimeHoldsAtAllTimes(t *testing.T) {
	const longest = 1000
	runs := enginetest.Count(600, 4000)
	type look struct{ half, n int }
	known := map[look]Interval{} // few different scores occur at each look
	for _, world := range []struct{ advantage, draws float64 }{{}, {80, .3}, {400, 0}, {0, .95}} {
		mean := ScoreOfElo(world.advantage)
		random := rand.New(rand.NewPCG(7, 8))
		excluded := 0
		for range runs {
			l := look{}
			for l.n < longest {
				l.n++
				l.half += drawGame(random, world.advantage, world.draws)
				if l.n > 20 && l.n%(l.n/20) != 0 {
					continue
				}
				limits, ok := known[l]
				if !ok {
					limits = Anytime(float64(l.half)/2, float64(l.n), level95)
					known[l] = limits
				}
				if !limits.contains(mean) {
					excluded++
					break
				}
			}
		}
		if share := float64(excluded) / float64(runs); share > .05 {
			t.Errorf("%+v: excluded the truth at some time in %.1f %% of runs", world, 100*share)
		}
	}
}

// TestMeansOfSharedOpeningsHoldAtAllTimes simulates six pairs of equal players who all play every opening. An opening
// favours one seat by 400 Elo, or the other, or neither, with many or few draws. The interval of a mean over openings
// ever excludes the truth, even in the middle of an opening, in at most 5 % of runs.
func TestMeansOfSharedOpeningsHoldAtAllTimes(t *testing.T) {
	const openings = 40
	runs := enginetest.Count(100, 400)
	random := rand.New(rand.NewPCG(22, 22))
	missed := 0
	for range runs {
		var shared OpeningMeans
		wrong := false
		for range openings {
			played := Total{} // of the opening
			favour, draws := 400*float64(random.IntN(3)-1), [2]float64{.02, .8}[random.IntN(2)]
			for i := range 12 {
				played = Total{played.Sum + float64(drawGame(random, favour, draws))/2, i + 1}
				if i%3 == 2 { // so in the midst of a pair too
					now := OpeningMeans{maps.Clone(shared.totals)}
					now.AddMany(played, 1)
					wrong = wrong || !now.holds(t, .5)
				}
			}
			shared.AddMany(played, 1)
		}
		if wrong {
			missed++
		}
	}
	if missed > runs/20 {
		t.Errorf("the truth was excluded at some time in %d of %d runs", missed, runs)
	}
}

// holds reports whether the 95 % interval contains m, without searching for its limits.
func (m *OpeningMeans) holds(t *testing.T, mean float64) bool {
	t.Helper()
	o, ok := newObserved(m.totals)
	if !ok {
		t.Fatalf("%v cannot be", m)
	}
	return o.logCapital(mean) < -math.Log1p(-level95)
}
