package enginetest

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
)

// Refusal is an invalid text and words that the error for it must contain, separated by blanks. In a word, "_" stands
// for a blank.
type Refusal [2]string

// TestRefusals checks that a game refuses position texts with errors that say what is wrong.
func TestRefusals(t *testing.T, game engine.Game, refusals []Refusal) {
	t.Helper()
	for _, test := range refusals {
		_, err := game.Read(test[0], nil)
		CheckError(t, test[0], err, test[1])
	}
}

// TestRefusedSettings checks that a game refuses options, such as "size=3 cap=9", with errors that say what is wrong.
func TestRefusedSettings(t *testing.T, game engine.Game, refusals []Refusal) {
	t.Helper()
	for _, test := range refusals {
		_, err := game.New(Settings(t, test[0]))
		CheckError(t, test[0], err, test[1])
	}
}

// CheckError fails the test unless err contains the given words, in the form of [Refusal]. what is the text that the
// game should have refused.
func CheckError(t *testing.T, what string, err error, words string) {
	t.Helper()
	if err == nil {
		t.Errorf("%q is not refused", what)
		return
	}
	for _, word := range strings.Fields(words) {
		if word = strings.ReplaceAll(word, "_", " "); !strings.Contains(err.Error(), word) {
			t.Errorf("%q: the error %q does not name %q", what, err, word)
		}
	}
}

// Settings parses settings such as "size=4 cap=9". It fails the test if the text has another form.
func Settings(t testing.TB, text string) engine.Settings {
	t.Helper()
	settings, err := engine.ParseSettings(strings.Fields(text))
	if err != nil {
		t.Fatal(err)
	}
	return settings
}

// TestTexts checks how a game writes positions. Each pair is a text that the game reads and the text that it must write
// for the same position.
func TestTexts(t *testing.T, game engine.Game, texts [][2]string) {
	t.Helper()
	for _, test := range texts {
		if got := Read(t, game.Name(), test[0]).String(); got != test[1] {
			t.Errorf("%s is read as %s, not %s", test[0], got, test[1])
		}
	}
}

// TestStarts compares the starts of a game under several settings with texts. The keys of starts are settings in the
// form of [Settings].
func TestStarts(t *testing.T, game engine.Game, starts map[string]string) {
	t.Helper()
	for options, want := range starts {
		if got := Rules(t, game.Name(), strings.Fields(options)...).Start().String(); got != want {
			t.Errorf("with %s it starts at %s, not %s", options, got, want)
		}
	}
}

// FuzzRead fuzzes position texts, beginning with the texts of refusals and of more. It checks every position that the
// game reads, and positions that follow from it. The text of an unfinished position must read back as the same
// position. The list and the count of the legal steps of every position must agree.
func FuzzRead(f *testing.F, game engine.Game, refusals []Refusal, more []string) {
	for _, test := range refusals {
		f.Add(test[0])
	}
	for _, text := range more {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := game.Read(text, nil)
		if err != nil {
			return
		}
		random := engine.NewRandom(1)
		for range 50 {
			again, err := game.Read(p.String(), nil)
			unreadable := err != nil && p.Over() // allowed for a finished game, whose text lacks the result
			if !unreadable && (err != nil || again.String() != p.String() || again.Hash() != p.Hash()) {
				t.Fatalf("%q reads back as %v (%v)", p, again, err)
			}
			if steps := p.AppendSteps(nil); p.CountSteps() != len(steps) || p.Over() != (len(steps) == 0) {
				t.Fatalf("%d steps counted in %q, %d listed", p.CountSteps(), p, len(steps))
			}
			if p.Over() || p.Turn() == 1_000_000_000 { // the last turn that a text can have
				return
			}
			p.Play(engine.RandomStep(p, random))
		}
	})
}

// Said is a test case of three texts: a position, steps to play there or squares that cannot be clicked, and the words
// that the game must say about those steps or squares. [TestLegal] uses the type for other texts.
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

// isChoice reports whether clicks on the squares, in this order, begin a legal step.
func isChoice(p engine.Position, squares []string) bool {
	return slices.ContainsFunc(p.AppendSteps(nil), func(step engine.Step) bool {
		way := engine.ChoiceOf(p, step).Squares
		return len(way) >= len(squares) && slices.Equal(way[:len(squares)], squares)
	})
}
