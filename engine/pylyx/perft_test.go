package pylyx_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	return enginetest.Read(t, "pylyx", text, settings.Texts()...)
}

// TestModelPerft compares the model itself with the published counts, which were made by a program of other authors, as
// far as its speed allows.
func TestModelPerft(t *testing.T) {
	t.Parallel()
	enginetest.TestModelPerft(t, enginetest.PerftEntries(t, "testdata/perft.json", 250), 6000,
		func(entry enginetest.PerftEntry) *model {
			return readModel(entry.Position, entry.Options["reach"] != "1")
		})
}
