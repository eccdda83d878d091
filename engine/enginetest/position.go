package enginetest

import (
	"bytes"
	"testing"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// facts returns the results of a position's methods. The text of the position determines all of them but the last,
// Reversible.
func facts(p engine.Position) [11]any {
	return [...]any{p.String(), p.Hash(), p.Seat(), p.Turn(), p.StepKind(), p.StartsTurn(), p.Over(), p.CountSteps(),
		p.Outcome(), p.InOpening(), p.Reversible()}
}

// Same fails the test if the facts of the positions got and want differ. The text what names the operation that made
// got.
func Same(t *testing.T, what string, got, want engine.Position) {
	if a, b := facts(got), facts(want); a != b {
		t.Fatalf("%s: %+v, not %+v", what, a, b)
	}
}

// CheckReading checks that reading the text of p gives an equal position. The text of a finished game may be
// unreadable, since it does not contain the result, but reading it must not panic.
func CheckReading(t *testing.T, p engine.Position) {
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

// CheckKey checks that restoring a position from its key gives an equal position. Only symmetries, the turn number and
// facts that depend on earlier positions may differ.
func CheckKey(t *testing.T, p engine.Position) {
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
	Same(t, "SetKey", back, read)
}

// CheckSteps checks that the methods about legal steps agree, that no two steps are equal, and that no two have the
// same text.
func CheckSteps(t *testing.T, p engine.Position, steps []engine.Step) {
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
