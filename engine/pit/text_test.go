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

// refusals holds invalid texts, each with words that the error must contain.
var refusals = []enginetest.Refusal{
	{"", "position"},
	{"x,bt/x2/o,wt w p 5/5 - 1", "position 6"},
	{"x,bt/x2/o,wt w p 5/5 - - 1 1", "position 8"},
	{"x,bt/x2/x,wt w p 5/5 - - 1", "board hole"},
	{"o,o w p 5/5 - - 1", "board cell"},
	{"x,bt/o,o/o,wt w p 5/5 - - 1", "board connected b1 a3"},
	{"x,bt/x3/o,wt w p 5/5 - - 1", "board rank 2"},
	{"x,bt/x/o,wt w p 5/5 - - 1", "board rank 2"},
	{"x,bt//o,wt w p 5/5 - - 1", "board rank 2"},
	{"x,bt/x2,/o,wt w p 5/5 - - 1", "board rank 2"},
	{"x17/x8,o,x8 w p 5/5 - - 1", "board rank 2 x17"},
	{"x16,x/x8,o,x8 w p 5/5 - - 1", "board rank 2 16"},
	{strings.Repeat("x/", 16) + "o w p 5/5 - - 1", "board 17"},
	{"x,bt/x,q/o,wt w p 5/5 - - 1", "board rank 2 q b2"},
	{"x,bt/x,wT/o,wt w p 5/5 - - 1", "board rank 2 wT b2"},
	{"x,bt/x,t/o,wt w p 5/5 - - 1", "board rank 2 t b2"},
	{"x,bt/x,wtp/o,wt w p 5/5 - - 1", "board rank 2 wtp b2"},
	{"x,bt/x,O/o,wt w p 5/5 - - 1", "board rank 2 O b2"},
	{"x,bt/x,rt/o,wt w p 5/5 - - 1", "board rank 2 rt b2 2 players"},
	{"x,bt/x,ut/o,wt w p 5/5/5 - - 1", "board rank 2 ut b2 3 players"},
	{"wp,bt/x,wp/o,wt w a 5/5 - - 5", "board rank 2 second pawn White"},
	{"wp,bt/x,bp/o,wt r a 5/5 - - 5", "player r"},
	{"wp,bt/x,bp/o,wt W a 5/5 - - 5", "player W"},
	{"wp,bt/x,bp/o,wt wb a 5/5 - - 5", "player wb"},
	{"wp,bt/x,bp/o,wt w m 5/5 - - 5", "step m"},
	{"wp,bt/x,bp/o,wt w ab 5/5 - - 5", "step ab"},
	{"wp,bt/x2/o,wt w p 5/5 - - 5", "step p White pawn"},
	{"bp,bt/x2/o,wt w p 5/5 - - 5", "step p Black pawn"},
	{"x,bt/x2/o,wt w p 5/5 a2|n - 1", "barriers step p"},
	{"wp,bt/x,bp/o,wt w a 5 - - 5", "reserves"},
	{"wp,bt/x,bp/o,wt w a 5/5/5/5/5 - - 5", "reserves 5 players"},
	{"wp,bt/x,bp/o,wt w a 5/ - - 5", "reserves"},
	{"wp,bt/x,bp/o,wt w a 7/5 - - 5", "reserves 7"},
	{"wp,bt/x,bp/o,wt w a 6/5 - - 5", "reserves White 6 1"},
	{"wp,bt/x,bp/o,wt w a 5/5/x - - 5", "reserves x"},
	{"wp,bt/x,bp/o,wt w a 5/5/x4 - - 5", "reserves x4 from 2 to 3"},
	{"wp,bt/x,bp/o,wt w a 5/5/x1 - - 5", "reserves x1 from 2 to 3"},
	{"wp,bt/x,bp/o,wt w a 5/5/x2 - - 5", "reserves place 3"},
	{"wp,bt/x,bp/o,wt w a 5/5/x3/x3 - - 5", "reserves place 4"},
	{"wp,bt/x,bp/o,wt w a 5/5/x4/x4 - - 5", "reserves place 3"},
	{"wp,bt/x,rt/o,wt w a 5/5/x3 - - 5", "reserves Red pieces"},
	{"wp,x/x2/o,wt w a 5/x2 - - 5", "reserves over"},
	{"wp,x/x2/o,wt w a 5/x2/x3 - - 5", "reserves over"},
	{"x,bt/x,bp/o,x w a x3/5/5 - - 5", `player "w": White out`},
	{"wp,bt/x,bp/o,wt w a 5/5 a3 - 5", "barriers a3"},
	{"wp,bt/x,bp/o,wt w a 5/5 a3|s - 5", "barriers a3|s"},
	{"wp,bt/x,bp/o,wt w a 5/5 a3|ne - 5", "barriers a3|ne"},
	{"wp,bt/x,bp/o,wt w a 5/5 a4|n - 5", "barriers a4|n"},
	{"wp,bt/x,bp/o,wt w a 5/5 c1|n - 5", "barriers c1|n"},
	{"wp,bt/x,bp/o,wt w a 5/5 a3|n - 5", "barriers a3|n both sides"},
	{"wp,bt/x,bp/o,wt w a 5/5 b1|e - 5", "barriers b1|e both sides"},
	{"wp,bt/x,bp/o,wt w a 5/5 a1|n - 5", "barriers a1|n both sides"},
	{"wp,bt/x,bp/o,wt w a 5/5 a1|e - 5", "barriers a1|e both sides"},
	{"wp,bt/x,bp/o,wt w a 5/5 b2|n,a2|n - 5", "barriers a2|n sorted"},
	{"wp,bt/x,bp/o,wt w a 5/5 a2|n,a2|e - 5", "barriers a2|e sorted"},
	{"wp,bt/x,bp/o,wt w a 5/5 a2|n,a2|n - 5", "barriers a2|n twice"},
	{"wp,bt/x,bp/o,wt w a 5/5 a2|n, - 5", "barriers"},
	{"wp,bt/x,bp/o,wt w a 5/5 a2|n,a3|e - 5", "barriers pawn"},
	{"wp,x,bp/x3/o,x2/x2,wt w a 5/5 b1|e,c1|n - 5", "barriers tower c1"},
	{"wp,bt/x,bp/o,wt w a 5/5 - a3 5", "at a3"},
	{"wp,bt/x,bp/o,wt w b 5/5 - - 5", "at step b"},
	{"wp,bt/x,bp/o,wt w b 5/5 - c3 5", "at c3"},
	{"wp,bt/x,bp/o,wt w b 5/5 - a1 5", "at a1"},
	{"wp,bt/x,bp/o,wt w b 5/5 - b3 5", "at b3"},
	{"x,bt/x,bp/wt,o w b 5/5 a1|n a1 5", "step b a1"},
	{"bp,bt,o w a 5/5 - - 5", "step a"},
	{"x,bt,wt,o w p 5/5 - - 1", "step p"},
	{"wp,bt/x,bp/o,wt w a 5/5 - - 0", "turn 0"},
}

// TestRefusals checks that invalid input is refused and that the error says what is wrong with it.
func TestRefusals(t *testing.T) {
	t.Parallel()
	enginetest.TestRefusals(t, pit.Game, refusals)
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
	enginetest.FuzzRead(f, pit.Game, refusals, texts)
}
