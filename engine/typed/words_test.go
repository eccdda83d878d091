package typed

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
)

// TestWordsOf splits texts into squares, numbers and other words.
func TestWordsOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ words, squares string }{
		"12H4f4": {"12 h4 f4", "h4 f4"}, "@Wc4": {"w c4", "c4"}, "d4d7d7|n": {"d4 d7 d7 n", "d4 d7"},
		"white": {"white", ""}, "a10b7": {"a10 b7", "a10 b7"}, "2h4": {"2 h4", "h4"}, " -? ": {"", ""}, "": {"", ""},
		"pass3": {"pas s3", "s3"}, "c 3": {"c 3", ""}, "d4|ne": {"d4 ne", "d4"},
	} {
		words, squares := strings.Join(wordsOf(text), " "), Squares(text)
		if text == "d4d7d7|n" {
			squares = slices.Compact(squares)
		}
		if words != want.words || strings.Join(squares, " ") != want.squares {
			t.Errorf("%q: the words %q with the squares %q, want %v", text, words, squares, want)
		}
	}
}

// TestBegins compares words: letters may be cut short, squares and numbers may not, nor a word of one letter.
func TestBegins(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, words string
		want        bool
	}{
		{"a10", "a1", false}, {"12 h4", "1", false}, {"white", "wh", true}, {"white", "whi h4", false},
		{"white h4", "whi h4", true}, {"w h4", "w", true}, {"n", "ne", false}, {"h4 f4", "f4", false}, {"h4", "", true},
	} {
		if got := beginsWith(strings.Fields(test.text), strings.Fields(test.words)); got != test.want {
			t.Errorf("%q begins with %q: %v", test.text, test.words, got)
		}
	}
}

// TestShortened gives the words of a step and those before it, and the forms in which it may be typed.
func TestShortened(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ full, before, want string }{
		{"c1 e3", "c3 c1", "[[c1 e3] [e3]]"}, {"c1 e3", "c3 c2", "[[c1 e3]]"}, {"c1 e3", "", "[[c1 e3]]"},
		{"w b1 e", "", "[[w b1 e] [b1 e]]"}, {"b1 e", "d1 b1", "[[b1 e] [e]]"}, {"", "c3", "[]"},
	} {
		got := fmt.Sprint(shortened(strings.Fields(test.full), strings.Fields(test.before)))
		if got != test.want {
			t.Errorf("%q after %q: %s, want %s", test.full, test.before, got, test.want)
		}
	}
}

// TestAmbiguous lists ten meanings, or nine and dots.
func TestAmbiguous(t *testing.T) {
	t.Parallel()
	meanings := strings.Fields("a b c d e f g h i j k")
	for n, want := range map[int]string{
		2: `"x" could be a  b; type a little more`, 10: `"x" could be a  b  c  d  e  f  g  h  i  j; type a little more`,
		11: `"x" could be a  b  c  d  e  f  g  h  i  ...; type a little more`,
	} {
		if got := (&Ambiguous{"x", meanings[:n]}).Error(); got != want {
			t.Errorf("%d meanings: %s", n, got)
		}
	}
	if strings.Join(meanings, "") != "abcdefghijk" {
		t.Errorf("the meanings have become %v", meanings)
	}
}

// TestOver refuses a turn after the end of a game.
func TestOver(t *testing.T) {
	t.Parallel()
	_, err := Read(read(t, "pilastri", "x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9"), "a1b1")
	if err == nil || !strings.HasPrefix(err.Error(), "the game is over (") {
		t.Errorf("error %v", err)
	}
}

// TestWhyNot explains texts that are not legal in Pilastri, where every legal step has two squares.
func TestWhyNot(t *testing.T) {
	t.Parallel()
	start := read(t, "pilastri", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1")
	later := read(t, "pilastri", "w,b,w,b/b,w,b,w/w,b,w,b/bw,x2,wb w 3")
	climbing := read(t, "pilastri", "wb,x,wb,x/bw,x2,wb/x,bww,x,b/x,wb,b,w w 9")
	for _, test := range []struct {
		p          engine.Position
		text, want string
	}{
		{start, "b1d1", `"b1d1" is not legal; from b1 there are b1a1  b1b2  b1c1`},
		{start, "a1b1", `"a1b1" is not legal: the piece on top of a1 is black, not yours`},
		{climbing, "b1", `"b1" is not legal: nothing on b1 can move now`},
		{climbing, "d1d4", `"d1d4" is not legal; from d1 there are d1c1  d1d2`},
		{climbing, "b2d2", `"b2d2" is not legal: nothing on b2 can move now`},
		{start, "e1", "e1 is not on this board"},
		{start, "b1e1", "e1 is not on this board"},
		{later, "b1a1", `"b1a1" is not legal: nothing stands on b1`},
		{later, "b1", `"b1" is not legal here`},
		{later, "d1c1", `"d1c1" is not legal: the piece on top of d1 is black, not yours`},
		{later, "", `"" is no turn here`},
	} {
		steps, err := Read(test.p, test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, %v; want %s", test.text, steps, err, test.want)
		}
	}
}

// TestPlay plays turns and steps in the game's notation. Errors name the number of the word.
func TestPlay(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text  string
		steps bool
		want  string // the turns in the end, or the error
	}{
		{"@b3 @c3@a2", false, "@b3 @c3@a2"},
		{"@b3 @c3 @a2", true, "@b3 @c3@a2"},
		{"@b3 @c3@a2 @b2", true, "@b3 @c3@a2 @b2"},
		{"@b3 @c3 @a2", false, "number 2: "},
		{"@b3 b3", true, "number 2: "},
		{"", false, ""},
	} {
		h := engine.NewHistory(read(t, "pit-of-pillars", "x2/x4/x4/x2 w o 0/0 - 1"))
		err := Play(h, test.text, test.steps)
		if err == nil && engine.LineText(h.Start(), h.Steps()) != test.want ||
			err != nil && (test.want == "" || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%q: %s (%v), want %s", test.text, engine.LineText(h.Start(), h.Steps()), err, test.want)
		}
	}
	over := engine.NewHistory(read(t, "pilastri", "x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9"))
	err := Play(over, "a1b1", true)
	if err == nil || !strings.HasPrefix(err.Error(), `number 1: "a1b1" comes after the end of the game (`) ||
		!strings.HasSuffix(err.Error(), ") in x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9; leave it out") {
		t.Errorf("error %v", err)
	}
	if several := new(Ambiguous); errors.As(err, &several) {
		t.Error("the end of a game counts as an ambiguous text")
	}
}
