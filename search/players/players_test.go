package players_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
)

// TestRefusals checks that errors about invalid texts of players name the fault.
func TestRefusals(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	for text, named := range map[string]string{
		"":                                "kind of player is missing",
		"deepblue":                        "alphabeta",
		"random:nodes=3":                  "nodes",
		"mcts:exploration=2":              "cpuct",
		"alphabeta:nodes=1,nodes=2":       "twice",
		"alphabeta:weights=/no/such/file": "/no/such/file",
		"mcts:weights=/no/such/file":      "/no/such/file",
		"mcts:depth":                      "depth=true",
		"alphabeta:based":                 "base",
		"uct:base=true":                   "base",
		"ugi":                             "program is missing",
		"ugi:":                            "nothing follows",
		"ugi:./no/such/program --fast":    "./no/such/program",
		`ugi:"./engine`:                   "not closed",
	} {
		player, err := players.New(text, rules)
		if err == nil || player != nil || !strings.Contains(err.Error(), named) {
			t.Errorf("%q: the error %v does not name %q", text, err, named)
		}
	}
	for text, seats := range map[string]int{"practice:level=3": 2, "alphabeta:threads=2": 3} {
		if player, err := players.New(text, &enginetest.Stones{Players: seats, Pile: 9}); err == nil {
			t.Errorf("%s for a game of %d seats without levels: %v", text, seats, player)
		}
	}
}

// TestKinds checks that every kind plays legal turns in every stage of the game, and the same game again with the same
// seed, by a new player and by one that has played before.
func TestKinds(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=5")
	for _, kind := range players.Kinds() {
		if kind.Name == "" || kind.Help == "" || kind.Keys() == nil {
			t.Errorf("kind %+v lacks its name or help", kind)
		}
		if kind.Name == search.CommandKind {
			continue
		}
		make := func() search.Player {
			player, err := players.New(kind.Name, rules)
			require.NoError(t, err)
			return player
		}
		play := func(player search.Player) []engine.Step {
			player.NewGame(9)
			h := engine.NewHistory(rules.Start())
			for h.Position().Turn() < 24 && !h.Outcome().Over() {
				checkDecision(t, kind.Name, player, h)
			}
			return h.Steps()
		}
		used := make()
		first := play(used)
		if !slices.Equal(first, play(make())) || !slices.Equal(first, play(used)) {
			t.Errorf("%s plays different games with one seed", kind.Name)
		}
	}
}

// checkDecision plays one decision.
func checkDecision(t *testing.T, kind string, player search.Player, h *engine.History) {
	t.Helper()
	turn := h.Position().Turn()
	decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: 100}, nil)
	if err != nil || len(decision.Steps) == 0 {
		t.Fatalf("%s decides on %v, %v: %s", kind, decision.Steps, err, h.Position())
	}
	for i, step := range decision.Steps {
		if h.Outcome().Over() || h.Position().Turn() != turn {
			t.Fatalf("%s plays %d steps beyond the end of its turn", kind, len(decision.Steps)-i)
		}
		if err := h.Play(step); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
}

// TestGameOver checks that no player decides in a finished game, whether the position ended it or the turn cap.
func TestGameOver(t *testing.T) {
	for _, turnCap := range []string{"9", "2000"} {
		rules := enginetest.Rules(t, "pit-of-pillars", "size=4", "cap="+turnCap)
		h, random := engine.NewHistory(rules.Start()), engine.NewRandom(2)
		for !h.Outcome().Over() {
			require.NoError(t, h.Play(engine.RandomStep(h.Position(), random)))
		}
		for _, kind := range players.Kinds() {
			if kind.Name == search.CommandKind {
				continue
			}
			player, err := players.New(kind.Name, rules)
			require.NoError(t, err)
			_, err = player.Decide(t.Context(), h, search.Limits{Nodes: 10}, nil)
			require.ErrorContains(t, err, string(h.Outcome().Reason), kind.Name, h.Outcome().Reason)
		}
	}
}
