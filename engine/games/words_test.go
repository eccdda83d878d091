package games_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// TestWords checks that every game says what its turns do, and why clicks are not legal.
func TestWords(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		settings := []engine.Settings{nil}
		switch game.Name() {
		case "pit-of-pillars":
			settings = append(settings, engine.Settings{{Name: "size", Value: "4"}},
				engine.Settings{{Name: "size", Value: "5"}, {Name: "reserve", Value: "3"}})
		case "pylyx":
			settings = append(settings, engine.Settings{{Name: "size", Value: "6"}, {Name: "reach", Value: "1"}})
		case "pit":
			settings = append(settings, engine.Settings{{Name: "players", Value: "3"}},
				engine.Settings{{Name: "players", Value: "4"}})
		}
		for _, s := range settings {
			t.Run(game.Name()+" "+s.String(), func(t *testing.T) {
				t.Parallel()
				rules, err := game.New(s)
				if err != nil {
					t.Fatal(err)
				}
				checkWords(t, rules)
			})
		}
	}
}

// checkWords plays random games. It compares what the words of each turn claim with the positions before and after the
// turn, and checks that the game gives a reason for every click that is not legal.
func checkWords(t *testing.T, rules engine.Rules) {
	t.Helper()
	random := enginetest.Random(t)
	for range 4 {
		h := engine.NewHistory(rules.Start())
		for n := 0; !h.Outcome().Over() && n < 300; n++ {
			before := h.Position().Clone()
			from := len(h.Steps())
			for !h.TurnDone(from) {
				if n%10 == 0 {
					checkClicks(t, h.Position().(engine.Worded), random)
				}
				steps := h.Position().AppendSteps(nil)
				if err := h.Play(steps[random.IntN(len(steps))]); err != nil {
					t.Fatal(err)
				}
			}
			checkTurnWords(t, before, h.Position(), engine.TurnWords(before, h.Steps()[from:]))
		}
	}
}

var (
	squareNames = regexp.MustCompile(`\b[a-p][0-9]+\b`)
	numbers     = regexp.MustCompile(`([0-9]+|a) (white|black|red|blue) (man|men|tower|towers|checker|checkers)\b`)
	replaced    = regexp.MustCompile(`replaces (\w+)'s`)
)

// checkTurnWords checks the words of a turn: the squares that they name, the pieces that come and go, and the result.
func checkTurnWords(t *testing.T, before, after engine.Position, words string) {
	t.Helper()
	checkSquares(t, before, words)
	names, seat := before.Rules().SeatNames(), before.Seat()
	if wins := after.Over() && after.Outcome().Score(seat) == 1; wins != strings.Contains(words, "this wins") {
		t.Errorf("%s: %q: the turn wins: %v", before, words, wins)
	}
	if len(engine.Departed(after)) > len(engine.Departed(before)) {
		if !strings.Contains(words, " out (") {
			t.Errorf("%s: %q says nothing about a seat that goes out", before, words)
		}
		return // its pieces leave too
	}
	claimed := map[string]int{} // by colour, how many more pieces are on the board
	own := strings.ToLower(names[seat])
	claimed[own] += strings.Count(words, "enters a ") + strings.Count(words, "another on") +
		strings.Count(words, "places its pawn") - strings.Count(words, "into the hole")
	for _, found := range replaced.FindAllStringSubmatch(words, -1) {
		claimed[strings.ToLower(found[1])]--
	}
	for _, found := range numbers.FindAllStringSubmatch(words, -1) {
		n, _ := strconv.Atoi(strings.Replace(found[1], "a", "1", 1))
		switch {
		case strings.HasPrefix(words, "places"):
			claimed[found[2]] += n
		case !strings.Contains(words, "this wins: all "):
			claimed[found[2]] -= n
		}
	}
	claimed[own+" pillar"] += strings.Count(words, " pillar rises")
	for piece, change := range changes(before, after) {
		if change != claimed[piece] {
			t.Errorf("%s: %q claims %+d %s; there are %+d", before, words, claimed[piece], piece, change)
		}
	}
}

// changes returns, by colour, how many more pieces the second position has on the board than the first. It counts
// pillars separately, under names such as "white pillar".
func changes(before, after engine.Position) map[string]int {
	counts := map[string]int{}
	count := func(p engine.Position, sign int) {
		for _, cell := range p.Diagram().Cells {
			for _, piece := range cell.Pieces {
				name := piece.Color.String()
				if piece.Shape == engine.Pillar {
					name += " pillar"
				}
				counts[name] += sign
			}
		}
	}
	count(after, 1)
	count(before, -1)
	return counts
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

// checkClicks checks that every square, and every other square after a random one, begins a legal step or is refused
// with a sentence.
func checkClicks(t *testing.T, p engine.Worded, random *rand.Rand) {
	t.Helper()
	var names []string
	for _, cell := range p.Diagram().Cells {
		if cell.Kind != engine.NoCell {
			names = append(names, cell.Name)
		}
	}
	for _, name := range names {
		for _, squares := range [][]string{{name}, {names[random.IntN(len(names))], name}} {
			if isChoice(p, squares) || isStep(p, squares[:1]) {
				continue
			}
			why := p.Refusal(squares)
			if checkSquares(t, p, why); !strings.HasSuffix(why, ".") {
				t.Errorf("%s: %v is refused with %q", p, squares, why)
			}
		}
	}
	if free := p.IfToAct(p.Seat()); free != nil && p.StartsTurn() &&
		!slices.Equal(engine.StepTexts(free), engine.StepTexts(p)) {
		t.Errorf("%s: the seat to act has other steps if it could act", p)
	}
}

// isChoice reports whether squares begin a legal step.
func isChoice(p engine.Position, squares []string) bool {
	return slices.ContainsFunc(p.AppendSteps(nil), func(step engine.Step) bool {
		way := engine.ChoiceOf(p, step).Squares
		return len(way) >= len(squares) && slices.Equal(way[:len(squares)], squares)
	})
}

// isStep reports whether squares are all squares of a legal step.
func isStep(p engine.Position, squares []string) bool {
	return slices.ContainsFunc(p.AppendSteps(nil), func(step engine.Step) bool {
		return slices.Equal(engine.ChoiceOf(p, step).Squares, squares)
	})
}
