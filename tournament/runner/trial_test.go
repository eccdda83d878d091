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

// TestPace checks that a run is expected to take as long as earlier games of the same players, and that nothing is
// expected of players that have not met.
func TestPace(t *testing.T) {
	var pace runner.Pace
	played := func(time time.Duration, players ...string) {
		pace.Add(tournament.Game{
			Result:   tournament.Result{Players: players},
			Thoughts: []tournament.Thought{{Time: time / 2}, {Time: time / 2}},
		})
	}
	plan := tournament.Plan{}.Only([]tournament.Planned{{Players: []string{"a", "b"}}, {Players: []string{"b", "a"}},
		{Players: []string{"a", "c"}}})
	played(100*time.Millisecond, "a", "b")
	played(300*time.Millisecond, "b", "a")
	if _, known := pace.Expect(plan, 1); known {
		t.Error("expects something though a and c have not met")
	}
	played(time.Second, "c", "a")
	for workers, want := range map[int]time.Duration{1: 1400, 2: 700, 7: 1400 / 3} {
		if got, known := pace.Expect(plan, workers); got.Truncate(time.Millisecond) != want*time.Millisecond || !known {
			t.Errorf("%d workers: %v, known %t; want %v", workers, got, known, want)
		}
	}
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

// TestTryTimes checks that time limits are upper bounds, and that no program is started.
func TestTryTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			player string
			change func(*tournament.Spec)
			known  bool
			atMost bool
			least  time.Duration
		}{
			{"alphabeta", func(s *tournament.Spec) { s.Limits.Time = time.Minute }, true, true, 10 * time.Minute},
			{"alphabeta", func(s *tournament.Spec) { s.Clock.Base = time.Hour }, true, true, time.Hour},
			{"alphabeta", func(s *tournament.Spec) { s.Limits = search.Limits{Nodes: 10, Time: time.Minute} }, true,
				false, 0},
			{"ugi:./engine", func(s *tournament.Spec) { s.Limits.Nodes = 10 }, false, false, 0},
			{"ugi:./engine", func(s *tournament.Spec) { s.Limits.Time = time.Minute }, true, true, time.Minute},
			{"random", func(s *tournament.Spec) { s.Limits.Time = time.Minute }, true, false, 0},
		} {
			var pace runner.Pace
			plan := planOf(t, c.change, c.player, "greedy")
			pace.Try(t.Context(), plan, newThinker)
			expected, known := pace.Expect(plan, 1)
			if known != c.known || pace.AtMost != c.atMost || expected < c.least {
				t.Errorf("%s, %+v: %v expected (%v), at most: %v", c.player, plan.Spec.Limits, expected, known,
					pace.AtMost)
			}
		}
	})
}
