package problems

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/simple"
)

// TestMineGames checks the problems from games: each position occurs once, and each kind at most once in a game.
func TestMineGames(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	miner := Miner{Player: simple.NewRandom("random"), Missed: simple.NewRandom("missed"),
		Limits: search.Limits{Nodes: 1}, Turns: 1}
	seen := map[string]bool{}
	err := miner.Mine(t.Context(), rules.Start(), 30, func(p *Problem) error {
		if seen[p.Position] {
			t.Errorf("%s is found twice", p.Position)
		}
		seen[p.Position] = true
		return p.Verify(t.Context())
	})
	if err != nil || len(seen) == 0 {
		t.Errorf("%d problems, error %v", len(seen), err)
	}
}
