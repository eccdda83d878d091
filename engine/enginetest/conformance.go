package enginetest

import (
	"math/rand/v2"
	"testing"

	"pillars/engine"
)

// The extent of the random play: for each of several settings, a few games of limited length, and now and then a closer look.
const (
	gamesPerSetting = 4
	stepsPerGame    = 160
	closeLookEvery  = 12
)

// TestGame checks what every game of the family must satisfy, whatever its rules, so that searches, tournaments and records can rely on it. It plays random
// games under several settings of the game's options and checks the contract of package engine at the positions it passes. That the rules are the right
// ones is for the game's own tests to show.
func TestGame(t *testing.T, game engine.Game) {
	t.Run("options", func(t *testing.T) { checkOptions(t, game) })
	for _, settings := range variants(game) {
		t.Run("rules "+settings.String(), func(t *testing.T) {
			t.Parallel()
			rules, err := game.New(settings)
			if err != nil {
				t.Fatal(err)
			}
			checkRules(t, rules)
			for i := range uint64(gamesPerSetting) {
				checkGame(t, rules, engine.NewRandom(i))
				checkPlayout(t, rules, engine.NewRandom(i))
			}
		})
	}
}

// variants are the default settings and, for every option whose values are known, the defaults with that option at a
// notable value. A value that the game refuses is left out.
func variants(game engine.Game) []engine.Settings {
	all := []engine.Settings{nil}
	for _, option := range game.Options() {
		for _, value := range notable(option) {
			settings := engine.Settings{{Name: option.Name, Value: value}}
			if _, err := game.New(settings); err == nil && value != option.Default {
				all = append(all, settings)
			}
		}
	}
	return all
}

// checkGame plays one random game and checks its positions; the costlier checks run on some of them.
func checkGame(t *testing.T, rules engine.Rules, random *rand.PCG) {
	h := engine.NewHistory(rules.Start())
	var hashes []uint64
	for n := range stepsPerGame {
		p := h.Position()
		checkPosition(t, p)
		if n%closeLookEvery == 0 {
			checkClosely(t, p)
		}
		hashes = checkRepetition(t, h, hashes)
		if h.Outcome().Over() {
			break
		}
		step := engine.RandomStep(p, random)
		before := p.Clone()
		if err := h.Play(step); err != nil {
			t.Fatalf("RandomStep: %v", err)
		}
		checkTransition(t, before, h.Position(), step)
	}
	checkRecord(t, h)
}

// checkPosition is what every position must satisfy, at a cost small enough for all of them.
func checkPosition(t *testing.T, p engine.Position) {
	t.Helper()
	steps := p.AppendSteps(nil)
	checkSteps(t, p, steps)
	checkCopies(t, p, steps)
	checkReading(t, p)
	checkNoisy(t, p, steps)
	checkNumbers(t, p, steps)
	checkPatterns(t, p)
	checkStepPatterns(t, p, steps)
	checkMetrics(t, p)
	checkKey(t, p)
	checkPieChoice(t, p, steps)
}

// checkClosely is what takes longer.
func checkClosely(t *testing.T, p engine.Position) {
	t.Helper()
	checkParsing(t, p)
	checkPerft(t, p)
	checkRenumbered(t, p)
	checkDiagram(t, p)
}
