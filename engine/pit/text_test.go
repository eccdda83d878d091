package pit_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/pit"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	return enginetest.Read(t, "pit", text, settings.Texts()...)
}

// TestReadings compares engine and model with positions and results worked out by hand from the rules: every clause,
// and each reading of a place where the published rules are silent.
func TestReadings(t *testing.T) {
	t.Parallel()
	enginetest.TestReadings(t, "pit", func(text string, _ engine.Settings) enginetest.Model { return readModel(text) })
}

// TestBoardLines gives the lines of a board, with and without a position on it.
func TestBoardLines(t *testing.T) {
	t.Parallel()
	const lines = "..2./4o../.o.3/.1.."
	rules, err := pit.Game.New(engine.Settings{{Name: "players", Value: "4"}, {Name: "board", Value: lines}})
	require.NoError(t, err)
	const text = "x2,bt,x/ut,o,x2/x,o,x,rt/x,wt,x2 w p 5/5/5/5 - - 1"
	if got := rules.Start().String(); got != text {
		t.Errorf("the board starts at %s, not %s", got, text)
	}
	const settings = "players=4 board=" + lines
	if got := rules.Settings().String(); got != settings {
		t.Errorf("the settings are %s, not %s", got, settings)
	}
	for _, given := range []engine.Settings{rules.Settings(), {{Name: "board", Value: lines}}} {
		if got := read(t, text, given).Rules().Settings().String(); got != settings {
			t.Errorf("read under %s, the settings are %s", given, got)
		}
	}
	if got := read(t, text, nil).Rules().Settings().String(); got != "players=4 board=..../.o../.o../4321" {
		t.Errorf("read under no settings, the board is not new: %s", got)
	}
	for _, wrong := range []string{"board=default", "players=2", "board=..2./3o../.o.4/...1/1...", "board=x"} {
		given, err := engine.ParseSettings([]string{wrong})
		require.NoError(t, err)
		_, err = pit.Game.Read(text, given)
		require.ErrorContains(t, err, strings.SplitN(wrong, "=", 2)[0], wrong)
	}
}
