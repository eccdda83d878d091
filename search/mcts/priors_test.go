package mcts

import (
	"math"
	"testing"

	"pillars/engine/enginetest/near"
)

// TestPriors compares the priors of a node with the softmax of predictions or move-ordering scores, computed plainly.
func TestPriors(t *testing.T) {
	for _, priors := range []string{priorsLearned, priorsOrdering} {
		config := DefaultConfig()
		config.priors = priors
		player, h := newGame(t, "6", config)
		decide(t, player, h, 1)
		for range 6 {
			decide(t, player, h, 50)
		}
		p := h.Position()
		player.NewGame(1)
		player.findRoot(h)
		player.simulate(visit{0, p.Seat()}, p)
		root := &player.tree.nodes[0]
		steps := p.AppendSteps(nil)
		logits, scores := make([]float64, len(steps)), make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		for i, step := range steps {
			if logits[i] = float64(scores[i]) / 40; step == p.DeclineStep() {
				logits[i] += 0.5 / 0.4
			}
		}
		if priors == priorsLearned {
			player.policy.Logits(p, steps, logits)
		}
		sum := 0.0
		for _, logit := range logits {
			sum += math.Exp(logit)
		}
		for i, step := range steps {
			at, ok := player.tree.child(0, step)
			want := 0.9*math.Exp(logits[i])/sum + 0.1/float64(len(steps))
			if !ok || !near.Equal(float64(player.tree.nodes[at].prior), want, 1e-5) {
				t.Errorf("%s: prior %v of %s, want %v", priors, player.tree.nodes[at].prior, p.StepText(step), want)
			}
		}
		if int(root.children) != len(steps) {
			t.Errorf("%d children for %d steps", root.children, len(steps))
		}
	}
}

// TestUnvisitedComeLast checks an order that choose relies on: visited children come before all others, and the first
// of the others has the largest prior. Only a child with simulations of its own, like the step played, can be
// elsewhere; the trees here are from the search of one step.
func TestUnvisitedComeLast(t *testing.T) {
	player, h := newGame(t, "6", DefaultConfig())
	player.findRoot(h)
	from := visit{0, h.Position().Seat()}
	for range 4000 {
		player.simulate(from, h.Position())
	}
	inner := 0
	for at := range player.tree.nodes {
		unvisited, largest := -1, float32(0)
		for i, child := range player.tree.childrenOf(&player.tree.nodes[at]) {
			switch {
			case child.visits == 0 && child.proof == unproven && unvisited < 0:
				unvisited, largest = i, child.prior
			case unvisited >= 0 && (child.visits > 0 || child.proof != unproven):
				t.Fatalf("node %d: child %d is visited, child %d is not", at, i, unvisited)
			case child.prior > largest && unvisited >= 0:
				t.Fatalf("node %d: child %d has the prior %v, the first unvisited one %v", at, i, child.prior, largest)
			}
		}
		if unvisited > 0 {
			inner++
		}
	}
	if inner < 100 {
		t.Errorf("%d nodes with visited and unvisited children; the test means to see more", inner)
	}
}

// TestCaution compares a step of few visits and a high mean with one of many visits.
func TestCaution(t *testing.T) {
	for lcb, want := range map[float64]index{0: 1, 1: 1, 0.5: 2} {
		config := DefaultConfig()
		config.lcb = lcb
		player, h := newGame(t, "4", config)
		children, _ := player.tree.grow(0, 3)
		children[0].visits, children[0].total = 400, 200 // 0.5 ± 0.05 x lcb
		children[1].visits, children[1].total = 25, 15   // 0.6 ± 0.2 x lcb
		thinking := &thinking{Player: player}
		if got := thinking.ranked(visit{0, h.Position().Seat()})[0]; got != want {
			t.Errorf("lcb %v plays child %d, want %d", lcb, got, want)
		}
	}
}
