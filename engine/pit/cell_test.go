package pit

import (
	"testing"

	"pillars/engine/internal/base"
)

func TestReadCell(t *testing.T) {
	corners := map[string]cell{"a1": cellAt(0, 0), "d1": cellAt(3, 0), "a5": cellAt(0, 4), "d5": cellAt(3, 4)}
	for text, want := range corners {
		if got, err := readCell(text, 4, 5); err != nil || got != want {
			t.Errorf("%s on 4 files and 5 ranks: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "a", "`1", "e1", "e5", "a0", "a6", "e0", "e6", "a01", "a-1", "ax", "11"} {
		if got, err := readCell(text, 4, 5); err == nil {
			t.Errorf("%q is read as %v on 4 files and 5 ranks", text, got)
		}
	}
}

// TestContradictionsAreFound checks the consistency check, which programs without the tag invariants never run.
func TestContradictionsAreFound(t *testing.T) {
	rules, err := Game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	start := rules.Start().(*position)
	if err := base.Contradiction(start); err != nil {
		t.Errorf("the start: %v", err)
	}
	b := start.rules.board
	edge := cellAt(b.files-1, b.ranks-1)
	for what, spoil := range map[string]func(p *position){
		"no wall in the east":           func(p *position) { p.walls.east.remove(edge) },
		"no wall in the north":          func(p *position) { p.walls.flip(edgeOf(edge, north)) },
		"one wall more, not transposed": func(p *position) { p.walls.north.flip(cellAt(0, 0)) },
		"another hash":                  func(p *position) { p.hash++ },
	} {
		p := start.Clone().(*position)
		if spoil(p); base.Contradiction(p) == nil {
			t.Errorf("%s: no contradiction is found", what)
		}
	}
}
