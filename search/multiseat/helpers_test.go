package multiseat

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/dfs"
)

// newPlayer returns a player with a scattered evaluation for games of stones. Change may be nil.
func newPlayer(t testing.TB, rules engine.Rules, mode string, change func(*Config)) *dfs.Player {
	t.Helper()
	config := DefaultConfig()
	config.Mode, config.Table, config.Weights = mode, 1, enginetest.File(t, enginetest.StonesWeights)
	if change != nil {
		change(&config)
	}
	player, err := New("test", rules, config)
	require.NoError(t, err)
	return player
}

// positions returns starts of small games of two to four seats, each after some random steps too.
func positions(t testing.TB) []engine.Position {
	t.Helper()
	random := engine.NewRandom(8)
	var list []engine.Position
	for players := 2; players <= 4; players++ {
		for pile := range 2 * (11 - 2*players) {
			p := (&enginetest.Stones{Players: players, Pile: 1 + pile/2, Leaves: pile%2 == 1}).Start()
			for !p.Over() {
				list = append(list, p.Clone())
				p.Play(engine.RandomStep(p, random))
			}
		}
	}
	return list
}

// decide lets a player decide in a position and checks that its steps are a legal part of one turn.
func decide(t *testing.T, player search.Player, p engine.Position, limits search.Limits) search.Decision {
	t.Helper()
	decision, err := player.Decide(t.Context(), engine.NewHistory(p), limits, nil)
	require.NoError(t, err)
	if len(decision.Steps) == 0 || !slices.Equal(decision.Steps, decision.Info.Principal[:len(decision.Steps)]) {
		t.Fatalf("plays %v, principal variation %v: %s", decision.Steps, decision.Info.Principal, p)
	}
	child := p.Clone()
	for i, step := range decision.Info.Principal {
		if !slices.Contains(child.AppendSteps(nil), step) {
			t.Fatalf("step %d of the variation %v is not legal: %s", i, decision.Info.Principal, p)
		}
		if i < len(decision.Steps) && i > 0 && (child.StartsTurn() || child.Seat() != p.Seat()) {
			t.Fatalf("step %d of the decision %v belongs to another turn: %s", i, decision.Steps, p)
		}
		child.Play(step)
	}
	return decision
}

// play returns the position after a step.
func play(p engine.Position, step engine.Step) engine.Position {
	child := p.Clone()
	child.Play(step)
	return child
}
