package host_test

import (
	"strings"
	"testing"
)

// An editedText holds the fields of an edited position that tests check.
type editedText struct {
	Start, Wrong, Picture string
	Options               map[string]string
	Squares               []struct{ Name, Words string }
	Fields                []struct{ Title, Value string }
	Pieces                []struct{ Value, Words string }
}

// edited lists positions of all games, with stacks, holes, barriers and missing corners.
var edited = []struct{ game, start string }{
	{"pit-of-pillars", "x2/r,W,x2/x3,W/w,x w m 0/0 - 9"},
	{"pit-of-pillars", "x3/x,r,x3/w,x,rww,x2/x,w,x3/x,rr,x w m 1/2 - 14"},
	{"pilastri", "w,b,w,b/b,w,b,w/w,b,x,b/b,ww,b,w w 1"},
	{"pylyx", "x4/x,w2,x,b,x2/x6/x3,b3,x2/x,w2,x4/x4 1 m 1 0 9"},
	{"pit", "x4,bt,x4/x9/x2,o,x3,o,x2/x9/x4,o,x4/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5 - - 1"},
	{"pit", "x,bp,bt/wt,o,x/x2,wp w a 5/5 a1|e,a1|n - 5"},
}

// TestEditedPositionsKeepTheirText puts each piece on each square of a position and takes it away again, which must
// restore the text. Without a change, the squares must be those of the game's own board.
func TestEditedPositionsKeepTheirText(t *testing.T) {
	t.Parallel()
	for _, one := range edited {
		question := map[string]any{"do": "edit", "game": one.game, "start": one.start}
		before, err := ask[editedText](t, question)
		if err != nil || before.Start != one.start || before.Wrong != "" {
			t.Errorf("%s: %q becomes %q, %s %v", one.game, one.start, before.Start, before.Wrong, err)
			continue
		}
		shown, err := ask[editedText](t, `{"do":"view","game":"`+one.game+`","start":"`+one.start+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range shown.Squares {
			if before.Squares[i] != s {
				t.Errorf("%s: the square %v is shown as %v", one.game, s, before.Squares[i])
			}
			if !strings.HasSuffix(s.Words, "empty") {
				continue
			}
			for _, piece := range before.Pieces {
				question["square"], question["put"], question["start"] = s.Name, piece.Value, one.start
				after, err := ask[editedText](t, question)
				if err != nil || after.Start == one.start {
					t.Fatalf("%s: %s on %s changes nothing: %v", one.game, piece.Words, s.Name, err)
				}
				question["put"], question["start"] = "x", after.Start
				again, err := ask[editedText](t, question)
				if err != nil || boardOf(again.Start) != boardOf(one.start) {
					t.Fatalf("%s: %s on %s and away: %q, %v", one.game, piece.Words, s.Name, again.Start, err)
				}
			}
		}
	}
}

func boardOf(position string) string { return strings.Fields(position)[0] }

// TestEditsStackAndReplace puts pieces on occupied squares. A man on the empty board must end the entering stage.
func TestEditsStackAndReplace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ game, start, square, put, want, wrong string }{
		{"pit-of-pillars", "", "d4", "w", "x6/x8/x8/x8/x3,w,x4/x8/x8/x6 w m 0/0 - 1", ""},
		{"pit-of-pillars", "x2/x4/w,x3/x2 w m 0/0 - 9", "a2", "r", "x2/x4/wr,x3/x2 w m 0/0 - 9", ""},
		{"pit-of-pillars", "x2/x4/w,x3/x2 w m 0/0 - 9", "a2", "R", "x2/x4/R,x3/x2 w m 0/0 - 9", ""},
		{"pit-of-pillars", "x2/x4/R,x3/x2 w m 0/0 - 9", "a2", "w", "x2/x4/w,x3/x2 w m 0/0 - 9", ""},
		{"pit-of-pillars", "x2/x4/w,r,R,x/x2 w m 0/0 - 9", "", "clear", "x2/x4/x4/x2 w m 0/0 - 9", ""},
		{"pilastri", "w,b/b,w w 1", "a1", "w", "w,b/bw,w w 1", "pieces of White"},
		{"pylyx", "x4/x6/x,w3,x4/x,b4,x4/w,x5/x4 1 m 1 0 9", "b3", "b", "x4/x6/x,w3,x4/x,b5,x4/w,x5/x4 1 m 1 0 9",
			"the height must"},
		{"pylyx", "x4/x6/x,w3,x4/x,b4,x4/w,x5/x4 1 m 1 0 9", "b3", "w", "x4/x6/x,w3,x4/x,w,x4/w,x5/x4 1 m 1 0 9",
			"5 white"},
		{"pit", "x,bp,bt/wt,o,x/x2,wp w a 5/5 - - 5", "", "clear", "x3/x,o,x/x3 w a 5/5 - - 5", "no legal step"},
	} {
		got, err := ask[editedText](t, map[string]any{"do": "edit", "game": test.game, "start": test.start,
			"square": test.square, "put": test.put})
		if err != nil || got.Start != test.want || got.Wrong == "" != (test.wrong == "") ||
			!strings.Contains(got.Wrong, test.wrong) {
			t.Errorf("%s on %s of %q: %q, wrong %q, %v", test.put, test.square, test.start, got.Start, got.Wrong, err)
		}
	}
}

// TestEditsTakePastedShapes pastes a position on a smaller board than the options name.
func TestEditsTakePastedShapes(t *testing.T) {
	t.Parallel()
	got, err := ask[editedText](t, map[string]any{"do": "edit", "game": "pit-of-pillars", "start": edited[0].start,
		"options": map[string]string{"size": "8", "repetition": "2"}})
	if err != nil || got.Wrong != "" || len(got.Options) != 1 || got.Options["repetition"] != "2" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestEditsRefuse checks the errors for texts that are not positions, and for pieces and squares that do not exist.
func TestEditsRefuse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ start, square, put, want string }{
		{"nothing", "", "", "wanted 6: board, player, step, reserves, last man, turn"},
		{"x2/q,x3/x4/x2 w m 0/0 - 9", "", "", `"q" is neither empty`},
		{"x2/x,w,,x/x4/x2 w m 0/0 - 9", "", "", "a square is missing"},
		{"x2/x4/x4/w2,x w m 0/0 - 9", "", "", `"w2" is neither empty`},
		{"x2/x4/x4/wR,x w m 0/0 - 9", "", "", `"wR" is neither empty`},
		{"x2/x99999999999/x4/x2 w m 0/0 - 9", "", "", "is not a number of empty squares"},
		{"x2/x3/x4/x2 w m 0/0 - 9", "", "", "rank 3 has 3 squares"},
		{"x2/x4/x4/x2 w m 0/0 - 9", "a1", "w", "square: must be"}, // a missing corner
		{"x2/x4/x4/x2 w m 0/0 - 9", "b1", "wr", "put: must be"},
	} {
		_, err := ask[editedText](t, map[string]any{"do": "edit", "game": "pit-of-pillars", "start": test.start,
			"square": test.square, "put": test.put})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q, %s on %s: %v", test.start, test.put, test.square, err)
		}
	}
}
