package enginetest

import (
	"bytes"
	"testing"

	"pillars/engine"
)

// checkKey checks, in a game that knows short keys, that a position read back from one is the same but for its image, its turn number and its past.
func checkKey(t *testing.T, p engine.Position) {
	t.Helper()
	keyed, ok := p.(engine.Keyed)
	if !ok || p.Over() {
		return
	}
	key := keyed.AppendCanonicalKey([]byte("before"))
	if !bytes.HasPrefix(key, []byte("before")) {
		t.Fatalf("the key is not appended but overwrites: %s", p)
	}
	key = key[len("before"):]
	back := p.Clone().(engine.Keyed) // what it holds must not show through
	back.SetKey(key)
	switch {
	case !bytes.Equal(back.AppendCanonicalKey(nil), key):
		t.Fatalf("the key of %s is another one when it has been read back: %s", p, back)
	case back.CanonicalHash() != keyed.CanonicalHash():
		t.Fatalf("the key of %s reads back as %s, which is no image of it", p, back)
	case back.StepKind() != p.StepKind() || back.StartsTurn() != p.StartsTurn() || back.InOpening() != p.InOpening() || back.Over():
		t.Fatalf("kind of step, start of turn, stage or end of %s differ from those of %s", back, p)
	case back.CountSteps() != p.CountSteps() || len(back.AppendSteps(nil)) != p.CountSteps():
		t.Fatalf("%d steps in %s, not %d as in %s", back.CountSteps(), back, p.CountSteps(), p)
	case back.Reversible() != 0:
		t.Fatalf("%s, read back from a key, knows of earlier positions", back)
	}
	sameAsRead(t, back)
}

// sameAsRead compares a position with the one that its text stands for: nothing of what it was before may be left in it.
func sameAsRead(t *testing.T, p engine.Position) {
	t.Helper()
	read, err := p.Rules().Game().Read(p.String(), p.Rules().Settings())
	if err != nil {
		t.Fatalf("%s, read back from a key: %v", p, err)
	}
	same(t, "SetKey", p, read)
}
