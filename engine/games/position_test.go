package games_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/engine/internal/base"
)

// fast is a position with methods of its own for the loops of package engine.
type fast interface {
	Perft(depth int) uint64
	RandomStep(random *rand.PCG) engine.Step
	Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome)
}

// facts returns the results of a position's methods. The text of the position determines all of them but the last,
// Reversible.
func facts(p engine.Position) [11]any {
	return [...]any{p.String(), p.Hash(), p.Seat(), p.Turn(), p.StepKind(), p.StartsTurn(), p.Over(), p.CountSteps(),
		p.Outcome(), p.InOpening(), p.Reversible()}
}

// same fails the test if the facts of the positions got and want differ. The text what names the operation that made
// got.
func same(t *testing.T, what string, got, want engine.Position) {
	if a, b := facts(got), facts(want); a != b {
		t.Fatalf("%s: %+v, not %+v", what, a, b)
	}
}

// checkReading checks that reading the text of p gives an equal position. The text of a finished game may be
// unreadable, since it does not contain the result, but reading it must not panic.
func checkReading(t *testing.T, p engine.Position) {
	again, err := p.Rules().Game().Read(p.String(), p.Rules().Settings())
	if p.Over() {
		return
	}
	if err != nil {
		t.Fatalf("%s does not read back: %v", p, err)
	}
	got, want := facts(again), facts(p)
	got[len(got)-1] = want[len(want)-1] // a text does not contain Reversible
	if got != want || again.Rules().Settings().String() != p.Rules().Settings().String() {
		t.Fatalf("%+v of %s reads back as %+v of %s", want, p.Rules().Settings(), got, again.Rules().Settings())
	}
	if checked, ok := p.(base.Checked); ok && !checked.Same(again) {
		t.Fatalf("%s is read with other contents", p)
	}
}

// checkKey checks that restoring a position from its key gives an equal position. Only symmetries, the turn number and
// facts that depend on earlier positions may differ.
func checkKey(t *testing.T, p engine.Position) {
	keyed, ok := p.(engine.Keyed)
	if !ok || p.Over() {
		return
	}
	key := keyed.AppendCanonicalKey([]byte("before"))
	if !bytes.HasPrefix(key, []byte("before")) {
		t.Fatalf("the key is not appended but overwrites: %s", p)
	}
	key = key[len("before"):]
	back := p.Clone().(engine.Keyed) // SetKey must overwrite all its contents
	back.SetKey(key)
	switch {
	case !bytes.Equal(back.AppendCanonicalKey(nil), key):
		t.Fatalf("the key of %s is another one when it has been read back: %s", p, back)
	case back.CanonicalHash() != keyed.CanonicalHash():
		t.Fatalf("the key of %s reads back as %s, which is no image of it", p, back)
	case back.StepKind() != p.StepKind() || back.StartsTurn() != p.StartsTurn() ||
		back.InOpening() != p.InOpening() || back.Over():
		t.Fatalf("kind of step, start of turn, stage or end of %s differ from those of %s", back, p)
	case back.CountSteps() != p.CountSteps() || len(back.AppendSteps(nil)) != p.CountSteps():
		t.Fatalf("%d steps in %s, not %d as in %s", back.CountSteps(), back, p.CountSteps(), p)
	case back.Reversible() != 0:
		t.Fatalf("%s, read back from a key, knows of earlier positions", back)
	}
	read, err := p.Rules().Game().Read(back.String(), p.Rules().Settings())
	if err != nil {
		t.Fatalf("%s, read back from a key: %v", back, err)
	}
	same(t, "SetKey", back, read)
}

// checkSteps checks that the methods about legal steps agree, that no two steps are equal, and that no two have the
// same text.
func checkSteps(t *testing.T, p engine.Position, steps []engine.Step) {
	if p.CountSteps() != len(steps) {
		t.Fatalf("CountSteps is %d, AppendSteps lists %d: %s", p.CountSteps(), len(steps), p)
	}
	if p.Over() != (len(steps) == 0) || p.Over() != p.Outcome().Over() {
		t.Fatalf("Over is %t, the outcome %v, with %d legal steps: %s", p.Over(), p.Outcome(), len(steps), p)
	}
	again := p.AppendSteps([]engine.Step{engine.NoStep})
	if len(again) != len(steps)+1 || again[0] != engine.NoStep {
		t.Fatalf("AppendSteps does not append to what it is given: %s", p)
	}
	seen, texts := map[engine.Step]bool{}, map[string]bool{}
	for i, step := range steps {
		text := p.StepText(step)
		switch {
		case step == engine.NoStep || int(step) >= p.Rules().StepSpace():
			t.Fatalf("step %d (%s) is not in 1..%d: %s", step, text, p.Rules().StepSpace()-1, p)
		case seen[step]:
			t.Fatalf("step %d (%s) is listed twice: %s", step, text, p)
		case text == "" || texts[text]:
			t.Fatalf("the text %q is empty or stands for two steps: %s", text, p)
		case again[i+1] != step:
			t.Fatalf("the order of the steps differs from one call to the next: %s", p)
		}
		seen[step], texts[text] = true, true
	}
}

// FuzzRead fuzzes position texts of all games, beginning with the files of their test data. It checks the text and the
// legal steps of every position that a game reads, and of positions that follow from it.
func FuzzRead(f *testing.F) {
	for number, game := range games.All() {
		for _, test := range refusals(f, game) {
			f.Add(number, test[0])
		}
		for _, file := range []string{"hot.txt", "midgame.txt"} {
			for _, text := range lines(f, game, file) {
				f.Add(number, text)
			}
		}
		for seed := range uint64(12) {
			f.Add(number, enginetest.RandomGame(f, start(f, game).Rules(), seed, int(5*seed)).Position().String())
		}
	}
	f.Fuzz(func(t *testing.T, number int, text string) {
		if number < 0 || number >= len(games.All()) {
			return
		}
		p, err := games.All()[number].Read(text, nil)
		if err != nil {
			return
		}
		checkKey(t, p)
		random := engine.NewRandom(1)
		for range 50 {
			checkReading(t, p)
			checkSteps(t, p, p.AppendSteps(nil))
			if p.Over() || p.Turn() == 1_000_000_000 { // the last turn that a text can have
				return
			}
			p.Play(engine.RandomStep(p, random))
		}
	})
}

// start returns the start of a game with the default options.
func start(t testing.TB, game engine.Game) engine.Position {
	t.Helper()
	return enginetest.Rules(t, game.Name()).Start()
}
