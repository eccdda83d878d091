package pit_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pit"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	p, err := pit.Game.Read(text, settings)
	if err != nil {
		t.Fatalf("reading %s: %v", text, err)
	}
	return p
}

// perftEntries reads the published counts, which were made by a program of other authors.
func perftEntries(t *testing.T) []enginetest.PerftEntry {
	t.Helper()
	return enginetest.PerftEntries(t, "testdata/perft.json", 240)
}
