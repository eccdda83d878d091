package simple

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
)

// midgame returns a game of Pit of Pillars after some turns of random play.
func midgame(t *testing.T, size string, seed uint64, turns int) *engine.History {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars", "size="+size)
	h := engine.NewHistory(rules.Start())
	random := engine.NewRandom(seed)
	for !h.Outcome().Over() && (h.Position().Turn() < turns || !h.Position().StartsTurn()) {
		require.NoError(t, h.Play(engine.RandomStep(h.Position(), random)))
	}
	return h
}

// TestRandomIsUniform draws many steps and compares the counts with equal chances by a chi-squared test at a level of
// one in a million.
func TestRandomIsUniform(t *testing.T) {
	h := midgame(t, "8", 4, 30)
	player := NewRandom("random")
	player.NewGame(17)
	legal := h.Position().AppendSteps(nil)
	counts := map[engine.Step]int{}
	draws := 400 * len(legal)
	for range draws {
		decision, err := player.Decide(t.Context(), h, search.Limits{}, nil)
		require.NoError(t, err)
		counts[decision.Steps[0]]++
	}
	expected, square := float64(draws)/float64(len(legal)), 0.0
	for _, step := range legal {
		d := float64(counts[step]) - expected
		square += d * d / expected
		delete(counts, step)
	}
	if len(counts) > 0 {
		t.Fatalf("steps that are not legal were drawn: %v", counts)
	}
	if p := (distuv.ChiSquared{K: float64(len(legal) - 1)}).Survival(square); p < 1e-6 {
		t.Errorf("chi-squared %.1f on %d legal steps, p = %g", square, len(legal), p)
	}
}

// bestTurns values every turn: it returns the best worth, and how many turns have it. A win ranks above every
// evaluation.
func bestTurns(p engine.Position, seat engine.Seat, evaluator eval.Evaluator) (best, count int) {
	const won = 1 << 20
	best = -won - 1
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		worth, ways := 0, 1
		switch {
		case child.Over():
			worth = int(2*won*child.Outcome().Score(seat)) - won
		case !child.StartsTurn():
			worth, ways = bestTurns(child, seat, evaluator)
		default:
			worth = evaluator.Evaluate(child, seat)
		}
		switch {
		case worth > best:
			best, count = worth, ways
		case worth == best:
			count += ways
		}
	}
	return best, count
}

// TestGreedyIsBest compares the worth of greedy's turns with the best of all turns, along games it plays.
func TestGreedyIsBest(t *testing.T) {
	for seed := range uint64(4) {
		h := midgame(t, "5", seed, 15)
		evaluator, err := eval.Load("", h.Position().Rules())
		require.NoError(t, err)
		player := newGreedy(t, h.Position().Rules())
		player.NewGame(seed)
		for !h.Outcome().Over() && h.Position().Turn() < 40 {
			seat, text := h.Position().Seat(), h.Position().String()
			want, _ := bestTurns(h.Position(), seat, evaluator)
			decision, err := player.Decide(t.Context(), h, search.Limits{}, nil)
			require.NoError(t, err)
			require.NoError(t, h.PlayAll(decision.Steps))
			p := h.Position()
			switch {
			case p.Over():
				if p.Outcome().Score(seat) != 1 && want > -1<<20 {
					t.Errorf("loses at once, though it need not: %s", text)
				}
			case !p.StartsTurn():
				t.Fatalf("the turn is not complete: %s", text)
			case evaluator.Evaluate(p, seat) != want:
				t.Errorf("plays a turn worth %d, the best is worth %d: %s", evaluator.Evaluate(p, seat), want, text)
			}
		}
	}
}

// newGreedy returns a greedy player.
func newGreedy(t *testing.T, rules engine.Rules) *Greedy {
	t.Helper()
	player, err := NewGreedy("greedy", rules, GreedyConfig{})
	require.NoError(t, err)
	player.NewGame(1)
	return player
}

// TestGreedyStops checks that greedy, after its context has ended, answers with a legal step after one turn tried.
func TestGreedyStops(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, turns := range []int{1, 2, 40} {
		h := midgame(t, "8", 3, turns)
		decision, err := newGreedy(t, h.Position().Rules()).Decide(ended, h, search.Limits{}, nil)
		if err != nil || decision.Info.Nodes > 2 {
			t.Errorf("%d nodes, %v", decision.Info.Nodes, err)
		}
		if err := h.PlayAll(decision.Steps); err != nil {
			t.Error(err)
		}
	}
}
