package games_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// lines returns the position texts in a file of a game's test data. The file hot.txt has positions for every kind of
// step, on small and large boards; midgame.txt is for benchmarks.
func lines(t testing.TB, game engine.Game, file string) []string {
	t.Helper()
	path := "../" + folder(game) + "/testdata/" + file
	if _, err := os.Stat(path); err != nil && !enginetest.Family(game) {
		t.Logf("%s is left out: it has no %s", game.Name(), path)
		return nil
	}
	return enginetest.DataLines(t, path)
}

// folder returns the name of a game's package.
func folder(game engine.Game) string { return strings.ReplaceAll(game.Name(), "-", "") }

// TestRandomStepIsUniform draws many steps of fixed positions and compares their counts with a uniform distribution by
// Pearson's chi-square test.
func TestRandomStepIsUniform(t *testing.T) {
	t.Parallel()
	options := map[string][]string{"pylyx": {"reach=slide", "reach=1"}}
	for _, game := range games.All() {
		for i, text := range lines(t, game, "hot.txt") {
			if options[game.Name()] == nil {
				checkUniform(t, enginetest.Read(t, game.Name(), text), uint64(i))
			}
			for _, option := range options[game.Name()] {
				checkUniform(t, enginetest.Read(t, game.Name(), text, option), uint64(i))
			}
		}
	}
}

func checkUniform(t *testing.T, p engine.Position, seed uint64) {
	t.Helper()
	const draws = 40_000
	random, steps, counts := engine.NewRandom(seed), p.AppendSteps(nil), map[engine.Step]int{}
	for range draws {
		counts[engine.RandomStep(p, random)]++
	}
	expected := float64(draws) / float64(len(steps))
	chi, drawn := 0.0, 0
	for _, step := range steps {
		if counts[step] == 0 {
			t.Errorf("%s: %s is never drawn", p, p.StepText(step))
		}
		drawn += counts[step]
		chi += math.Pow(float64(counts[step])-expected, 2) / expected
	}
	if drawn != draws {
		t.Errorf("%s: %d of %d steps drawn are not legal", p, draws-drawn, draws)
	}
	if len(steps) == 1 {
		return
	}
	if limit := (distuv.ChiSquared{K: float64(len(steps) - 1)}).Quantile(1 - 1e-6); !(chi <= limit) {
		t.Errorf("%s: chi-square %.1f with %d steps: above %.1f", p, chi, len(steps), limit)
	}
}
