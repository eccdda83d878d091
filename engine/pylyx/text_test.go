package pylyx_test

import (
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pylyx"
)

// TestReadVariants reads texts in other forms than the written one.
func TestReadVariants(t *testing.T) {
	t.Parallel()
	enginetest.TestTexts(t, pylyx.Game, [][2]string{
		{"x,x2,x1/x6/x1,x5/x6/x6/x4 1 s ? 0 1", "x4/x6/x6/x6/x6/x4 1 s ? 0 1"},
		{"  x4/x6/x6/x6/x6/x4  1 s ?   0 1 ", "x4/x6/x6/x6/x6/x4 1 s ? 0 1"},
		{"x4/x6/w3,x1,w,x1,x,x/x6/b2,b2,x4/x4 2 m 2 1 77", "x4/x6/w3,x,w,x3/x6/b2,b2,x4/x4 2 m 2 1 77"},
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

// refusals holds invalid texts, each with words that the error must contain.
var refusals = []enginetest.Refusal{
	{"", "board"},
	{"x4/x6/x6/x6/x6/x4 1 s ? 0 1 1", "position 7 fields"},
	{"x2/x4/x4/x2 1 s ? 0 1", "board 4 ranks"},
	{"x5/x7/x7/x7/x7/x7/x5 1 s ? 0 1", "board 7 ranks"},
	{"x12/x14/x14/x14/x14/x14/x14/x14/x14/x14/x14/x14/x14/x12 1 s ? 0 1", "board 14 ranks"},
	{"x6/x6/x6/x6/x6/x4 1 s ? 0 1", "board rank 6"},
	{"x4/x5/x6/x6/x6/x4 1 s ? 0 1", "board rank 5 5"},
	{"x4/x6,x/x6/x6/x6/x4 1 s ? 0 1", "board rank 5"},
	{"x4/x6,/x6/x6/x6/x4 1 s ? 0 1", "board rank 5"},
	{"x4//x6/x6/x6/x4 1 s ? 0 1", "board rank 5"},
	{"x4/x,r,x4/x6/x6/x6/x4 1 s ? 0 1", "board rank 5 r b5"},
	{"x4/x,W,x4/x6/x6/x6/x4 1 s ? 0 1", "board rank 5 W b5"},
	{"x4/x,wb,x4/x6/x6/x6/x4 1 m 1 0 9", "board rank 5 wb b5"},
	{"x4/x,w1,x4/x6/x6/x6/x4 1 m 1 0 9", "board rank 5 w1 b5"},
	{"x4/x,w0,x4/x6/x6/x6/x4 1 m 1 0 9", "board rank 5 w0 b5"},
	{"x4/x,w02,x4/x6/x6/x6/x4 1 m 1 0 9", "board rank 5 w02 b5"},
	{"x4/x,b5,x4/x6/x6/x6/x4 1 m 1 0 9", "board rank 5 b5 4"},
	{"x4/x,b-2,x4/x6/x6/x6/x4 1 m 1 0 9", "board rank 5 b-2"},
	{"x4/x6/x6/x6/x6/x4 0 s ? 0 1", "seat 0"},
	{"x4/x6/x6/x6/x6/x4 3 s ? 0 1", "seat 3"},
	{"x4/x6/x6/x6/x6/x4 2 s ? 0 1", "seat 2 step s"},
	{"x4/x6/x6/x6/x6/x4 1 q ? 0 1", "step q"},
	{"x4/x6/x6/x6/x6/x4 1 sc ? 0 1", "step sc"},
	{"x4/x6/x6/x6/x6/x4 1 s 1 0 1", "owner 1"},
	{"x4/x6/x6/x6/x6/x4 1 s - 0 1", "owner -"},
	{"x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m ? 0 10", "owner ?"},
	{"x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 3 0 10", "owner 3"},
	{"x4/x6/x6/x6/x6/x4 1 s ? 1 1", "passes 1"},
	{"x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 2 10", "passes 2"},
	{"x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 - 10", "passes -"},
	{"x4/x6/x6/w3,x4,w/x6/b2,b2,x2 1 m 1 1 3", "turn 3 passes"},
	{"x4/x6/x6/x6/x6/x4 1 s ? 0 0", "turn 0"},
	{"x4/x6/x6/x6/x6/x4 1 s ? 0 2", "turn 2 step s"},
	{"x4/x6/x6/w3,x4,w/x6/b2,b2,x2 2 m 1 0 2", "turn 2"},
	{"x4/x6/w2,x5/x6/x6/x4 1 s ? 0 1", "board white stack 2"},
	{"x4/x6/w,x2,w,x2/x6/x6/x4 1 s ? 0 1", "board white rank 4"},
	{"x4/x6/x,w,x4/x6/x,w,x4/x4 1 s ? 0 1", "board white file b"},
	{"x4/x3,w,x2/x2,w,b,x2/b,x5/w,b,x4/x4 1 s ? 0 1", "step s white 3"},
	{"x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 1 s ? 0 1", "step s complete"},
	{"x4/x6/x6/x3,w,x2/x6/x4 1 s ? 0 1", "step s completed white"},
	{"x4/x,w,x2,b,x/x2,w,b,x2/x5,w/w,x,b,x3/x4 1 s ? 0 1", "step s completed black"},
	{"x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x4 2 c ? 0 2", "board 3 black 4"},
	{"x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 1 c ? 0 2", "seat 1 step c"},
	{"x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 c ? 0 3", "turn 3 step c"},
	{"x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 2 k ? 0 3", "seat 2 step k"},
	{"x4/x3,w,x2/x2,w,b,x2/x,w,b,x3/w,b,x4/x3,b 1 k ? 0 4", "turn 4 step k"},
	{"x4/x6/x6/w3,x4,w/x6/b2,b,x2 2 m 1 0 10", "board 3 black 4"},
	{"x4/x6/x6/w3,x3,w,w/x6/b2,b2,x2 2 m 1 0 10", "board 5 white 4"},
	{"x4/x6/x6/x5,w4/x6/b2,b2,x2 1 m 1 0 10", "board one stack"},
	{"x4/x6/x6/x5,w4/x6/b4,x3 1 m 1 0 10", "board one stack"},
}

// TestRefusals checks that invalid input is refused and that the error says what is wrong with it.
func TestRefusals(t *testing.T) {
	t.Parallel()
	enginetest.TestRefusals(t, pylyx.Game, refusals)
}

// TestSettings checks what the options allow and what they do.
func TestSettings(t *testing.T) {
	t.Parallel()
	enginetest.TestRefusedSettings(t, pylyx.Game, []enginetest.Refusal{
		{"reach=2", "reach=2 slide 1"},
		{"repetition=1", "repetition=1 2"},
	})
	if _, err := pylyx.Game.Read("x4/x6/x6/x6/x6/x4 1 s ? 0 1",
		engine.Settings{{Name: "size", Value: "8"}}); err == nil {
		t.Error("a size that contradicts the text is not refused")
	}
}

// TestStart checks the starts against their published texts.
func TestStart(t *testing.T) {
	t.Parallel()
	enginetest.TestStarts(t, pylyx.Game, map[string]string{
		"size=6":  "x4/x6/x6/x6/x6/x4 1 s ? 0 1",
		"size=8":  "x6/x8/x8/x8/x8/x8/x8/x6 1 s ? 0 1",
		"size=10": "x8/x10/x10/x10/x10/x10/x10/x10/x10/x8 1 s ? 0 1",
		"size=12": "x10/x12/x12/x12/x12/x12/x12/x12/x12/x12/x12/x10 1 s ? 0 1",
	})
}

// FuzzRead begins with random positions and with those for benchmarks.
func FuzzRead(f *testing.F) {
	texts := append(enginetest.DataLines(f, "testdata/hot.txt"), "x4/x6/x6/w3,x4,w/x6/b2,b2,x2 1 m 1 0 999999999")
	random := rand.New(engine.NewRandom(7))
	for i := range 20 {
		texts = append(texts, randomModel(random, 6+2*(i%4), true).String())
	}
	enginetest.FuzzRead(f, pylyx.Game, refusals, texts)
}
