package players_test

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
)

// TestPracticeLevels checks that every game has every level, that its player has the name it was asked for by, and that
// it decides the same with the same seed. A short run asks every third level, the strongest among them.
func TestPracticeLevels(t *testing.T) {
	stride := 1
	if testing.Short() {
		stride = 3
	}
	for _, rules := range append(everyGame(t), pitOf(t, "3"), pitOf(t, "4")) {
		for level := 1; level <= players.Levels; level += stride {
			first, second := newPractice(t, rules, level), newPractice(t, rules, level)
			if first != second {
				t.Errorf("%s: level %d decides %s, and then %s", rules.Game().Name(), level, first, second)
			}
		}
	}
}

// newPractice makes the practice player and returns its first decision.
func newPractice(t *testing.T, rules engine.Rules, level int) string {
	t.Helper()
	text := players.Practice(level)
	player, err := players.New(text, rules)
	if err != nil {
		t.Fatal(err)
	}
	if name := player.Name(); name != text && level != players.DefaultLevel {
		t.Errorf("%s is named %s", text, name)
	}
	player.NewGame(5)
	h := engine.NewHistory(rules.Start())
	decision, err := player.Decide(context.Background(), h, search.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text = ""
	for _, step := range decision.Steps {
		text += h.Position().StepText(step) + " "
		h.Play(step)
	}
	return text
}

// everyGame is every game with its usual options.
func everyGame(t *testing.T) (all []engine.Rules) {
	t.Helper()
	for _, game := range games.All() {
		rules, err := game.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rules)
	}
	return all
}

// pitOf is Pit for a number of players.
func pitOf(t *testing.T, seats string) engine.Rules {
	t.Helper()
	game, err := games.Find("pit")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(engine.Settings{{Name: "players", Value: seats}})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}
