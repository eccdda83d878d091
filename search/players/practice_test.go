package players_test

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
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
	three, four := enginetest.Rules(t, "pit", "players=3"), enginetest.Rules(t, "pit", "players=4")
	for _, rules := range append(everyGame(t), three, four) {
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
	return engine.LineText(h.Position(), decision.Steps)
}

// everyGame returns the default rules of every game.
func everyGame(t *testing.T) (all []engine.Rules) {
	t.Helper()
	for _, game := range games.All() {
		all = append(all, enginetest.Rules(t, game.Name()))
	}
	return all
}
