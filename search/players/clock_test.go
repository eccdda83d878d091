package players_test

import (
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
)

// TestPlayersHeedTheClock checks that a player with a nanosecond left on its clock searches far fewer nodes than usual,
// and that a nanosecond on the clock of its opponent has no effect.
func TestPlayersHeedTheClock(t *testing.T) {
	for _, c := range []struct{ game, option, text string }{
		{"pit-of-pillars", "size=6", "alphabeta:nodes=200000"},
		{"pit-of-pillars", "size=6", "mcts:nodes=5000"},
		{"pit", "players=3", "alphabeta:nodes=100000"},
		{"pit", "players=3", "mcts:nodes=5000"},
	} {
		rules := enginetest.Rules(t, c.game, c.option)
		nodes := func(seat engine.Seat) uint64 {
			player, err := players.New(c.text, rules)
			require.NoError(t, err)
			player.NewGame(1)
			var limits search.Limits
			limits.Clock.Left[seat] = time.Nanosecond
			decision, err := player.Decide(t.Context(), engine.NewHistory(rules.Start()), limits, nil)
			if err != nil || len(decision.Steps) == 0 {
				t.Fatalf("%s at %s: %d steps, error %v", c.text, c.game, len(decision.Steps), err)
			}
			return decision.Info.Nodes
		}
		own, other := nodes(0), nodes(1)
		if own > 2048 || other < 2*own+1000 {
			t.Errorf("%s at %s: %d nodes with a nanosecond left, %d when the opponent has that", c.text, c.game, own,
				other)
		}
	}
}
