package players_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
)

// TestLimits decides under limits of many sizes, at all stages of a game. A decision makes no more nodes than it may
// and, if it is open and has one step, all of them. A player whose context has ended answers almost without thinking,
// and afterwards searches as usual.
func TestLimits(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for text, c := range map[string]struct {
		slack uint64 // nodes beyond the limit, which is not checked within a quiescence search
		share uint64 // percent of a limit that helpers may add
		idle  uint64 // the most nodes after the context has ended
	}{
		"alphabeta": {100, 0, 1}, "alphabeta:threads=3": {300, 6, 3000}, "mcts": {0, 0, 128}, "uct": {0, 0, 128},
		"mcts:threads=3": {0, 0, 2048}, "multiseat": {0, 0, 1024}, "multiseat:mode=brs": {0, 0, 1024},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			rules := enginetest.Rules(t, "pit-of-pillars", "size=8")
			if strings.HasPrefix(text, "multiseat") {
				rules = enginetest.Rules(t, "pit", "players=4")
			}
			player, err := players.New(text, rules)
			require.NoError(t, err)
			decide := func(ctx context.Context, h *engine.History, limits search.Limits) search.Decision {
				decision, err := player.Decide(ctx, h, limits, nil)
				require.NoError(t, err, h.Clone().PlayAll(decision.Steps))
				return decision
			}
			for _, steps := range []int{0, 1, 8, 40, 61, 150, 151, 400} {
				h := enginetest.RandomGame(t, rules, 5, steps)
				for _, limit := range []uint64{1, 2, 3, 100, 3000} {
					player.NewGame(0)
					decision := decide(t.Context(), h, search.Limits{Nodes: limit})
					made := decision.Info.Nodes
					open := !decision.Info.Score.Decided() && h.Position().CountSteps() > 1 && len(decision.Steps) == 1
					if made > limit+limit*c.share/100+c.slack || made < limit && open && limit > 3 {
						t.Errorf("%d nodes, the limit is %d: %s", made, limit, h.Position())
					}
				}
				if made := decide(ended, h, search.Limits{}).Info.Nodes; made > c.idle {
					t.Errorf("%d nodes after the context had ended: %s", made, h.Position())
				}
				if made := decide(t.Context(), h, search.Limits{Nodes: 100}).Info.Nodes; made == 0 {
					t.Errorf("no nodes after a decision without a context: %s", h.Position())
				}
			}
		})
	}
}

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
