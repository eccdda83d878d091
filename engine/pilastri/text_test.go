package pilastri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pilastri"
)

// TestReadVariants reads texts in other forms than the written one.
func TestReadVariants(t *testing.T) {
	t.Parallel()
	enginetest.TestTexts(t, pilastri.Game, [][2]string{
		{"w,b/b,w w 1", "w,b/b,w w 1"},
		{"x1,x/x2 b 7", "x2/x2 b 7"},
		{"x,x,wb,x1/x1,x3/x2,x2/bw,x3 b 3", "x2,wb,x/x4/x4/bw,x3 b 3"},
		{"  x8/x8  w\t1000000000 ", "x8/x8 w 1000000000"},
		{"x7," + strings.Repeat("wb", 32) + strings.Repeat("/x8", 7) + " w 63", "x7," + strings.Repeat("wb", 32) +
			strings.Repeat("/x8", 7) + " w 63"},
	})
}

// refusals holds invalid texts, each with words that the error must contain.
var refusals = []enginetest.Refusal{
	{"", "board ranks"},
	{"w,b/b,w", "position 1 fields 3 board player turn"},
	{"w,b/b,w w 1 1", "position 4 fields"},
	{"w,b w 1", "board 1 ranks 2 8"},
	{"x2/x2/x2/x2/x2/x2/x2/x2/x2 w 1", "board 9 ranks 2 8"},
	{"x/x w 1", "board rank 2 1 squares 2 8"},
	{"x9/x9 w 1", "board rank 2 x9 9 squares 8"},
	{"x8,x/x8,x w 1", "board rank 2 9 squares"},
	{"x3/x3/x3 w 1", "board files=3 ranks=3 even"},
	{"x5/x5/x5/x5/x5/x5/x5 w 1", "board files=5 ranks=7 even"},
	{"x2/x3 w 1", "board rank 1 x3 more 2"},
	{"x3/x2 w 1", "board rank 1 x2 2 squares 3"},
	{"x4/x,w,,x/x4/x4 w 1", "board rank 3 c3"},
	{"x4/x,w/x4/x4 w 1", "board rank 3 2 squares 4"},
	{"x4//x4/x4 w 1", "board rank 3"},
	{"x4/x4/x4/x4/ w 1", "board rank 1"},
	{"x4/x,r,x2/x4/x4 w 1", "board rank 3 r b3"},
	{"x4/x,W,x2/x4/x4 w 1", "board rank 3 W b3"},
	{"x4/x,wxb,x2/x4/x4 w 1", "board rank 3 wxb b3"},
	{"x2/x,wwwww w 1", "board b1 5 high 4"},
	{"x2/ww,w w 1", "board 3 White w 2"},
	{"x2/x,bbb w 1", "board 3 Black b 2"},
	{"w,b/b,w r 1", "player r w b"},
	{"w,b/b,w W 1", "player W"},
	{"w,b/b,w wb 1", "player wb"},
	{"w,b/b,w w 0", "turn 0 1"},
	{"w,b/b,w w 1000000001", "turn 1000000000"},
}

// TestRefusals checks that invalid input is refused and that the error says what is wrong with it.
func TestRefusals(t *testing.T) {
	t.Parallel()
	enginetest.TestRefusals(t, pilastri.Game, refusals)
}

// TestSettings checks how size, files and ranks go together. Equal boards have equal settings.
func TestSettings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ given, settled, start string }{
		{"", "size=6 files=0 ranks=0", "w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w w 1"},
		{"size=4", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"files=4 ranks=4", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"size=4 files=4 ranks=4", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"size=0 files=4 ranks=04", "size=4 files=0 ranks=0", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"files=3 ranks=4", "size=0 files=3 ranks=4", "w,b,w/b,w,b/w,b,w/b,w,b w 1"},
		{"size=0 files=3 ranks=4", "size=0 files=3 ranks=4", "w,b,w/b,w,b/w,b,w/b,w,b w 1"},
		{"size=4 files=3", "size=0 files=3 ranks=4", "w,b,w/b,w,b/w,b,w/b,w,b w 1"},
		{"size=4 ranks=3", "size=0 files=4 ranks=3", "b,w,b,w/w,b,w,b/b,w,b,w w 1"},
		{"ranks=2", "size=0 files=6 ranks=2", "w,b,w,b,w,b/b,w,b,w,b,w w 1"},
		{"files=2 ranks=2", "size=0 files=2 ranks=2", "w,b/b,w w 1"},
		{"size=8", "size=8 files=0 ranks=0", strings.Repeat("w,b,w,b,w,b,w,b/b,w,b,w,b,w,b,w/", 3) +
			"w,b,w,b,w,b,w,b/b,w,b,w,b,w,b,w w 1"},
	} {
		rules := newRules(t, enginetest.Settings(t, test.given))
		test.settled += " jumpers=off"
		if rules.Settings().String() != test.settled || rules.Start().String() != test.start {
			t.Errorf("%q settles as %s with the start %s, not as %s with %s", test.given, rules.Settings(),
				rules.Start(), test.settled, test.start)
		}
		for _, again := range []string{test.given, test.settled, ""} {
			p := read(t, test.start, enginetest.Settings(t, again))
			if got := p.Rules().Settings().String(); got != test.settled {
				t.Errorf("read with %q the start has settings %s, not %s", again, got, test.settled)
			}
		}
	}
}

// TestSettingsRefused checks that impossible and contradicting settings are refused by name.
func TestSettingsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ given, words string }{
		{"size=0", "size=0 files ranks"},
		{"size=0 files=4", "size=0 files ranks"},
		{"files=1", "files=1 2 8"},
		{"files=4 ranks=1", "ranks=1 2 8"},
		{"files=3 ranks=5", "files=3 ranks=5 even"},
		{"size=6 files=3 ranks=4", "size=6 files=3 ranks=4"},
		{"size=4 files=4 ranks=6", "size=4 files=4 ranks=6"},
	} {
		_, err := pilastri.Game.New(enginetest.Settings(t, test.given))
		enginetest.CheckError(t, test.given, err, test.words)
		if test.given == "size=0" {
			continue // a text says the rest
		}
		if _, err = pilastri.Game.Read("w,b/b,w w 1", enginetest.Settings(t, test.given)); err == nil {
			t.Errorf("reading with %q is not refused", test.given)
		}
	}
	const text = "x4/x4/x4/x4/x4/x4 w 1"
	for _, given := range []string{"size=6 files=4", "files=4", "ranks=6", "size=0"} {
		read(t, text, enginetest.Settings(t, given))
	}
	for _, given := range []string{"size=4", "files=6 ranks=4", "size=4 files=4 ranks=6", "ranks=5"} {
		_, err := pilastri.Game.Read(text, enginetest.Settings(t, given))
		enginetest.CheckError(t, given, err, given)
	}
}

// FuzzRead begins with random positions on boards of every shape.
func FuzzRead(f *testing.F) {
	var texts []string
	random := rand.New(engine.NewRandom(7))
	for _, board := range boards() {
		texts = append(texts, randomModel(random, board[0], board[1]).String())
	}
	enginetest.FuzzRead(f, pilastri.Game, refusals, texts)
}
