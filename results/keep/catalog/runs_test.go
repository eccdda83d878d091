package catalog_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
)

func TestFindPlayer(t *testing.T) {
	known := []string{"greedy", "mcts:nodes=5", "mcts:nodes=50", "random"}
	for text, want := range map[string]string{
		"": "", "greedy": "greedy", "gr": "greedy", "mcts:nodes=5": "mcts:nodes=5", "mcts:nodes=50": "mcts:nodes=50",
		"1": "greedy", "4": "random", "mcts": "several players begin like this: mcts:nodes=5, mcts:nodes=50;",
		"x": "no such player; there are greedy, ", "0": "from 1 to 4", "5": "from 1 to 4",
	} {
		got, err := catalog.FindPlayer(text, known, true)
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if name, err := catalog.FindPlayer("1", known, false); err == nil {
		t.Errorf("player 1 of several runs is %q", name)
	}
}

// TestSpecsOfLaterPrograms checks that unknown fields of a spec are shown.
func TestSpecsOfLaterPrograms(t *testing.T) {
	run := store.Run{ID: "abc", Kind: "ladder", Program: "later", Created: time.Unix(0, 0).UTC(), Games: 1, Spec: `{
		"game":"chess","options":["a=1","b=2"],"players":["x","y"],"seed":"18446744073709551615",
		"own":[{"nodes":5},{}],"test":{"elo0":-1.5,"model":"wdl"},"lines":[[1,2],null],"draws":true}`}
	var out bytes.Buffer
	if err := (catalog.Summary{}).WriteText(&out, run); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"run abc: ladder, 1 game stored\n", "\nbegun    1970-01-01 00:00:00 UTC\n", "\noptions  a=1 b=2\n",
		"\nplayers  1  x\n         2  y\n",
		"\nseed     18446744073709551615\n", "\nown      1  nodes=5\n         2\n", "\ntest     elo0=-1.5, model=wdl\n",
		"\nlines    1  1 2\n", "\ndraws    true\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing like %q in\n%s", want, out.String())
		}
	}
	run.Spec = "chess"
	err := (catalog.Summary{}).WriteText(&out, run)
	if err == nil || !strings.Contains(err.Error(), "run abc: its spec cannot be read") {
		t.Errorf("error %v for a spec that is no JSON", err)
	}
}
