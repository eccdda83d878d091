package proof

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestSolveNim compares with the theory of the game: the winner leaves a multiple of 4 each time, the loser resists
// longest by taking one.
func TestSolveNim(t *testing.T) {
	t.Parallel()
	for left := 1; left <= 30; left++ {
		want := answer{1, 2*((left+3)/4) - 1}
		if left%4 == 0 {
			want = answer{-1, left / 2}
		}
		if got := solve(t, newNim(left), 30); got != want {
			t.Errorf("%d counters: %+v, want %+v", left, got, want)
		}
	}
}

// TestSolveInTurn solves a position in the middle of a turn: of 5 counters one is taken already, and stopping leaves
// the opponent a lost 4.
func TestSolveInTurn(t *testing.T) {
	t.Parallel()
	p := newNim(5)
	p.PlayInto(take, p)
	if got := solve(t, p, 9); got != (answer{1, 3}) {
		t.Errorf("%+v, want a win in 3 turns", got)
	}
	turns, err := WinningTurns(context.Background(), p, 9)
	if err != nil || len(turns) != 1 || !slices.Equal(turns[0], []engine.Step{stop}) {
		t.Errorf("winning turns %v, %v; want only stopping", turns, err)
	}
}

// TestTurnsNim compares the three turns at 6 counters with the theory.
func TestTurnsNim(t *testing.T) {
	t.Parallel()
	one, two, three := []engine.Step{take, stop}, []engine.Step{take, take, stop}, []engine.Step{take, take, take}
	for _, test := range []struct {
		list  func(context.Context, engine.Position, int) (Turns, error)
		turns int
		want  Turns
	}{
		{WinningTurns, 2, nil},
		{WinningTurns, 3, Turns{two}},
		{LosingTurns, 1, nil},
		{LosingTurns, 2, Turns{three}},
		{LosingTurns, 4, Turns{three, one}},
	} {
		got, err := test.list(context.Background(), newNim(6), test.turns)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, test.want, slices.Equal) {
			t.Errorf("within %d turns: %v, want %v", test.turns, got, test.want)
		}
	}
}

// TestTurnCap makes a game end before the win: 6 counters take three turns.
func TestTurnCap(t *testing.T) {
	t.Parallel()
	for turnCap, want := range map[int]int{2: 0, 3: 1, 4: 1} {
		p := newNim(6)
		p.rules.turnCap = turnCap
		if got := solve(t, p, 9); got.sign != want {
			t.Errorf("turn cap %d: %+v, want %+d", turnCap, got, want)
		}
		turns, err := WinningTurns(context.Background(), p, 9)
		if err != nil || (len(turns) > 0) != (want == 1) {
			t.Errorf("turn cap %d: winning turns %v, %v", turnCap, turns, err)
		}
	}
}

// TestPitOfPillars checks positions small enough to be solved by eye.
func TestPitOfPillars(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		why, position string
		turns         int
		want          answer
		winning       string
		losing        string // within two turns
	}{
		{"White takes the last red man, by a move or an entry",
			"x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23", 1, answer{1, 1}, "a3a2 @a2", ""},
		{"four squares apart, so nobody reaches the other yet",
			"x2/w,x3/x3,r/x2 w m 0/0 - 23", 3, answer{}, "", ""},
		{"both squares that White can go to are next to Red's man",
			"x2/w,x3/x,r,x2/x2 w m 0/0 - 5", 3, answer{-1, 2}, "", "a3a2 a3b3"},
		{"the same with Red to act, who must not come next to White's man",
			"x2/w,x3/x,r,x2/x2 r m 0/0 - 6", 2, answer{}, "", "b2a2 b2b3"},
		{"the pillar from d2 shuts Red's last man in, unless White's own man stands in its way",
			"x2/r,W,x2/x3,W/w,x w m 0/0 - 9", 1, answer{1, 1}, "b1c1^d2a2", ""},
	} {
		p := read(t, test.position)
		if got := solve(t, p, test.turns); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.why, got, test.want)
		}
		turns, err := WinningTurns(context.Background(), p, test.turns)
		if err != nil {
			t.Fatal(err)
		}
		if text := turnTexts(p, turns); !sameWords(text, test.winning) {
			t.Errorf("%s: winning turns %q, want %q", test.why, text, test.winning)
		}
		if test.losing == "" {
			continue
		}
		if turns, err = LosingTurns(context.Background(), p, 2); err != nil {
			t.Fatal(err)
		}
		if text := turnTexts(p, turns); !sameWords(text, test.losing) {
			t.Errorf("%s: losing turns %q, want %q", test.why, text, test.losing)
		}
	}
}

// TestThreeSeats compares wins of one seat against two with a plain recursion over the counters.
func TestThreeSeats(t *testing.T) {
	t.Parallel()
	const turns = 7
	var wins func(left int, seat, winner engine.Seat, turns int) bool
	wins = func(left int, seat, winner engine.Seat, turns int) bool {
		for taken := 1; turns > 0 && taken <= min(3, left); taken++ {
			won := taken == left && seat == winner || taken < left && wins(left-taken, (seat+1)%3, winner, turns-1)
			if won == (seat == winner) {
				return won
			}
		}
		return turns > 0 && seat != winner
	}
	for left := 1; left <= 14; left++ {
		p := newNim(left)
		p.rules.seats = 3
		for winner := range engine.Seat(3) {
			got, err := Forces(context.Background(), p, winner, turns)
			if want := wins(left, 0, winner, turns); err != nil || got != want {
				t.Errorf("%d counters, seat %d: forced %v, error %v; want %v", left, winner, got, err, want)
			}
		}
	}
}

// TestRefusals checks that errors say what is wrong.
func TestRefusals(t *testing.T) {
	t.Parallel()
	three := newNim(5)
	three.rules.seats = 3
	_, losing := LosingTurns(context.Background(), three, 3)
	_, none := Forces(context.Background(), newNim(5), 0, 0)
	_, many := WinningTurns(context.Background(), newNim(5), 1001)
	for text, err := range map[string]error{
		"a loss needs a two-seat game": losing, "3 seats": losing, "must be from 1 to 1000": none, "1001 turns": many,
	} {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want one with %q", err, text)
		}
	}
}

// TestCancelled expects the context's error and no answer.
func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if forced, err := Forces(ctx, newNim(6), 0, 9); forced || !errors.Is(err, context.Canceled) {
		t.Errorf("Forces: %v, %v", forced, err)
	}
	if _, err := WinningTurns(ctx, newNim(6), 9); !errors.Is(err, context.Canceled) {
		t.Errorf("WinningTurns: %v", err)
	}
}

// TestOver checks that a finished game has its result at distance 0.
func TestOver(t *testing.T) {
	t.Parallel()
	for winner, want := range []bool{false, true} {
		if forced, err := Forces(context.Background(), newNim(0), engine.Seat(winner), 3); forced != want ||
			err != nil {
			t.Errorf("seat %d has won: %v, %v; want %v", winner+1, forced, err, want)
		}
	}
}

// answer is the value of a position for its seat to act: -1, 0 (unknown) or 1, and the number of turns of the shortest
// win or the longest resistance.
type answer struct{ sign, turns int }

// solve looks for longer and longer wins of both seats. With one turn less than the answer's, nothing is proven.
func solve(t *testing.T, p engine.Position, most int) answer {
	t.Helper()
	for turns := 1; turns <= most; turns++ {
		for winner := range engine.Seat(2) {
			switch forced, err := Forces(t.Context(), p, winner, turns); {
			case err != nil:
				t.Fatal(err)
			case forced && winner == p.Seat():
				return answer{1, turns}
			case forced:
				return answer{-1, turns}
			}
		}
	}
	return answer{}
}

func read(t *testing.T, text string) engine.Position {
	t.Helper()
	p := enginetest.Read(t, "pit-of-pillars", text)
	return p
}

func turnTexts(p engine.Position, turns Turns) string {
	var texts []string
	for _, turn := range turns {
		texts = append(texts, engine.LineText(p, turn))
	}
	return strings.Join(texts, " ")
}

func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
