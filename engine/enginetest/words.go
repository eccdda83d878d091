package enginetest

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
)

// Said is a test of three texts: a position, steps to play there or squares that cannot be clicked, and the words that
// the game must say about them. [TestLegal] uses it for other texts.
type Said [3]string

// TestTurnWords compares the words for turns with the wanted words. Each turn is given by its steps.
func TestTurnWords(t *testing.T, game engine.Game, tests []Said) {
	t.Helper()
	for _, test := range tests {
		p, err := game.Read(test[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		var steps []engine.Step
		after := p.Clone()
		for _, text := range strings.Fields(test[1]) {
			step, err := engine.ParseStep(after, text)
			if err != nil {
				t.Fatal(err)
			}
			steps = append(steps, step)
			after.Play(step)
		}
		if got := engine.TurnWords(p, steps); got != test[2] {
			t.Errorf("%s: %s %q instead of %q", test[0], test[1], got, test[2])
		}
	}
}

// TestRefusalWords compares the words about squares that cannot be clicked with those wanted.
func TestRefusalWords(t *testing.T, game engine.Game, settings engine.Settings, tests []Said) {
	t.Helper()
	for _, test := range tests {
		p, err := game.Read(test[0], settings)
		if err != nil {
			t.Fatal(err)
		}
		squares := strings.Fields(test[1])
		if got := p.(engine.Worded).Refusal(squares); got != test[2] || isChoice(p, squares) {
			t.Errorf("%s: %s %q instead of %q; legal: %v", test[0], test[1], got, test[2], isChoice(p, squares))
		}
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

// TestWords plays random games. It compares what the words of each turn claim with the positions before and after the
// turn, and checks that the game gives a reason for every click that is not legal.
func TestWords(t *testing.T, rules engine.Rules) {
	t.Helper()
	random := Random(t)
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
	if len(engine.Left(after)) > len(engine.Left(before)) {
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
