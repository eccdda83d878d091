package pit_test

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
	if len(entries) < 240 {
		t.Fatalf("testdata/perft.json holds only %d entries", len(entries))
	}
	return entries
}
