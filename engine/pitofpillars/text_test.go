package pitofpillars_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
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

// TestReadVariants reads texts in other forms than the written one.
func TestReadVariants(t *testing.T) {
	t.Parallel()
	enginetest.TestTexts(t, pitofpillars.Game, [][2]string{
		{"x2/x4/x4/x2 w o 0/0 - 1", "x2/x4/x4/x2 w o 0/0 - 1"},
		{"x,x/x1,x3/x2,x2/x1,x1 w o 0/0 - 1", "x2/x4/x4/x2 w o 0/0 - 1"},
		{"x1,w/x2,x1,x/x,r,x1,x/x2 w m 0/0 - 9", "x,w/x4/x,r,x2/x2 w m 0/0 - 9"},
		{"x6/x8/x8/x8/x8/x8/x8/x6 w o 99/99 - 1", "x6/x8/x8/x8/x8/x8/x8/x6 w o 99/99 - 1"},
		{"x2/x4/x,wrwrwrwr,x2/r,x w m 0/0 - 9", "x2/x4/x,wrwrwrwr,x2/r,x w m 0/0 - 9"},
		{"x2/x4/x," + strings.Repeat("r", 200) + ",x2/w,x w m 0/0 - 9", "x2/x4/x," + strings.Repeat("r", 200) +
			",x2/w,x w m 0/0 - 9"},
		{"x2/x4/w,r,x2/W,r w p 0/0 - 21", "x2/x4/w,r,x2/W,r w p 0/0 - 21"},
		{"x2/x4/x4/x2 w o 200/200 - 1", "x2/x4/x4/x2 w o 200/200 - 1"},
		{"w,w/r,rwr,x2/x4/x,w w m 196/197 - 5", "w,w/r,rwr,x2/x4/x,w w m 196/197 - 5"},
		{"x2/x,wrwrwrwr,x2/x4/x2 w m 0/0 - 1000000000", "x2/x,wrwrwrwr,x2/x4/x2 w m 0/0 - 1000000000"},
	})
}

// TestSettings checks what the options allow and what they do.
func TestSettings(t *testing.T) {
	t.Parallel()
	enginetest.TestRefusedSettings(t, pitofpillars.Game, []enginetest.Refusal{
		{"repetition=1", "repetition=1 2"},
	})
	if _, err := pitofpillars.Game.Read("x2/x4/x4/x2 w o 0/0 - 1",
		engine.Settings{{Name: "size", Value: "5"}}); err == nil {
		t.Error("a size that contradicts the text is not refused")
	}
}

// TestStart checks the starts against their published texts.
func TestStart(t *testing.T) {
	t.Parallel()
	enginetest.TestStarts(t, pitofpillars.Game, map[string]string{
		"size=4 reserve=0 repetition=3 cap=0":    "x2/x4/x4/x2 w o 0/0 - 1",
		"size=5 reserve=4 repetition=2 cap=0":    "x3/x5/x5/x5/x3 w o 4/4 - 1",
		"size=6 reserve=99 repetition=0 cap=0":   "x4/x6/x6/x6/x6/x4 w o 99/99 - 1",
		"size=7 reserve=1 repetition=3 cap=10":   "x5/x7/x7/x7/x7/x7/x5 w o 1/1 - 1",
		"size=8 reserve=0 repetition=3 cap=2000": "x6/x8/x8/x8/x8/x8/x8/x6 w o 0/0 - 1",
	})
}

// FuzzRead begins with random positions and with some of the entering stage.
func FuzzRead(f *testing.F) {
	texts := []string{"x2/x4/x4/x2 w o 0/0 - 1", "x2/x4/x4/w,x r a 0/0 b1 2", "x2/x4/x4/w,r r i 0/0 - 2",
		"x,w,x/x5/x5/x5/x3 r a 0/0 c5 2", "x2/wwwww,rrrr,x,W/x4/rwrw,wrwwrrrw r m 3/190 - 8",
		"x2/" + strings.Repeat("w", 150) + ",x,wwwwr,R/rrrrrr,x3/x2 w m 0/1 - 23",
		"x2/wrrrrrrr,rwwwwwww,x2/wwwwwwww,rrrrrrrr,x2/x2 r m 0/0 - 2", "x2/x4/w,x3/x2 r a 2/2 a2 2"}
	for random := rand.New(engine.NewRandom(7)); len(texts) < 48; {
		texts = append(texts, randomModel(random, 4+random.IntN(5)).String())
	}
	enginetest.FuzzRead(f, pitofpillars.Game, texts)
}
