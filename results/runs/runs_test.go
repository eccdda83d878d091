package runs_test

import (
	"strings"
	"testing"

	"pillars/results/runs"
)

func TestFindPlayer(t *testing.T) {
	known := []string{"greedy", "mcts:nodes=5", "mcts:nodes=50", "random"}
	for text, want := range map[string]string{
		"": "", "greedy": "greedy", "gr": "greedy", "mcts:nodes=5": "mcts:nodes=5", "mcts:nodes=50": "mcts:nodes=50",
		"4": "random", "mcts": "several players begin so: mcts:nodes=5, mcts:nodes=50;",
		"x": "no such player; there are greedy, ", "0": "from 1 to 4", "5": "from 1 to 4",
	} {
		got, err := runs.FindPlayer(text, known, true)
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if name, err := runs.FindPlayer("1", known, false); err == nil {
		t.Errorf("player 1 of several runs is %q", name)
	}
}
