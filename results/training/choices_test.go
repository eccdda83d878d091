package training

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/eval/tune"
	"pillars/search"
)

// TestChoicesByVisits compares the loss of random weights on decisions of stored games with a loss computed plainly:
// each step counts by its share of the visits or, if a proof chose the step, only the played step counts.
func TestChoicesByVisits(t *testing.T) {
	t.Parallel()
	rules, play := enginetest.Rules(t, "pit-of-pillars", "size=4"), small
	play.Visits = true
	data := source(t, rules, play, "mcts:nodes=60", 20)
	games, replay := stored(t, rules, data)
	weights := make([]float64, len(rules.(engine.PatternRules).StepPatterns()))
	for i, random := 0, rand.New(rand.NewPCG(1, 2)); i < len(weights); i++ {
		weights[i] = random.NormFloat64()
	}
	c := newDecisionCollector(rules.(engine.PatternRules), len(weights), Selection{})
	require.NoError(t, data.read(t.Context(), rules.Game(), Selection{}, c))
	want, shared, proven := plainLoss(t, replay, games, weights)
	near.Check(t, tune.Loss(c.Train, weights, 1), want, 1e-5, "the loss")
	if c.Counts.ByVisits != shared || shared < 100 || proven == 0 {
		t.Errorf("%d decisions by visits, want %d; %d by proof; the test means to see more", c.Counts.ByVisits, shared,
			proven)
	}
}

// TestVisitsOfLegalStepsOnly gives a decision visits of a step that is not legal there.
func TestVisitsOfLegalStepsOnly(t *testing.T) {
	d := &decisionCollector{legal: []engine.Step{3, 5}}
	played := turn{step: 3, visits: []search.Visits{{Step: 3, Times: 1}, {Step: 5, Times: 3}}}
	if err := d.setShares(played); err != nil || !slices.Equal(d.shares, []float32{.25, .75}) {
		t.Errorf("error %v, shares %v", err, d.shares)
	}
	if err := d.setShares(turn{step: 3, visits: []search.Visits{{Step: 4, Times: 2}}}); err == nil {
		t.Error("visits of step 4 are accepted")
	}
}

// plainLoss returns the mean loss over the decisions of games, and the numbers of decisions with and without visits.
func plainLoss(t *testing.T, replay *replay, games []storedGame, weights []float64) (
	loss float64, shared, proven int,
) {
	t.Helper()
	decisions := 0.
	for _, g := range games {
		err := replay.each(g, func(p engine.Position, now turn) error {
			steps := p.AppendSteps(nil)
			if !now.decided || len(steps) == 1 {
				return nil
			}
			decisions++
			all := map[engine.Step]float64{now.step: 1}
			if len(now.visits) > 0 {
				shared++
				clear(all)
				for _, tried := range now.visits {
					all[tried.Step] += float64(tried.Times)
				}
			} else {
				proven++
			}
			loss += crossEntropy(p, steps, all, weights)
			return nil
		})
		require.NoError(t, err)
	}
	return loss / decisions, shared, proven
}

// crossEntropy returns -sum of share ln p, where p is the softmax of the weights of the patterns of steps.
func crossEntropy(p engine.Position, steps []engine.Step, counts map[engine.Step]float64, weights []float64) float64 {
	var lists engine.StepPatternLists
	p.(engine.PatternPosition).AppendStepPatterns(steps, &lists)
	sum, tried, loss, from := 0., 0., 0., 0
	for i, step := range steps {
		logit := 0.
		for _, number := range lists.Numbers[from:lists.Ends[i]] {
			logit += weights[number]
		}
		sum, tried, loss, from = sum+math.Exp(logit), tried+counts[step], loss-counts[step]*logit, lists.Ends[i]
	}
	return loss/tried + math.Log(sum)
}

// TestExamplesNeedTheSamePatterns checks that a network learns from games of boards of any size, but neither from games
// with other patterns nor from games of three seats.
func TestExamplesNeedTheSamePatterns(t *testing.T) {
	t.Parallel()
	c := &exampleCollector{rules: enginetest.Rules(t, "pit-of-pillars", "size=4").(engine.PatternRules)}
	for _, rules := range []engine.Rules{enginetest.Rules(t, "pit-of-pillars", "size=4"),
		enginetest.Rules(t, "pit-of-pillars", "size=6")} {
		if err := c.open(rules); err != nil {
			t.Error(err)
		}
	}
	three := enginetest.Rules(t, "pit", "players=3")
	pit := &exampleCollector{rules: enginetest.Rules(t, "pit", "players=2").(engine.PatternRules)}
	if err := pit.open(three); err == nil {
		t.Error("a network of Pit for two learns from games of three")
	}
	for _, rules := range []engine.Rules{enginetest.Rules(t, "pilastri"), three} {
		if err := c.open(rules); err == nil {
			t.Errorf("a network learns from games with other patterns, of %s", rules.Settings())
		}
	}
}
