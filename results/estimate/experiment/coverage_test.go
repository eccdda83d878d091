package experiment

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/pitofpillars"
	"pillars/results/estimate/stats"
	"pillars/search"
	"pillars/search/simple"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// holds reports whether x lies in the interval, which may be open on either side.
func holds(e stats.Estimate, x float64) bool {
	switch e.Kind {
	case stats.Bracketed:
		return e.Low <= x && x <= e.High
	case stats.AtLeast:
		return e.Low <= x
	case stats.AtMost:
		return x <= e.High
	}
	return true
}

// draw returns a random score with the given mean. A share of the games is drawn.
func draw(random *rand.Rand, mean, draws float64) float64 {
	if draws = min(draws, 2*mean, 2-2*mean); random.Float64() < draws {
		return .5
	}
	if random.Float64() < (mean-draws/2)/(1-draws) {
		return 1
	}
	return 0
}

// TestLadderLimitsHoldAtAllTimes climbs many ladders, computes the limits repeatedly while games are played, and counts
// the ladders on which a limit ever excluded the truth. At the 95 % level, these may be one in twenty.
func TestLadderLimitsHoldAtAllTimes(t *testing.T) {
	const ladders, height, slope = 100, .2, .15
	worlds := []struct{ draws float64 }{{0}, {.4}}
	for _, world := range worlds {
		random := rand.New(rand.NewPCG(1, 2))
		missed := 0
		for range ladders {
			points := make([]LogitPoint, 4)
			excluded := false
			for games := 1; games <= 300 && !excluded; games++ {
				for rung := range points {
					mean := 1 / (1 + math.Exp(-height-slope*float64(rung)))
					points[rung].X, points[rung].Games = float64(rung), games
					points[rung].Points += draw(random, mean, world.draws)
				}
				if games%50 != 0 {
					continue
				}
				line := fit(t, points...)
				excluded = !holds(line.Slope(), slope) || !holds(line.At(4), 1/(1+math.Exp(-height-4*slope)))
			}
			if excluded {
				missed++
			}
		}
		t.Logf("draws %v: %d of %d ladders excluded the truth at some time", world.draws, missed, ladders)
		if missed > ladders/20 {
			t.Errorf("draws %v: %d of %d ladders excluded the truth at some time", world.draws, missed, ladders)
		}
	}
}

// TestLadderLimitsAreNoWiderThanTheyMustBe compares the interval of the slope on long ladders with a normal
// approximation, which holds only for a single look. The interval may be twice as wide.
func TestLadderLimitsAreNoWiderThanTheyMustBe(t *testing.T) {
	var points []LogitPoint
	information, sum, square := 0., 0., 0.
	for rung := range 4 {
		p := 1 / (1 + math.Exp(-.1-.2*float64(rung)))
		points = append(points, LogitPoint{X: float64(rung), Points: math.Round(2000 * p), Games: 2000})
		w := 2000 * p * (1 - p)
		information, sum, square = information+w, sum+w*float64(rung), square+w*float64(rung*rung)
	}
	once := 1.96 / math.Sqrt(square-sum*sum/information)
	slope := fit(t, points...).Slope()
	if half := (slope.High - slope.Low) / 2; !(once <= half && half <= 2.5*once) {
		t.Errorf("slope ± %.4f, looking once ± %.4f", half, once)
	}
}

// oddsPlan returns the plan of a search for even odds in several stages.
func oddsPlan(t *testing.T, stages int, seed uint64) tournament.Plan {
	t.Helper()
	spec := tournament.Spec{
		Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}}, Players: []string{"random"},
		Format: tournament.Odds{}, Rounds: stages,
		Openings: openings.Source{Kind: openings.None}, Seed: seed,
		Limits:  search.Limits{Nodes: 4096},
		OnFault: tournament.FaultVoid,
	}
	settled, err := spec.Settle(pitofpillars.Game, func(text string, _ engine.Rules) (search.Player, error) {
		return simple.NewRandom(text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(settled, pitofpillars.Game)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestOddsLimitsHoldAtAllTimes plays the games of a plan, stage by stage, between players whose scores are a known
// function of the ratio of their nodes. It computes the limits after every eight stages.
func TestOddsLimitsHoldAtAllTimes(t *testing.T) {
	const stages = 32
	searches := enginetest.Count(20, 40)
	for _, world := range []struct{ even, slope, draws float64 }{{0, .4, 0}, {1.5, .5, .3}, {-3, .25, 0}} {
		random := rand.New(rand.NewPCG(3, 4))
		missed, told, sum, wide := 0, 0, 0., 0.
		plan := oddsPlan(t, stages, 1)
		for range searches {
			last, excluded := searchOdds(t, plan, world.even, world.slope, world.draws, random)
			if excluded {
				missed++
			}
			if last.Kind == stats.Bracketed {
				told++
				sum += last.Value
				wide += last.High - last.Low
			}
		}
		t.Logf("%+v: %d of %d excluded the truth; %d told both limits, mean %.2f, width %.2f",
			world, missed, searches, told, sum/float64(told), wide/float64(told))
		if missed > searches/20 {
			t.Errorf("%+v: %d of %d searches excluded the truth at some time", world, missed, searches)
		}
		if told < searches*9/10 || !near.Equal(sum/float64(told), world.even, .15) {
			t.Errorf("%+v: %d of %d searches found both limits, even at %.2f on average", world, told, searches,
				sum/float64(told))
		}
	}
}

// searchOdds returns the last estimate of a search, and whether any estimate excluded the truth.
func searchOdds(t *testing.T, plan tournament.Plan, even, slope, draws float64, random *rand.Rand) (last stats.Estimate,
	excluded bool) {
	t.Helper()
	fold, results := NewOddsFold(), map[string]tournament.Result{}
	looked := 0
	for range plan.Spec.Rounds {
		for _, game := range plan.Known(results).List() {
			if _, played := results[game.Identity]; played {
				continue
			}
			ratio := float64(game.Controls[1].Limits.Nodes) / float64(game.Controls[0].Limits.Nodes)
			second := draw(random, 1/(1+math.Exp(-slope*(math.Log2(ratio)-even))), draws)
			result := tournament.Result{Identity: game.Identity, Players: game.Players, Outcome: engine.Draw(2, "test")}
			result.Outcome.Scores = [engine.MaxSeats]float64{1 - second, second}
			results[game.Identity] = result
			record := engine.Record{Turns: []string{game.Identity}} // no two games alike
			if err := fold.Add(tournament.Game{Result: result, Record: record}, ratio); err != nil {
				t.Fatal(err)
			}
		}
		if looked++; looked%8 == 0 {
			line, err := fold.Line()
			if err != nil {
				t.Fatal(err)
			}
			last = line.Even()
			excluded = excluded || !holds(last, even)
		}
	}
	return last, excluded
}
