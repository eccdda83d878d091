package games_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestGoldenWords compares what games say of turns with the file, whose lines hold a game, perhaps with an option, a
// position, and a turn by its steps.
func TestGoldenWords(t *testing.T) {
	t.Parallel()
	const file = "words.txt"
	all, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	var got strings.Builder
	for line := range strings.Lines(string(all)) {
		if !strings.HasPrefix(line, "#") {
			asked, _, _ := strings.Cut(line, " => ")
			line = asked + " => " + answer(t, asked) + "\n"
		}
		got.WriteString(line)
	}
	enginetest.Golden(t, file, got.String())
}

// answer returns what a game says of a turn.
func answer(t *testing.T, asked string) string {
	t.Helper()
	parts := strings.Split(asked, "; ")
	game, words := strings.Fields(parts[0]), strings.Fields(parts[2])
	h := engine.NewHistory(enginetest.Read(t, game[0], parts[1], game[1:]...))
	for _, text := range words[1:] {
		step, err := engine.ParseStep(h.Position(), text)
		require.NoError(t, err)
		play(t, h, step)
	}
	return engine.TurnWords(h.Start(), h.Steps())
}

// TestWords checks that every game says what its turns do, in random games.
func TestWords(t *testing.T) {
	t.Parallel()
	for _, rules := range []engine.Rules{
		enginetest.Rules(t, "pit-of-pillars"), enginetest.Rules(t, "pit-of-pillars", "size=5", "reserve=3"),
		enginetest.Rules(t, "pilastri"), enginetest.Rules(t, "pylyx"),
		enginetest.Rules(t, "pylyx", "size=6", "reach=1"),
		enginetest.Rules(t, "pit"), enginetest.Rules(t, "pit", "players=4"),
	} {
		t.Run(rules.Game().Name()+" "+rules.Settings().String(), func(t *testing.T) {
			t.Parallel()
			checkWords(t, rules)
		})
	}
}

// checkWords plays random games. It checks the words of each turn against the positions before and after it.
func checkWords(t *testing.T, rules engine.Rules) {
	t.Helper()
	random := enginetest.Random(t)
	for range 2 {
		h := engine.NewHistory(rules.Start())
		for n := 0; !h.Outcome().Over() && n < 150; n++ {
			before := h.Position().Clone()
			from := len(h.Steps())
			for !h.TurnDone(from) {
				steps := h.Position().AppendSteps(nil)
				require.NoError(t, h.Play(steps[random.IntN(len(steps))]))
			}
			checkTurnWords(t, before, h.Position(), engine.TurnWords(before, h.Steps()[from:]))
		}
	}
}

var squareNames = regexp.MustCompile(`\b[a-p][0-9]+\b`)

// checkTurnWords checks the words of a turn: the squares that they name, a win, and a seat that goes out.
func checkTurnWords(t *testing.T, before, after engine.Position, words string) {
	t.Helper()
	checkSquares(t, before, words)
	if wins := after.Over() && after.Outcome().Score(before.Seat()) == 1; wins != strings.Contains(words, "this wins") {
		t.Errorf("%s: %q: the turn wins: %v", before, words, wins)
	}
	if len(engine.Departed(after)) > len(engine.Departed(before)) && !strings.Contains(words, " out (") {
		t.Errorf("%s: %q says nothing about a seat that goes out", before, words)
	}
}

// checkSquares checks that a text is not empty, names only squares of the board, and has no signs of the notation.
func checkSquares(t *testing.T, p engine.Position, text string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "@^|") {
		t.Errorf("%s: it says %q", p, text)
	}
	cells := p.Diagram().Cells
	for _, name := range squareNames.FindAllString(text, -1) {
		if !slices.ContainsFunc(cells, func(c engine.Cell) bool { return c.Name == name && c.Kind != engine.NoCell }) {
			t.Errorf("%s: %q names %s, which is no square", p, text, name)
		}
	}
}

func play(t *testing.T, h *engine.History, step engine.Step) {
	t.Helper()
	require.NoError(t, h.Play(step))
}
