package multiseat

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// The pawn of White, who acts, must fall into the hole, and the others play on.
const falls = "bt,x3,bp/x5/x,wp,o,x2/x5/wt,x2,rt,rp w a 5/5/5 - - 9"

// TestNothingLeftToSearch checks that a search ends where its seat leaves the game.
func TestNothingLeftToSearch(t *testing.T) {
	p := enginetest.Read(t, "pit", falls)
	for _, mode := range []string{Paranoid, bestReply} {
		config := DefaultConfig()
		config.Mode, config.Table = mode, 1
		player, err := New("test", p.Rules(), config)
		require.NoError(t, err)
		decision, err := player.Decide(t.Context(), engine.NewHistory(p), search.Limits{Nodes: 1000}, nil)
		if err != nil || decision.Info.Nodes != 1 || decision.Info.Score.Expectation() > 0.01 {
			t.Errorf("%s: %d nodes and score %v, %v; want 1 node and a loss", mode, decision.Info.Nodes,
				decision.Info.Score, err)
		}
	}
}
