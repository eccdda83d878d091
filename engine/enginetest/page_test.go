package enginetest_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
	"pillars/search/players"
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

// TestPageWeights checks that the weights in the guide fit the game.
func TestPageWeights(t *testing.T) {
	t.Parallel()
	weigh(t, pageWeights(t))
}

// pageWeights returns the weights that the guide writes into a file.
func pageWeights(t *testing.T) string {
	t.Helper()
	block := regexp.MustCompile("(?s)hand/subtraction.txt <<'END'\n(.*?)END\n").FindStringSubmatch(read(t, page))
	if block == nil {
		t.Fatal("the page has no weights")
	}
	return block[1]
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// weigh checks that the weights of the page value a lost start below 0.
func weigh(t *testing.T, text string) {
	t.Helper()
	weights, err := eval.ReadWeights(strings.NewReader(text))
	require.NoError(t, err)
	rules, err := subtraction{}.New(engine.Settings{{Name: "heap", Value: "20"}})
	require.NoError(t, err)
	linear, err := eval.NewLinear(weights, rules)
	require.NoError(t, err)
	if worth := linear.Evaluate(rules.Start(), 0); worth >= 0 {
		t.Errorf("20 counters are lost for the seat to act, but worth %d", worth)
	}
}

// TestExampleIsPlayed checks that the players that the guide promises find the only winning turns: those that leave a
// multiple of five.
func TestExampleIsPlayed(t *testing.T) {
	t.Parallel()
	weights := filepath.Join(t.TempDir(), "weights.txt")
	require.NoError(t, os.WriteFile(weights, []byte(pageWeights(t)), 0o600))
	for _, text := range []string{
		"uct:nodes=2000,weights=" + weights, "mcts:nodes=500,weights=" + weights, "greedy:weights=" + weights,
		"alphabeta:nodes=2000,weights=" + weights,
	} {
		for _, start := range []string{"7 1 t 3", "9 2 t 4"} {
			if left := playTurn(t, text, start); !strings.HasPrefix(left, "5 ") {
				t.Errorf("%s goes from %s to %s", text, start, left)
			}
		}
	}
}

// playTurn returns the position after a player's turn.
func playTurn(t *testing.T, player, start string) string {
	t.Helper()
	p, err := subtraction{}.Read(start, nil)
	require.NoError(t, err)
	decider, err := players.New(player, p.Rules())
	require.NoError(t, err)
	decider.NewGame(1)
	h := engine.NewHistory(p)
	for h.Position().Turn() == p.Turn() {
		decision, err := decider.Decide(context.Background(), h, search.Limits{}, nil)
		require.NoError(t, err)
		for _, step := range decision.Steps {
			require.NoError(t, h.Play(step))
		}
	}
	return h.Position().String()
}
