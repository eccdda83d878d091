package mcts

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// TestSolverProves checks that proofs find the value of a solved game in which one seat can have several steps in a
// row.
func TestSolverProves(t *testing.T) {
	weights := enginetest.File(t, enginetest.StonesEven)
	proving := PlainConfig()
	proving.solver = true
	threads := DefaultConfig()
	threads.threads = 3
	seen := map[float64]bool{}
	for name, config := range map[string]Config{"mcts": DefaultConfig(), "uct": proving, "mcts on 3 threads": threads} {
		config.weights = weights
		for _, rules := range solvedStones() {
			player, err := New(name, rules, config)
			require.NoError(t, err)
			start := rules.Start()
			const enough = 50000
			decision, err := player.Decide(t.Context(), engine.NewHistory(start), search.Limits{Nodes: enough}, nil)
			require.NoError(t, err)
			want := stonesWorth(start, start.Seat())
			seen[want] = true
			checkProof(t, decision, start, want)
			if decision.Info.Nodes >= enough {
				t.Errorf("%s, %+v: not proven within %d nodes", name, rules, enough)
			}
		}
	}
	if len(seen) != 3 {
		t.Fatalf("the games have only the values %v; the test means to see wins, draws and losses", seen)
	}
}

// solvedStones returns games of all three values. Those with draws are smaller, because a proven draw gives no reason
// to visit other steps more often.
func solvedStones() (list []*enginetest.Stones) {
	for pile := 1; pile <= 12; pile++ {
		list = append(list, &enginetest.Stones{Pile: pile})
	}
	for pile := 4; pile <= 8; pile++ {
		list = append(list, &enginetest.Stones{Pile: pile, Steps: 4})
	}
	return list
}

// stonesWorth returns the value of a position for a seat, solved backwards from the ends of the game: 1, 1/2 or 0.
func stonesWorth(p engine.Position, seat engine.Seat) float64 {
	if p.Over() {
		return p.Outcome().Score(seat)
	}
	best := 0.0
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		best = max(best, stonesWorth(child, p.Seat()))
	}
	if p.Seat() != seat {
		return 1 - best
	}
	return best
}

// checkProof checks the score and that the steps played keep the value of the game.
func checkProof(t *testing.T, decision search.Decision, start engine.Position, want float64) {
	t.Helper()
	switch score := decision.Info.Score; {
	case want == 0.5 && score != search.DrawScore, want == 1 && score <= search.Proven, want == 0 &&
		score >= -search.Proven:
		t.Errorf("%s: score %v, but the game is worth %v", start, score, want)
	}
	p := start.Clone()
	for _, step := range decision.Steps {
		p.Play(step)
	}
	if got := stonesWorth(p, start.Seat()); got != want {
		t.Errorf("%s: after %v the game is worth %v instead of %v", start, decision.Steps, got, want)
	}
}
