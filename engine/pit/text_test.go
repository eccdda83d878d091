package pit_test

import (
	"math/rand/v2"
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

// TestReadVariants reads texts in other forms than the written one.
func TestReadVariants(t *testing.T) {
	t.Parallel()
	enginetest.TestTexts(t, pit.Game, [][2]string{
		{"x1,bt/x,x/o,wt w p 5/5 - - 1", "x,bt/x2/o,wt w p 5/5 - - 1"},
		{"x1,x2,x1,bt,x3,x/x2,o,x6/wt,x8 w p 5/5 - - 1", "x4,bt,x4/x2,o,x6/wt,x8 w p 5/5 - - 1"},
		{"  x,bt/x2/o,wt   w p 5/5 -  - 1 ", "x,bt/x2/o,wt w p 5/5 - - 1"},
		{"x16/x8,o,x7/wp,x14,bp w a 6/0 - - 99", "x16/x8,o,x7/wp,x14,bp w a 6/0 - - 99"},
		{"x,bt/x2/o,wt w a 5/5 - - 7", "x,bt/x2/o,wt w a 5/5 - - 7"},
		{"x9,o,bt,x/wp,wt,x6,bp,x3 w a 3/1 a1|n,i1|e,i1|n,j1|e - 7",
			"x9,o,bt,x/wp,wt,x6,bp,x3 w a 3/1 a1|n,i1|e,i1|n,j1|e - 7"},
		{strings.Repeat("x16/", 14) + "o,x15/wp,x14,bt w a 5/5 - - 5", strings.Repeat("x16/", 14) +
			"o,x15/wp,x14,bt w a 5/5 - - 5"},
	})
}

// TestSettings checks what the options allow.
func TestSettings(t *testing.T) {
	t.Parallel()
	enginetest.TestRefusedSettings(t, pit.Game, []enginetest.Refusal{
		{"board=none.txt", "board=none.txt lines no_file"},
		{"board=/etc/passwd", "board=/etc/passwd lines no_file"},
		{"board=.", "board="},
		{"board=/", "board=/"},
		{"board=1.2", "board=1.2 hole"},
		{"board=1o2", "board=1o2 connected a1 c1"},
		{"board=1.o", "board=1.o seat 2"},
		{"board=1.2o3", "board=1.2o3 line_1 3 2 players"},
		{"board=1.2o/1...", "board= line_2 second seat 1"},
		{"board=1.2o/...", "board= line_2 3 4"},
		{"board=12o", "board=12o White pawn"},
		{"board=" + strings.Repeat(".", 17) + "/1.2.o", "board= 17 16"},
		{"board=1/2/o" + strings.Repeat("/.", 14), "board= 17 16"},
		{"players=3 board=1.2o", "board=1.2o seat 3"},
	})
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

// TestStart checks the default starts against their published texts, which contain the default boards.
func TestStart(t *testing.T) {
	t.Parallel()
	starts := map[string]string{
		"players=2": "x4,bt,x4/x9/x2,o,x3,o,x2/x9/x4,o,x4/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5 - - 1",
		"players=3": "x4,rt,x4/x9/x2,o,x3,o,x2/x9/bt,x3,o,x4/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5/5 - - 1",
		"players=4": "x4,rt,x4/x9/x2,o,x3,o,x2/x9/bt,x3,o,x3,ut/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5/5/5 - - 1",
	}
	enginetest.TestStarts(t, pit.Game, starts)
	for players, text := range starts {
		if got := read(t, text, nil).Rules().Settings().String(); got != players+" board=default" {
			t.Errorf("the start is read with the settings %s", got)
		}
	}
}

// FuzzRead begins with random positions.
func FuzzRead(f *testing.F) {
	var texts []string
	for random := rand.New(engine.NewRandom(7)); len(texts) < 60; {
		texts = append(texts, randomModel(random).String())
	}
	enginetest.FuzzRead(f, pit.Game, texts)
}
