package alphabeta

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// play plays steps of a game of stones from its start.
func play(t *testing.T, rules engine.Rules, steps ...engine.Step) *engine.History {
	t.Helper()
	h := engine.NewHistory(rules.Start())
	require.NoError(t, h.PlayAll(steps))
	return h
}

// TestEarlierPositions searches with a game before the root: a step that repeats an earlier position is a draw at depth
// 1.
func TestEarlierPositions(t *testing.T) {
	t.Parallel()
	noise := weights(t, enginetest.StonesWeights)
	differ := 0
	for pile := 5; pile < 60; pile++ {
		rules := &enginetest.Stones{Pile: pile, Holds: []int{pile}, Draws: 3}
		h := play(t, rules, enginetest.StonesHold, enginetest.StonesHold,
			enginetest.StonesHold) // one more hold brings the start back
		b := brute{noiseEvaluator(t, rules, 1)}
		got := reports(t, newPlayer(t, rules, precise, noise), h, 1)[0].Score
		want := b.score(h.Position(), h.TurnHashes(), 0, 1)
		if got != want {
			t.Errorf("pile %d: score %v, want %v", pile, got, want)
		}
		if want != b.score(h.Position(), nil, 0, 1) {
			differ++
		}
	}
	if differ < 5 {
		t.Errorf("the game before matters for %d piles only", differ)
	}
}

// TestTurnCap searches a won game closer and closer to the turn cap, with a player that keeps its table. While the
// seats hold, the same position recurs with fewer turns left, until the win comes too late.
func TestTurnCap(t *testing.T) {
	t.Parallel()
	even := weights(t, enginetest.StonesEven)
	const turnCap = 6
	rules := &enginetest.Stones{Pile: 5, Holds: []int{5}, Cap: turnCap}
	player := newPlayer(t, rules, precise, even)
	h := play(t, rules)
	for h.Position().Turn() <= turnCap {
		left := turnCap - h.Position().Turn() + 1
		want := search.Score(0)
		if left >= 3 { // take one, whatever the reply, take the rest
			want = solve(rules.Start().(*enginetest.StonesPosition))[rules.Start().Hash()]
		}
		if got := decide(t, player, h, search.Limits{Depth: 12}).Info.Score; got != want {
			t.Errorf("score %v with %d turns left, want %v", got, left, want)
		}
		require.NoError(t, h.Play(enginetest.StonesHold))
	}
	if h.Outcome().Reason != engine.TurnCap {
		t.Errorf("ended by %q, not by the turn cap", h.Outcome().Reason)
	}
}
