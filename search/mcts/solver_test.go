package mcts

import (
	"testing"

	"pillars/engine"
	"pillars/search"
)

// TestSolverProves checks that proofs find the value of a solved game in which one seat can have several steps in a
// row.
func TestSolverProves(t *testing.T) {
	weights := relayWeights(t)
	configs := map[string]func() Config{"mcts": DefaultConfig, "uct": func() Config {
		config := PlainConfig()
		config.solver = true
		return config
	}, "mcts on three threads": func() Config {
		config := DefaultConfig()
		config.threads = 3
		return config
	}}
	seen := map[float64]bool{}
	for name, newConfig := range configs {
		for _, rules := range solvedRelays() {
			config := newConfig()
			config.weights = weights
			player, err := New(name, rules, config)
			if err != nil {
				t.Fatal(err)
			}
			start := rules.Start().(*relay)
			const enough = 50000
			decision, err := player.Decide(t.Context(), engine.NewHistory(start), search.Limits{Nodes: enough}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := relayWorth(start)
			seen[want] = true
			checkProof(t, decision, start, want)
			if decision.Info.Nodes >= enough {
				t.Errorf("%s, pile of %d: not proven within %d nodes", name, rules.pile, enough)
			}
		}
	}
	if len(seen) != 3 {
		t.Fatalf("the piles have only the values %v; the test means to see wins, draws and losses", seen)
	}
}

// solvedRelays returns games of all three values. Those with draws are smaller, because a proven draw gives no reason
// to visit other steps more often.
func solvedRelays() []relayRules {
	var list []relayRules
	for pile := 1; pile <= 12; pile++ {
		list = append(list, relayRules{pile: pile})
	}
	for pile := 1; pile <= 8; pile++ {
		list = append(list, relayRules{pile: pile, drawing: 1})
	}
	return list
}

// checkProof checks the score and that the steps played keep the value of the game.
func checkProof(t *testing.T, decision search.Decision, start *relay, want float64) {
	t.Helper()
	switch score := decision.Info.Score; {
	case want == 0.5 && score != search.DrawScore, want == 1 && score <= search.Proven, want == 0 &&
		score >= -search.Proven:
		t.Errorf("pile of %d: score %v, but the game is worth %v", start.pile, score, want)
	}
	p := start.Clone().(*relay)
	for _, step := range decision.Steps {
		p.Play(step)
	}
	got := 0.0
	switch {
	case p.Over():
		got = p.end.Score(start.seat)
	case p.seat == start.seat:
		got = relayWorth(p)
	default:
		got = 1 - relayWorth(p)
	}
	if got != want {
		t.Errorf("pile of %d: after %v the game is worth %v instead of %v", start.pile, decision.Steps, got, want)
	}
}
