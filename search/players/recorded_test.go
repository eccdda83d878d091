package players_test

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
)

// TestRecorded checks that the searches decide as recorded. A line has the game, its settings, the seed and the number
// of random steps before the decision, and the player; then depth, score, nodes, reports and turn of the decision.
func TestRecorded(t *testing.T) {
	t.Parallel()
	for _, search := range []string{"alphabeta", "dfs", "mcts", "multiseat"} {
		t.Run(search, func(t *testing.T) {
			t.Parallel()
			for _, line := range enginetest.DataLines(t, "../"+search+"/testdata/recorded.txt") {
				given, want, found := strings.Cut(line, " | ")
				if !found {
					t.Fatalf("%q has no |", line)
				}
				if got := decided(t, given); got != want {
					t.Errorf("is\n%s | %s\nwanted\n%s", given, got, want)
				}
			}
		})
	}
}

// decided makes the decision of a line.
func decided(t *testing.T, given string) string {
	t.Helper()
	var game, settings, text string
	var seed uint64
	var steps, reports int
	if _, err := fmt.Sscan(given, &game, &settings, &seed, &steps, &text); err != nil {
		t.Fatalf("%s: %v", given, err)
	}
	h := enginetest.RandomGame(t, enginetest.Rules(t, game, strings.Split(settings, ",")...), seed, steps)
	player, err := players.New(text, h.Position().Rules())
	require.NoError(t, err)
	player.NewGame(seed)
	decision, err := player.Decide(t.Context(), h, search.Limits{}, func(search.Info) { reports++ })
	require.NoError(t, err)
	info := decision.Info
	return fmt.Sprintf("%d %v %d %d %s", info.Depth, info.Score, info.Nodes, reports,
		engine.LineText(h.Position(), decision.Steps))
}
