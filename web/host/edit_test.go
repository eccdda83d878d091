package host_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// An editedText holds the fields of an edited position that tests check.
type editedText struct {
	Start, Wrong string
	shownBoard
	Pieces []struct{ Value, Words string }
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

// TestEditedPositionsKeepTheirText puts pieces on each empty square of a position and takes them away again, which must
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
		require.NoError(t, err)
		if !slices.Equal(before.Squares, shown.Squares) {
			t.Errorf("%s: the squares %v are shown as %v", one.game, shown.Squares, before.Squares)
		}
		for i, name := range shown.names() {
			if slices.ContainsFunc(shown.Squares, func(s drawnSquare) bool { return s.Name == name && s.Words != "" }) {
				continue
			}
			piece := before.Pieces[i%len(before.Pieces)] // each on some squares
			question["square"], question["put"], question["start"] = name, piece.Value, one.start
			after, err := ask[editedText](t, question)
			if err != nil || after.Start == one.start {
				t.Fatalf("%s: %s on %s changes nothing: %v", one.game, piece.Words, name, err)
			}
			question["put"], question["start"] = "x", after.Start
			again, err := ask[editedText](t, question)
			if err != nil || boardOf(again.Start) != boardOf(one.start) {
				t.Fatalf("%s: %s on %s and away: %q, %v", one.game, piece.Words, name, again.Start, err)
			}
		}
	}
}

func boardOf(position string) string { return strings.Fields(position)[0] }
