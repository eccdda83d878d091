package players_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
)

// TestWhatTextsSay asks of texts whether their players search, have no limits, and would take another key.
func TestWhatTextsSay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ thinks, unlimited, accepts bool }{
		"alphabeta": {true, true, true}, "alphabeta:nodes=5": {true, false, false}, "mcts:time=1s": {true, false, true},
		"uct:depth=3": {true, false, true}, "mcts:threads=2": {true, true, true},
		"mcts:nodes=many": {true, true, false},
		"random":          {}, "greedy": {}, "practice": {}, "ugi:./engine": {}, "nobody": {}, "": {},
	} {
		thinks, unlimited, accepts := players.Thinks(text), players.Unlimited(text), players.Accepts(text, "nodes")
		if thinks != want.thinks || unlimited != want.unlimited || accepts != want.accepts {
			t.Errorf("%q: searches %v, unlimited %v, takes nodes %v; want %v", text, thinks, unlimited, accepts, want)
		}
	}
	if players.Accepts("alphabeta", "colour") || !players.Accepts("practice", "level") {
		t.Error("a player accepts a key that it lacks, or not the one that it has")
	}
}

// TestFilesAreHashed checks the facts about files of weights and priors, by the example of FIPS 180-2 for SHA-256, and
// what follows from texts without such files.
func TestFilesAreHashed(t *testing.T) {
	t.Parallel()
	const hash = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	path := enginetest.File(t, "abc")
	weights, priors := engine.Tag{Name: "Weights", Value: hash}, engine.Tag{Name: "Priors", Value: hash}
	for text, want := range map[string][]engine.Tag{
		"greedy:weights=" + path: {weights}, "greedy": nil, "greedy:weights=hand": nil, "mcts:nodes=many": nil,
		"ugi:./engine": nil, "mcts:priors=learned": nil, "mcts:priors=" + path: {priors},
		"mcts:priors=" + path + ",weights=" + path: {priors, weights},
	} {
		if got, err := players.FileFacts(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
	if _, err := players.FileFacts("greedy:weights=/no/file"); err == nil ||
		!strings.HasPrefix(err.Error(), `player "greedy:weights=/no/file": `) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestWeightsElsewhere makes a player whose weights lie elsewhere than its text says. Its name keeps the text, and its
// facts have the hash.
func TestWeightsElsewhere(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	weights := ""
	for _, feature := range rules.Features() {
		weights += feature.Name + " 2\n"
	}
	path := enginetest.File(t, weights)
	find := func(name string) (string, error) {
		if name == "short" {
			return path, nil
		}
		return "", errors.New("lost")
	}
	for text, want := range map[string]string{
		"greedy:weights=short": "greedy:weights=" + path, "greedy": "greedy",
		"greedy:weights=hand": "greedy:weights=hand", "mcts:priors=ordering": "mcts:priors=ordering",
		"mcts:priors=short,weights=short": "mcts:priors=" + path + ",weights=" + path,
	} {
		if got, err := players.Locate(text, find); err != nil || got != want {
			t.Errorf("%s becomes %s, %v; want %s", text, got, err, want)
		}
	}
	if _, err := players.Locate("greedy:weights=long", find); err == nil ||
		err.Error() != `player "greedy:weights=long": lost` {
		t.Errorf("weights that are lost: %v", err)
	}
	for text, make := range map[string]func(string, engine.Rules) (search.Player, error){
		"greedy:weights=short": players.Carried(find), "greedy:weights=" + path: players.Recorded,
	} {
		player, err := make(text, rules)
		require.NoError(t, err)
		facts := player.(interface{ Facts() []engine.Tag }).Facts()
		if player.Name() != text || len(facts) != 1 || facts[0].Name != "Weights" {
			t.Errorf("%s is named %s, with the facts %v", text, player.Name(), facts)
		}
	}
	player, err := players.Recorded("greedy", rules)
	if _, tells := player.(interface{ Facts() []engine.Tag }); err != nil || tells {
		t.Errorf("a player without a file of weights tells facts: %v, %v", tells, err)
	}
}
