package enginetest_test

import (
	"os"
	"regexp"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
)

// page is the guide to the game of this package's example.
const page = "../../docs/howto/add-a-game.md"

// countTurns counts sequences of complete turns from the rules alone: a turn removes 1 to take+1 counters. Taking one
// more by a larger take step or by the second step are two ways, unless the heap is empty after the first step.
func countTurns(heap, take, turns int) uint64 {
	if turns == 0 {
		return 1
	}
	var total uint64
	for first := 1; first <= min(take, heap); first++ {
		total += countTurns(heap-first, take, turns-1)
		if heap > first {
			total += countTurns(heap-first-1, take, turns-1)
		}
	}
	return total
}

// TestExampleCounts compares the game's counts with those of a plain model.
func TestExampleCounts(t *testing.T) {
	t.Parallel()
	for _, settings := range []engine.Settings{nil, {{Name: "heap", Value: "7"}}, {{Name: "take", Value: "1"}}} {
		rules, err := subtraction{}.New(settings)
		require.NoError(t, err)
		heap, take := rules.Settings().Int("heap"), rules.Settings().Int("take")
		for turns := range 5 {
			if got, want := engine.PerftTurns(rules.Start(), turns), countTurns(heap, take, turns); got != want {
				t.Errorf("%s: %d sequences of %d turns, the model counts %d", rules.Settings(), got, turns, want)
			}
		}
	}
}

// fenced matches the code blocks of a page with their languages.
var fenced = regexp.MustCompile("(?s)```([a-z]+)\n(.*?)```")

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
