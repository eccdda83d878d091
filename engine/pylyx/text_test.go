package pylyx_test

import (
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pylyx"
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
	enginetest.FuzzRead(f, pylyx.Game, texts)
}
