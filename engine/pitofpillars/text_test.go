package pitofpillars_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	return enginetest.Read(t, "pit-of-pillars", text, settings.Texts()...)
}

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause,
// and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, "pit-of-pillars", func(text string, _ engine.Settings) enginetest.Model {
		return readModel(text)
	})
}
