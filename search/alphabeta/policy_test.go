package alphabeta

import (
	"math"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
)

// policySearcher returns a searcher with the policy at a position some steps into a random game on 6 x 6.
func policySearcher(t *testing.T, steps int) *searcher {
	t.Helper()
	rules := pillars(t, "6")
	policy, err := eval.OrderingPolicy(rules)
	if err != nil || policy == nil {
		t.Fatalf("policy %v, %v", policy, err)
	}
	config := DefaultConfig()
	s := newSearcher(&config, rules, defaultEvaluator(t, rules), policy, newTable())
	s.Begin(t.Context(), enginetest.RandomGame(t, rules, uint64(steps), steps), search.Limits{}, nil)
	return s
}

// TestOrder compares the order of steps, without a history, with a plain sort: the table's step, then the mean of
// move-ordering score and policy; near the leaves the score only.
func TestOrder(t *testing.T) {
	for _, played := range []int{30, 45, 46, 51, 60} {
		for _, depth := range []int{1, 2, 5} {
			s := policySearcher(t, played)
			l := &s.Levels[0]
			p := l.Position
			want := p.AppendSteps(nil)
			worth := worths(t, p, want, depth >= 2)
			n := dfs.Node{Depth: depth, TableStep: want[len(want)/2]}
			worth[n.TableStep] = math.Inf(1)
			s.list(&n)
			var got []engine.Step
			for i := range l.Steps {
				got = append(got, s.next(l, &n, i))
			}
			for i := 1; i < len(got); i++ {
				if worth[got[i]] > worth[got[i-1]]+1 { // ranks are rounded
					t.Errorf("depth %d: %s, worth %v, before %s, worth %v: %s", depth, p.StepText(got[i-1]),
						worth[got[i-1]],
						p.StepText(got[i]), worth[got[i]], p)
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("depth %d: tried are %v of %v", depth, got, want)
			}
		}
	}
}

// TestFirstByScore checks that the first step is chosen by move-ordering scores if the table has none, and that the
// policy is used from the second on.
func TestFirstByScore(t *testing.T) {
	s := policySearcher(t, 45)
	l, n := &s.Levels[0], dfs.Node{Depth: 4}
	s.list(&n)
	first := s.next(l, &n, 0)
	if asked := len(l.Behind) > 0; asked {
		t.Error("the policy was asked before the first step")
	}
	steps := l.Position.AppendSteps(nil)
	worth := worths(t, l.Position, steps, false)
	for _, step := range steps {
		if worth[step] > worth[first] {
			t.Errorf("score %v first, %v is better", worth[first], worth[step])
		}
	}
	if s.next(l, &n, 1); len(l.Behind) != len(steps) {
		t.Errorf("the policy values %d steps of %d", len(l.Behind), len(steps))
	}
}

// worths returns the values that determine the order of steps.
func worths(t *testing.T, p engine.Position, steps []engine.Step, asked bool) map[engine.Step]float64 {
	t.Helper()
	policy, err := eval.OrderingPolicy(p.Rules())
	if err != nil {
		t.Fatal(err)
	}
	scores, logits := make([]int32, len(steps)), make([]float64, len(steps))
	p.OrderingScores(steps, scores)
	policy.Logits(p, steps, logits)
	worth := map[engine.Step]float64{}
	for i, step := range steps {
		if worth[step] = float64(scores[i]); asked {
			worth[step] = (float64(scores[i]) + 100*logits[i]) / 2
		}
	}
	return worth
}

// TestUnlikely checks what a policy adds to the reduction of a late step.
func TestUnlikely(t *testing.T) {
	n := &dfs.Node{Depth: 8}
	l := &dfs.Level{Scores: make([]int32, 8)}
	plain := wide.reduction(n, l, 7, false)
	l.Behind = make([]int32, 8)
	for behind, more := range map[int32]int{60: -1, 300: 0, 499: 0, 500: 1, 720: 2, 9000: n.Depth - 1 - plain} {
		l.Behind[7] = behind
		if got := wide.reduction(n, l, 7, false); got != plain+more {
			t.Errorf("%d behind: %d steps of depth off; without a policy %d, and %d more are right", behind, got,
				plain, more)
		}
	}
}

// TestNoPolicy checks that in a game without a policy the key has no effect.
func TestNoPolicy(t *testing.T) {
	rules := enginetest.Rules(t, "pylyx")
	var infos []search.Info
	for _, policy := range []bool{false, true} {
		player := newPlayer(t, rules, func(c *Config) { c.policy = policy })
		infos = append(infos, decide(t, player, engine.NewHistory(rules.Start()), search.Limits{Nodes: 2000}).Info)
	}
	if a, b := infos[0], infos[1]; !slices.Equal(a.Principal, b.Principal) || a.Score != b.Score || a.Depth != b.Depth {
		t.Errorf("with the key %+v, without %+v", b, a)
	}
}
