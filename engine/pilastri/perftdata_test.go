package pilastri_test

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"pillars/engine"
)

// perftEntry is one count of the published tables.
type perftEntry struct {
	Options  map[string]string
	Position string
	Kind     string // "steps" or "turns"
	Depth    int
	Count    uint64
	work     uint64 // the counts of this and all smaller depths together: deep in the endgame a small count can take much counting
}

func (e perftEntry) settings() engine.Settings {
	var settings engine.Settings
	for name, value := range e.Options {
		settings = settings.With(name, value)
	}
	return settings
}

func (e perftEntry) name(i int) string {
	return strconv.Itoa(i) + "-" + e.Kind + "-" + strconv.Itoa(e.Depth)
}

// perftEntries reads the counts, which were made by a program of other authors.
func perftEntries(t *testing.T) []perftEntry {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var entries []perftEntry
	if err := json.Unmarshal(data, &entries); err != nil {
		t.Fatal(err)
	}
	if len(entries) < 500 {
		t.Fatalf("testdata/perft.json holds only %d entries", len(entries))
	}
	for i := range entries {
		for _, other := range entries {
			if other.Position == entries[i].Position && other.Kind == entries[i].Kind && other.Depth <= entries[i].Depth {
				entries[i].work += other.Count
			}
		}
	}
	return entries
}

// TestModelPerft holds the model itself to the published counts, as far as its speed allows. A turn is one step, so both kinds count alike.
func TestModelPerft(t *testing.T) {
	t.Parallel()
	for i, entry := range perftEntries(t) {
		if entry.work >= uint64(shorter(5000)) {
			continue
		}
		t.Run(entry.name(i), func(t *testing.T) {
			t.Parallel()
			if got := readModel(entry.Position).perft(entry.Depth); got != entry.Count {
				t.Errorf("the model counts %d, not %d: %s", got, entry.Count, entry.Position)
			}
		})
	}
}

// shorter is n, or a fifth of it in a short run.
func shorter(n int) int {
	if testing.Short() {
		return (n + 4) / 5
	}
	return n
}
