package review_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/proof"
	"pillars/search/review"
)

// TestThrownWins reviews games of random turns and asks an exact search which turns threw a win away.
func TestThrownWins(t *testing.T) {
	t.Parallel()
	const longest = 30 // turns; no game has more
	rules := enginetest.Rules(t, "pilastri", "size=4")
	player, err := players.New("alphabeta", rules)
	require.NoError(t, err)
	forces := func(p engine.Position, seat engine.Seat) bool {
		if p.Over() {
			return p.Outcome().Score(seat) == 1
		}
		forced, err := proof.Forces(t.Context(), p, seat, longest)
		require.NoError(t, err)
		return forced
	}
	thrown, random := 0, engine.NewRandom(1)
	for range 5 {
		h := engine.NewHistory(rules.Start())
		for !h.Outcome().Over() {
			steps := h.Position().AppendSteps(nil)
			require.NoError(t, h.Play(steps[random.Uint64()%uint64(len(steps))]))
		}
		for turn, err := range review.Turns(t.Context(), player, search.Limits{Nodes: 20000}, h) {
			require.NoError(t, err)
			if turn.Number <= 4 {
				continue // too far from the end for the player
			}
			before, after := h.AfterTurn(turn.Number-1).Position(), h.AfterTurn(turn.Number).Position()
			want := forces(before, turn.Seat) && forces(after, 1-turn.Seat)
			if turn.Threw != want {
				t.Errorf("turn %s at %s: threw a win away: %t, want %t", turn.Played, before, turn.Threw, want)
			}
			if want {
				thrown++
			}
		}
	}
	if thrown == 0 {
		t.Error("no turn threw a win away")
	}
}
