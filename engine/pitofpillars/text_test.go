package pitofpillars_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
)

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
	})
}

// refusals holds invalid texts, each with words that the error must contain.
var refusals = []enginetest.Refusal{
	{"", "board"},
	{"x2/x4/x4/x2 w o 0/0 - 1 1", "position"},
	{"x4 w o 0/0 - 1", "board"},
	{"x/x3/x w o 0/0 - 1", "board"},
	{"x7/x9/x9/x9/x9/x9/x9/x9/x7 w o 0/0 - 1", "board"},
	{"x4/x4/x4/x2 w o 0/0 - 1", "board rank 4"},
	{"x2/x3/x4/x2 w o 0/0 - 1", "board rank 3"},
	{"x2/x4,x/x4/x2 w o 0/0 - 1", "board rank 3"},
	{"x2/x4,/x4/x2 w o 0/0 - 1", "board rank 3"},
	{"x2//x4/x2 w o 0/0 - 1", "board rank 3"},
	{"x2/b,x3/x4/x2 w m 0/0 - 5", "board rank 3 b a3"},
	{"x2/x,wbw,x2/x4/x2 w m 0/0 - 5", "board rank 3 wbw b3"},
	{"x2/x,wW,x2/x4/x2 w m 0/0 - 5", "board rank 3 wW b3"},
	{"x2/x,WW,x2/x4/x2 w m 0/0 - 5", "board rank 3 WW b3"},
	{"x2/x,Rr,x2/x4/x2 w m 0/0 - 5", "board rank 3 Rr b3"},
	{"x2/x,wrwrwrwrw,x2/x4/x2 w m 0/0 - 5", "board rank 3 b3 9"},
	{"x2/x," + strings.Repeat("w", 201) + ",x2/x4/x2 w m 0/0 - 5", "board rank 3 b3 201"},
	{"x2/x4/x4/x2 b o 0/0 - 1", "player b"},
	{"x2/x4/x4/x2 W o 0/0 - 1", "player W"},
	{"x2/x4/x4/x2 w q 0/0 - 1", "step q"},
	{"x2/x4/x4/x2 w oa 0/0 - 1", "step oa"},
	{"x2/x4/x4/x2 r o 0/0 - 1", "step o"},
	{"w,x/x4/x4/x2 w o 0/0 - 1", "step o"},
	{"x2/x4/x4/x2 w o 0/0 - 3", "step o"},
	{"x2/x4/x4/x2 w o 0 - 1", "reserve"},
	{"x2/x4/x4/x2 w o 0/0/0 - 1", "reserve"},
	{"x2/x4/x4/x2 w o 1000000/0 - 1", "reserve 1000000"},
	{"x2/x4/x4/x2 w o 201/0 - 1", "reserve 201 from 0 to 200"},
	{"w,w/r,rwr,x2/x4/x,w w m 197/0 - 5", "more than 200 men"},
	{"w,w/r,rwr,x2/x4/x,w w m 0/198 - 5", "more than 200 men"},
	{"x2/x4/x4/w,x r a 0/0 - 2", "last"},
	{"x2/x4/x4/w,x r a 0/0 a1 2", "last a1"},
	{"x2/x4/x4/w,x r a 0/0 h8 2", "last h8"},
	{"x2/x4/x4/w,x r a 0/0 b9 2", "last b9 no square"},
	{"x2/x4/x4/w,x r a 0/0 `1 2", "last no square"},
	{"x2/x4/x4/w,x r a 0/0 c1 2", "last c1"},
	{"x2/x4/x4/r,x r a 0/0 b1 2", "last b1"},
	{"x2/x4/x4/w,x r a 0/0 b1x 2", "last b1x"},
	{"x2/x4/x,r,x2/w,r r a 0/0 b1 4", "last b1"},
	{"x2/x4/x,r,x2/w,x r a 0/0 b1 4", "last b1"},
	{"x2/x4/x4/w,r r i 0/0 b1 2", "last b1"},
	{"x2/x4/x4/w,r r m 0/0 b1 2", "last b1"},
	{"x2/x4/x4/w,x w o 0/0 b1 1", "last b1"},
	{"w,r/x3,r/r,x,w,w/w,x r i 0/0 - 10", "step i:"},
	{"x2/x4/x4/W,w r i 0/0 - 2", "step i"},
	{"x2/x4/x4/wr,x r i 0/0 - 2", "step i"},
	{"x2/x4/x4/w,r w p 0/0 - 21", "step p pillar"},
	{"x2/x4/x4/R,r w p 0/0 - 21", "step p pillar"},
	{"x2/w,r,r,x/w,w,w,x/W,r w p 0/0 - 21", "step p pillar"},
	{"x2/x4/x4/w,r w m 0/0 - 0", "turn 0"},
}

// TestReadLimits reads extreme valid texts.
func TestReadLimits(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"x2/x4/x4/x2 w o 200/200 - 1",
		"w,w/r,rwr,x2/x4/x,w w m 196/197 - 5",
		"x2/x," + strings.Repeat("w", 200) + ",x2/x4/x2 w m 0/0 - 5",
		"x2/x,wrwrwrwr,x2/x4/x2 w m 0/0 - 1000000000",
	} {
		if p, err := pitofpillars.Game.Read(text, nil); err != nil || p.String() != text {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
}

// TestRefusals checks that invalid input is refused and that the error says what is wrong with it.
func TestRefusals(t *testing.T) {
	t.Parallel()
	enginetest.TestRefusals(t, pitofpillars.Game, refusals)
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
	enginetest.FuzzRead(f, pitofpillars.Game, refusals, texts)
}
