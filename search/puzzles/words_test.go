package puzzles

import (
	"strings"
	"testing"

	"pillars/engine"
)

// TestTurnsThatCannotBeJudged asks about a turn that is the opponent's, after the last turn of a puzzle, and after
// the end of the game.
func TestTurnsThatCannotBeJudged(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		game, start string
		own         int
		turns, want string
	}{
		{"pilastri", "x,b,w,bw/bwb,x3/x4/bw,ww,bwb,wb w 11", 2, "c4b4", "White has to begin a turn"},
		{"pilastri", "x,b,w,bw/bwb,x3/x4/bw,ww,bwb,wb w 11", 1, "c4b4 d1d4", "no turn of the puzzle is left"},
		{"pit-of-pillars", "x2/r,W,x2/x3,W/w,x w m 0/0 - 9", 1, "b1c1^d2a2", "the game is over"},
	} {
		p := &Puzzle{Game: test.game, Own: test.own, Start: test.start}
		h := engine.NewHistory(load(t, p))
		for turn := range strings.FieldsSeq(test.turns) {
			afterTurn(t, h, turn)
		}
		if v, err := p.Judge(t.Context(), h, "b1c1"); err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v; want %s", test.turns, v, err, test.want)
		}
	}
}

// TestBadPuzzlesAreRefused checks a puzzle without a game, one whose position cannot be read and one without turns.
func TestBadPuzzlesAreRefused(t *testing.T) {
	t.Parallel()
	for _, p := range []*Puzzle{
		{Game: "chess", Own: 1, Start: "x"}, {Game: "pilastri", Own: 1, Start: "x"},
		{Game: "pilastri", Own: 0, Start: "x,b,w,bw/bwb,x3/x4/bw,ww,bwb,wb w 11"},
	} {
		if err := p.Check(t.Context()); err == nil {
			t.Errorf("%+v passes", p)
		}
	}
}
