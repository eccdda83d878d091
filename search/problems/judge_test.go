package problems

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestPuzzlesAreProven proves by plain recursion which first turns win within the promised number, and that none wins
// sooner. There must be few of them, and the same as [Problem.Judge] knows.
func TestPuzzlesAreProven(t *testing.T) {
	t.Parallel()
	for _, p := range sample(t) {
		t.Run(p.ID, func(t *testing.T) {
			t.Parallel()
			var plain recursion
			start := load(t, &p)
			if p.Kind.Turns > 1 && plain.forces(start, start.Seat(), 2*p.Kind.Turns-3) {
				t.Errorf("%s wins within %d turns", start, p.Kind.Turns-1)
			}
			verdict, err := p.Judge(t.Context(), engine.NewHistory(start), "")
			if err != nil || verdict.Right || len(verdict.Turns) == 0 || len(verdict.Turns) > 2 {
				t.Fatalf("%+v, %v", verdict, err)
			}
			wins := plain.first(start, p.Kind.Turns)
			for turn, want := range wins {
				if got := slices.ContainsFunc(verdict.Turns, func(pattern string) bool {
					begin, open := strings.CutSuffix(pattern, "*")
					return turn == pattern || open && strings.HasPrefix(turn, begin)
				}); got != want {
					t.Errorf("%s of %v: listed %v, wins %v", turn, verdict.Turns, got, want)
				}
			}
			judgeSome(t, &p, start, wins)
			t.Logf("%d turns by plain recursion, of %d legal ones", plain.played, len(wins))
		})
	}
}

// judgeSome compares the verdicts on some turns with the turns that win. A reply to a wrong turn must refute it, and
// the reply to a right turn must be a longest defence.
func judgeSome(t *testing.T, p *Problem, start engine.Position, wins map[string]bool) {
	var plain recursion
	turns := slices.Sorted(maps.Keys(wins))
	random := enginetest.Random(t)
	random.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	right := slices.IndexFunc(turns, func(turn string) bool { return wins[turn] })
	for _, turn := range append(turns[:min(len(turns), 5)], turns[right]) {
		h := engine.NewHistory(start)
		got, err := p.Judge(t.Context(), h, turn)
		if err != nil || got.Right != wins[turn] || got.Left != p.Kind.Turns-1 || got.Comment == "" {
			t.Errorf("%s: %+v, %v; wins: %v", turn, got, err, wins[turn])
			continue
		}
		after := afterTurn(t, h, turn)
		if got.Right && after.Over() != (got.Reply == "") || after.Over() && got.Reply != "" {
			t.Errorf("%s: the reply is %q", turn, got.Reply)
		}
		if after.Over() || got.Reply == "" {
			continue
		}
		end := afterTurn(t, h, got.Reply)
		if plain.forces(end, start.Seat(), 2*got.Left-1) != got.Right {
			t.Errorf("%s: the reply %s holds: %v", turn, got.Reply, got.Right)
		}
		if got.Right && got.Left > 1 && plain.forces(end, start.Seat(), 2*got.Left-3) {
			t.Errorf("%s: the reply %s is not the longest defence", turn, got.Reply)
		}
	}
}

// afterTurn plays a turn and returns the position.
func afterTurn(t *testing.T, h *engine.History, turn string) engine.Position {
	t.Helper()
	require.NoError(t, h.PlayTurn(turn))
	return h.Position()
}

// TestHardPositionsAreRefused asks for wins that need more search than allowed.
func TestHardPositionsAreRefused(t *testing.T) {
	t.Parallel()
	p := &Problem{Game: "pit-of-pillars", Kind: Kind{win, 4}, Position: "x6/x8/x8/x8/x8/x8/x8/x6 w o 0/0 - 1"}
	if v, err := p.Judge(t.Context(), engine.NewHistory(load(t, p)), "a1"); !errors.Is(err, ErrHard) {
		t.Errorf("a win from the start: %+v, %v", v, err)
	}
}

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
		p := &Problem{Game: test.game, Kind: Kind{win, test.own}, Position: test.start}
		h := engine.NewHistory(load(t, p))
		for turn := range strings.FieldsSeq(test.turns) {
			afterTurn(t, h, turn)
		}
		if v, err := p.Judge(t.Context(), h, "b1c1"); err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v; want %s", test.turns, v, err, test.want)
		}
	}
}
