package puzzles

import (
	"strings"
	"testing"

	"pillars/engine"
)

// parted is a puzzle of Pit in which all answers to the right turn part Black's pawns.
const parted = "x3,bt,bt,x4/x4,bt,x4/x2,o,x3,o,x2/x9/x4,o,x4/x,bp,x7/x2,o,x3,o,x2/x3,wp,x5/x,wt,x7 w a 5/3 " +
	"a1|e,a4|e,b4|e,b5|e,b5|n,b6|e,b6|n,d1|n,d2|n,d9|e,e2|e,e7|n - 15"

// TestVerdictsInWords judges turns of puzzles that can be solved by eye, and compares whole sentences.
func TestVerdictsInWords(t *testing.T) {
	t.Parallel()
	shutIn := &Puzzle{Game: "pit-of-pillars", Number: 4, Own: 1, Start: "x2/r,W,x2/x3,W/w,x w m 0/0 - 9"}
	climb := &Puzzle{Game: "pilastri", Number: 17, Own: 2, Start: "x,b,w,bw/bwb,x3/x4/bw,ww,bwb,wb w 11"}
	for _, test := range []struct {
		puzzle       *Puzzle
		turn         string
		right, ended bool
		reply, words string
		left         int
	}{
		{shutIn, "b1c1^d2a2", true, true, "", "White wins: no legal step.", 0},
		{shutIn, "b1c1", false, false, "", "After b1c1 White does not win within 1 turn.", 0},
		{shutIn, "b9", false, false, "", `"b9" is not a legal turn.`, 0},
		{climb, "c4b4", true, false, "d1d4", "Black holds out longest with d1d4; White has 1 turn left.", 1},
		{climb, "d4d1", false, false, "b4c4",
			"After d4d1 Black can answer b4c4, and White does not win within 2 turns.", 1},
		{&Puzzle{Game: "pit", Own: 2, Start: parted}, "@b5b5|w", true, true, "b4b5b5|s",
			"All answers lose at once: after b4b5b5|s White wins: pawns parted.", 1},
	} {
		v, err := test.puzzle.Judge(t.Context(), engine.NewHistory(load(t, test.puzzle)), test.turn)
		if err != nil || v.Right != test.right || v.Finished != test.ended || v.Reply != test.reply ||
			v.Left != test.left || v.Comment != test.words {
			t.Errorf("%s: %+v, %v, want %+v", test.turn, v, err, test)
		}
	}
	if task := climb.Task(load(t, climb)); task != "White wins in 2 turns" || climb.ID() != "pilastri-17" {
		t.Errorf("%s: %s", climb.ID(), task)
	}
	if task := shutIn.Task(load(t, shutIn)); task != "White wins in 1 turn" {
		t.Error(task)
	}
	for _, p := range []*Puzzle{shutIn, climb, {Game: "pit", Own: 2, Start: parted}} {
		if err := p.Check(t.Context()); err != nil {
			t.Errorf("%s: %v", p.Start, err)
		}
	}
}

// TestTurnsThatCannotBeJudged asks about a turn that is the opponent's, in the middle of a turn, after the last turn of
// a puzzle, and after the end of the game.
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
	h := engine.NewHistory(load(t, &Puzzle{Game: "pit-of-pillars", Start: "x2/r,W,x2/x3,W/w,x w m 0/0 - 9"}))
	if err := h.Play(h.Position().AppendSteps(nil)[0]); err != nil {
		t.Fatal(err)
	}
	if h.Position().StartsTurn() {
		t.Fatal("the turn has one step only")
	}
	if v, err := (&Puzzle{Own: 1}).Judge(t.Context(), h, ""); err == nil || err.Error() != "White has to begin a turn" {
		t.Errorf("in the middle of a turn: %+v, %v", v, err)
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

// TestPatterns joins turns with one first step if no legal turn with that step is missing.
func TestPatterns(t *testing.T) {
	t.Parallel()
	p := load(t, &Puzzle{Game: "pit-of-pillars", Start: "x2/r,W,x2/x3,W/w,x w m 0/0 - 9"})
	var all, but1 [][]engine.Step
	for turn := range engine.EachTurn(p) {
		turn = append([]engine.Step{}, turn...)
		if all = append(all, turn); engine.LineText(p, turn) != "b1c1^d2a2" {
			but1 = append(but1, turn)
		}
	}
	whole, part := strings.Join(Patterns(p, all), " "), strings.Join(Patterns(p, but1), " ")
	if !strings.Contains(whole, "b1c1*") || strings.Contains(whole, "b1c1^") {
		t.Errorf("all turns are %s", whole)
	}
	if strings.Contains(part, "b1c1*") || !strings.Contains(part, "b1c1 ") || strings.Contains(part, "b1c1^d2a2") {
		t.Errorf("all turns but one are %s", part)
	}
}
