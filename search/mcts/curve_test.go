package mcts

import (
	"math"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/search"
)

// worth is an evaluation that is the same for every position.
type worth int

func (w worth) Evaluate(engine.Position, engine.Seat) int { return int(w) }

// TestCurve compares the mixture with the logistic function: equally steep at an even score, symmetric between the
// seats, and much steeper far from it.
func TestCurve(t *testing.T) {
	plain, mixed := &curve{unit: 100}, &curve{unit: 100, share: 0.5}
	rise := func(c *curve, from, to search.Score) float64 { return c.expectation(to) - c.expectation(from) }
	near.Check(t, rise(mixed, -1, 1), rise(plain, -1, 1), 1e-6, "the rise of the mixed curve at an even score")
	for score := search.Score(0); score < 2000; score += 50 {
		both := mixed.expectation(score) + mixed.expectation(-score)
		near.Check(t, both, 1, 1e-12, "what both seats expect at ", score)
		if p, m := rise(plain, score, score+50), rise(mixed, score, score+50); score >= 600 && m < 2*p {
			t.Errorf("from score %d on the curves rise by %v and %v", score, p, m)
		}
	}
	// At twelve times the logarithm of 3, the flatter function, which is twelve times wider, expects 3/4, the other 1.
	far := 12 * math.Log(3)
	near.Check(t, mixed.at(far), (1+0.75)/2, 1e-9, "half of each function")
	near.Check(t, (&curve{unit: 100, share: 0.2}).at(-far), 0.2*0.25, 1e-6, "a fifth of the flatter function")
	near.Check(t, plain.expectation(100), 1/(1+1/math.E), 1e-12, "one logit")
}

// TestUnbent converts expected results back: the score shown is the one that was evaluated.
func TestUnbent(t *testing.T) {
	plain, mixed := &curve{unit: 100}, &curve{unit: 100, share: 0.5}
	for score := search.Score(-1500); score <= 1500; score += 75 {
		near.Check(t, mixed.unbent(mixed.expectation(score)), plain.expectation(score), 1e-9, "score ", score)
	}
	near.Check(t, mixed.unbent(0), 0, 1e-9, "a certain loss")
	near.Check(t, mixed.unbent(1), 1, 1e-9, "a certain win")
}

// TestCurveBends follows the static values of roots through a game: the flatter share appears when it is nearly
// decided, and goes only when it is open again. A change of the curve clears the tree, unless the root is proven.
func TestCurveBends(t *testing.T) {
	config := DefaultConfig()
	config.leaf = leafEval
	player, h := newGame(t, "5", config)
	for _, root := range []struct {
		worth        worth
		proven, bent bool
	}{
		{0, false, false}, {220, false, false}, {-300, false, true}, {220, false, true}, {150, false, false},
		{-220, false, false}, {300, true, false}, {300, false, true}, {0, true, true},
	} {
		was := *player.curve
		player.evaluator = root.worth
		player.findRoot(h)
		at := &player.tree.nodes[0]
		if at.visits, at.proof = 7, unproven; root.proven {
			outcome := engine.Outcome{Reason: "test"}
			outcome.Scores[h.Position().Seat()] = 1
			player.prove(0, outcome)
		}
		player.setCurve()
		if bent := player.curve.share > 0; bent != root.bent {
			t.Errorf("at a root of %d hundredths of a logit, proven %v, bent is %v", root.worth, root.proven, bent)
		}
		if kept := player.tree.nodes[0].visits == 7; kept != (was == *player.curve) {
			t.Errorf("at a root of %d the tree is kept: %v; the curve goes from %v to %v", root.worth, kept, was,
				*player.curve)
		}
	}
}
