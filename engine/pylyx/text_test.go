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

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause,
// and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, "pylyx", func(text string, options engine.Settings) enginetest.Model {
		return readModel(text, options == nil)
	})
}

// TestReadFinished reads a position in which the other player has just completed a stack: it is won.
func TestReadFinished(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"x4/x6/x6/x5,w4/x6/b2,b2,x2 2 m 1 0 10":   "1 0 one stack",
		"x4/x6/x6/x,b4,x4/x6/w,w3,x2 1 m 1 0 9":   "0 1 one stack",
		"x4/x6/x6/x,b4,x4/x6/w,w3,x2 2 m 2 0 9":   "1 0 one stack",
		"x4/x6/x6/x,b3,b,x3/x6/w,w3,x2 2 m 2 0 9": "",
	} {
		if got := enginetest.Result(read(t, text, nil).Outcome()); got != want {
			t.Errorf("the outcome of %s is %q, not %q", text, got, want)
		}
	}
}
