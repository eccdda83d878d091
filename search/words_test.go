package search_test

import (
	"strings"
	"testing"
	"time"

	"pillars/search"
)

// TestStoredWords translates stored names, whose keys are in alphabetical order, to the words of today and back.
func TestStoredWords(t *testing.T) {
	for former, current := range map[string]string{
		"mcts:explore=1.5,nodes=20":                      "mcts:cpuct=1.5,nodes=20",
		"mcts:caution=0.1,explore=2,memory=8":            "mcts:cpuct=2,lcb=0.1,memory=8",
		"uct:leaf=quiet,lines=2,priors=hints":            "uct:leaf=quiescence,multipv=2,priors=ordering",
		"mcts:nodes=1,unvisited=0.2":                     "mcts:fpu=0.2,nodes=1",
		"alphabeta:killers=false,nodes=60,precise=true":  "alphabeta:killers=false,nodes=60,sound=true",
		"mcts:leaf=eval,priors=learned,weights=a=b":      "mcts:leaf=eval,priors=learned,weights=a=b",
		"ugi:./engine explore=2,lines=3":                 "ugi:./engine explore=2,lines=3",
		"random":                                         "random",
		"mcts:weights=leaf=quiet":                        "mcts:weights=leaf=quiet",
		"multiseat:lines=3,mode=brs,time=1m30s,window=0": "multiseat:mode=brs,multipv=3,time=1m30s,window=0",
	} {
		if got := search.CurrentText(former); got != current || search.CurrentText(got) != current {
			t.Errorf("%q is %q today, want %q", former, got, current)
		}
		if got := search.FormerText(current); got != former {
			t.Errorf("%q was %q, want %q", current, got, former)
		}
		if got, want := search.HasFormerWords(former), former != current; got != want ||
			search.HasFormerWords(current) {
			t.Errorf("%q has former words: %v, want %v", former, got, want)
		}
	}
	for loose, current := range map[string]string{
		"alphabeta:precise,base": "alphabeta:base,sound", "mcts:nodes=5,explore=1": "mcts:cpuct=1,nodes=5",
		"mcts:": "mcts:",
	} {
		if got := search.CurrentText(loose); got != current {
			t.Errorf("%q is %q today, want %q", loose, got, current)
		}
	}
}

// TestFormerWordsRefused checks that what is typed must be in the words of today, and that the error names them.
func TestFormerWordsRefused(t *testing.T) {
	for key, now := range map[string]string{"explore=2": `"cpuct"`, "leaf=quiet": "leaf=quiescence",
		"caution=3": "caution"} {
		flags := search.NewFlags("tree")
		flags.Float64("cpuct", 1, "")
		flags.String("leaf", "", "")
		if err := search.SetKeys(flags, []string{key}); err == nil || !strings.Contains(err.Error(), now) {
			t.Errorf("%s: the error %v does not name %s", key, err, now)
		}
	}
}

// TestLimitsOf reads limits off texts of players.
func TestLimitsOf(t *testing.T) {
	for text, want := range map[string]search.Limits{
		"alphabeta:killers,nodes=500,weights=nodes=3": {Nodes: 500},
		"mcts:time=1s,depth=3":                        {Time: time.Second, Depth: 3},
		"random":                                      {},
		"ugi:./engine nodes=5":                        {},
	} {
		if got, err := search.LimitsOf(text); err != nil || got != want {
			t.Errorf("the limits of %q are %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "mcts:nodes=many"} {
		if _, err := search.LimitsOf(text); err == nil {
			t.Errorf("limits are read off %q", text)
		}
	}
}
