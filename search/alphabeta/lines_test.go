package alphabeta

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// reports returns a player's reports to a depth.
func reports(t *testing.T, player search.Player, h *engine.History, depth int) []search.Info {
	t.Helper()
	var infos []search.Info
	decision, err := player.Decide(t.Context(), h, search.Limits{Depth: depth},
		func(info search.Info) { infos = append(infos, info) })
	require.NoError(t, err)
	checkSteps(t, h, decision)
	return infos
}

// TestLines asks a precise player for several best lines: their first steps are distinct, and their scores are the best
// of all first steps, in order.
func TestLines(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "4")
	for seed := range uint64(12) {
		h := enginetest.RandomGame(t, rules, seed, 6+3*int(seed))
		const depth = 3
		player := newPlayer(t, rules, precise, func(c *Config) { c.MultiPV = 4 })
		infos := reports(t, player, h, depth)
		lines := min(4, h.Position().CountSteps())
		if len(infos) != depth*lines {
			t.Fatalf("%d reports, want %d lines to depth %d: %s", len(infos), lines, depth, h.Position())
		}
		worse := search.MaxScore
		seen := map[engine.Step]bool{}
		for i, info := range infos[(depth-1)*lines:] {
			step := info.Principal[0]
			if info.Line != i+1 || info.Depth != depth || seen[step] || info.Score > worse {
				t.Errorf("line %d of step %d at depth %d with score %v after %v: %s", info.Line, step, info.Depth,
					info.Score, worse, h.Position())
			}
			seen[step], worse = true, info.Score
			if err := h.Clone().PlayAll(info.Principal); err != nil {
				t.Fatalf("depth %d, line %d: %v", info.Depth, info.Line, err)
			}
		}
		checkBest(t, h, seen, worse, depth)
	}
}

// checkBest checks that no step left out of the lines is better than the last of them.
func checkBest(t *testing.T, h *engine.History, seen map[engine.Step]bool, last search.Score, depth int) {
	t.Helper()
	evaluator := defaultEvaluator(t, h.Position().Rules())
	for _, step := range h.Position().AppendSteps(nil) {
		child := h.Position().Clone()
		child.Play(step)
		score := brute{evaluator}.after(h.Position().Seat(), child, h.TurnHashes(), 1, depth-1)
		if !seen[step] && score > last || seen[step] && score < last {
			t.Errorf("step %s is worth %v, the last line %v: %s", h.Position().StepText(step), score, last,
				h.Position())
		}
	}
}
