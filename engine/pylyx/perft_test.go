package pylyx_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/pylyx"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	p, err := pylyx.Game.Read(text, settings)
	if err != nil {
		t.Fatalf("reading %s: %v", text, err)
	}
	return p
}

// TestPerft checks every published count; a short run leaves out the large ones.
func TestPerft(t *testing.T) {
	t.Parallel()
	for i, entry := range perftEntries(t) {
		if testing.Short() && entry.Count >= 200_000 {
			continue
		}
		t.Run(entry.name(i), func(t *testing.T) {
			t.Parallel()
			p := read(t, entry.Position, entry.settings())
			got := uint64(0)
			if entry.Kind == "turns" {
				got = engine.PerftTurns(p, entry.Depth)
			} else {
				got = p.Perft(entry.Depth)
			}
			if got != entry.Count {
				t.Errorf("%s to depth %d of %s: %d, not %d", entry.Kind, entry.Depth, entry.Position, got, entry.Count)
			}
			if p.String() != entry.Position {
				t.Errorf("counting has changed the position to %s", p)
			}
		})
	}
}

// TestDivide checks that the parts of a divided count sum to the published whole, one part per legal step.
func TestDivide(t *testing.T) {
	t.Parallel()
	for i, entry := range perftEntries(t) {
		if entry.Count >= 50_000 {
			continue
		}
		t.Run(entry.name(i), func(t *testing.T) {
			t.Parallel()
			p := read(t, entry.Position, entry.settings())
			divided := engine.Divide(p, entry.Depth, entry.Kind == "turns")
			if len(divided) != p.CountSteps() {
				t.Errorf("%d parts for %d steps", len(divided), p.CountSteps())
			}
			var sum uint64
			for _, part := range divided {
				sum += part.Count
			}
			if sum != entry.Count {
				t.Errorf("the parts sum to %d, not %d: %s", sum, entry.Count, entry.Position)
			}
		})
	}
}
