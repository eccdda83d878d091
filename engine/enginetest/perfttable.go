package enginetest

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"pillars/engine"
)

// PerftEntry is one count of a published perft table: a JSON list of such objects.
type PerftEntry struct {
	Options  map[string]string
	Position string
	Kind     string // "steps" or "turns"
	Depth    int
	Count    uint64
	// Work is the sum of the position's counts of this kind to this depth: in an endgame a small count can take much counting.
	Work uint64 `json:"-"`
}

// Settings are the entry's options.
func (e PerftEntry) Settings() engine.Settings {
	var settings engine.Settings
	for name, value := range e.Options {
		settings = settings.With(name, value)
	}
	return settings
}

// PerftEntries reads a table. A table that holds fewer than least entries fails the test.
func PerftEntries(t *testing.T, file string, least int) []PerftEntry {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries []PerftEntry
	if err := json.Unmarshal(data, &entries); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(entries) < least {
		t.Fatalf("%s holds only %d entries", file, len(entries))
	}
	for i := range entries {
		e := &entries[i]
		for _, other := range entries {
			if other.Position == e.Position && other.Kind == e.Kind && other.Depth <= e.Depth {
				e.Work += other.Count
			}
		}
	}
	return entries
}

// TestPerft holds a game to a table made by another program. Every entry is counted, and split by its first step where that is quick; a short
// run leaves out those that take long.
func TestPerft(t *testing.T, game engine.Game, entries []PerftEntry) {
	for i, entry := range entries {
		if testing.Short() && entry.Work >= 200_000 {
			continue
		}
		t.Run(fmt.Sprintf("%d-%s-%d", i, entry.Kind, entry.Depth), func(t *testing.T) {
			t.Parallel()
			p, err := game.Read(entry.Position, entry.Settings())
			if err != nil {
				t.Fatalf("%s: %v", entry.Position, err)
			}
			checkCount(t, p, entry)
			if entry.Work < 20_000 {
				checkDivision(t, p, entry)
			}
		})
	}
}

func checkCount(t *testing.T, p engine.Position, entry PerftEntry) {
	t.Helper()
	count := func(depth int) uint64 { return engine.Perft(p, depth) }
	if entry.Kind == "turns" {
		count = func(depth int) uint64 { return engine.PerftTurns(p, depth) }
	}
	if got := count(entry.Depth); got != entry.Count {
		t.Errorf("%s to depth %d of %s: %d, not %d", entry.Kind, entry.Depth, entry.Position, got, entry.Count)
	}
	if entry.Kind == "turns" && entry.Work < 20_000 {
		if got := countEachTurn(p, entry.Depth); got != entry.Count {
			t.Errorf("EachTurn, turn after turn to depth %d of %s: %d, not %d", entry.Depth, entry.Position, got, entry.Count)
		}
	}
	if p.String() != entry.Position {
		t.Errorf("%s is written, or counting has changed it to, %s", entry.Position, p)
	}
}

// checkDivision checks that the parts of a divided count sum to the whole, one part per legal step.
func checkDivision(t *testing.T, p engine.Position, entry PerftEntry) {
	t.Helper()
	divided := engine.Divide(p, entry.Depth, entry.Kind == "turns")
	if len(divided) != p.CountSteps() {
		t.Errorf("%d parts for %d steps: %s", len(divided), p.CountSteps(), entry.Position)
	}
	var sum uint64
	for _, part := range divided {
		sum += part.Count
	}
	if sum != entry.Count {
		t.Errorf("the parts sum to %d, not %d: %s", sum, entry.Count, entry.Position)
	}
}
