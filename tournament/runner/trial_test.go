package runner_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// thinker is a player that plays at random and takes a microsecond per node.
type thinker struct {
	plantest.Fake
	own search.Limits
}

func newThinker(text string, _ engine.Rules) (search.Player, error) {
	spec, err := search.ParseSpec(text)
	return &thinker{plantest.Fake{Text: text}, spec.Limits}, err
}

func (f *thinker) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	time.Sleep(time.Duration(f.own.Tightest(limits).Nodes) * time.Microsecond)
	return f.Fake.Decide(ctx, h, limits, report)
}

// planOf returns a plan of games of thinkers, with the limits that change sets.
func planOf(t *testing.T, change func(*tournament.Spec), names ...string) tournament.Plan {
	spec := plantest.Small(names...)
	spec.Limits = search.Limits{}
	change(&spec)
	return plantest.PlanOf(t, enginetest.Rules(t, spec.Game).Game(), spec, newThinker)
}

// TestTry checks that a trial with few nodes predicts the time of many nodes.
func TestTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan := planOf(t, func(*tournament.Spec) {}, "alphabeta:nodes=30000", "mcts:nodes=600")
		var pace runner.Pace
		pace.Try(t.Context(), plan, newThinker)
		expected, known := pace.Expect(plan, 1)
		began := time.Now()
		if _, err := (runner.Runner{Plan: plan, NewPlayer: newThinker}).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		took := time.Since(began)
		if !known || pace.AtMost || expected < took/2 || expected > 2*took {
			t.Errorf("%v expected (%v), at most: %v; it took %v", expected, known, pace.AtMost, took)
		}
	})
}
