package players_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
)

// decideOnce returns the decision of the player with the given text.
func decideOnce(t *testing.T, text string, h *engine.History) search.Decision {
	t.Helper()
	player, err := players.New(text, h.Position().Rules())
	if err != nil {
		t.Fatal(err)
	}
	player.NewGame(1)
	decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: 3000}, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	decision.Info.Elapsed = 0
	return decision
}

// TestBaseIsPlain checks that the key base is the same as its parts written out, by decisions with equal numbers of
// nodes, and that any part can be switched on again beside it.
func TestBaseIsPlain(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=6")
	h := enginetest.RandomGame(t, rules, 4, 60)
	const noIdea = "window=false,killers=false,history=false,policy=false,reduction=false," +
		"pruning=false,quiescence=false,weights=hand"
	const plainTree = "select=uct,leaf=eval,cpuct=0.7,temperature=1,spread=0,decline=0,flatten=1,fpu=0," +
		"solver=false,reuse=false,weights=hand"
	for base, written := range map[string]string{
		"alphabeta:base":              "alphabeta:" + noIdea,
		"alphabeta:base,killers=true": "alphabeta:" + strings.Replace(noIdea, "killers=false", "killers=true", 1),
		"alphabeta:reduction,base":    "alphabeta:" + strings.Replace(noIdea, "reduction=false,", "", 1),
		"mcts:base":                   "mcts:" + plainTree,
		"mcts:base,leaf=quiescence,cpuct=2": "mcts:" + strings.Replace(plainTree, "select=uct,leaf=eval,cpuct=0.7",
			"select=uct,leaf=quiescence,cpuct=2", 1),
	} {
		got, want := decideOnce(t, base, h), decideOnce(t, written, h)
		if !slices.Equal(got.Steps, want.Steps) || got.Info.Nodes != want.Info.Nodes ||
			got.Info.Score != want.Info.Score {
			t.Errorf("%s decides %v, written out %v", base, got, want)
		}
		kind, _, _ := strings.Cut(base, ":")
		if whole := decideOnce(t, kind, h); slices.Equal(whole.Info.Principal, got.Info.Principal) &&
			whole.Info.Score == got.Info.Score {
			t.Errorf("%s decides as %s does", base, kind)
		}
	}
}

// TestStrangeGames refuses a practice player for a game without levels.
func TestStrangeGames(t *testing.T) {
	_, err := players.New("practice:level=3", &enginetest.Strikes{Tokens: []int{2, 2}})
	if err == nil || err.Error() != `player "practice:level=3": strikes has no level 3` {
		t.Errorf("a game without levels: %v", err)
	}
}

// TestThreadsOfSeats checks that alpha-beta's threads are refused if multiseat takes its place.
func TestThreadsOfSeats(t *testing.T) {
	_, err := players.New("alphabeta:threads=2", &enginetest.Strikes{Tokens: []int{2, 2, 2}})
	if err == nil || !strings.Contains(err.Error(), "threads=2: must be 1 in a game of 3 seats") {
		t.Errorf("the error %v does not name the key and the seats", err)
	}
}
