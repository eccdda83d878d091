package experiment

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/tournament"
)

// TestRoundsInAnyOrder finishes the games of the second round in the opposite order. The round still counts as a repeat
// of the first.
func TestRoundsInAnyOrder(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	game := func(pair, number, moves string, score float64) tournament.Game {
		g := finished(rules, pair, moves, score, 1-score)
		g.Identity = pair + "/" + number
		return g
	}
	fold := NewFold(2, 2)
	add(t, fold, rules, game("1", "1", "a b", 1), game("1", "2", "a c", 0), game("2", "2", "a c", 0),
		game("2", "1", "a b", 1))
	if got := fold.Summary(); got.Rounds != 2 || got.Distinct != 1 {
		t.Errorf("%d rounds, of which %d differ; want 2 and 1", got.Rounds, got.Distinct)
	}
}
