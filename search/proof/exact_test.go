package proof

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// newNim returns a game of stones. It can be won exactly if 4 does not divide their number.
func newNim(stones int) engine.Position { return (&enginetest.Stones{Pile: stones}).Start() }

// TestTurnCap makes a game end before the win: 6 counters take three turns.
func TestTurnCap(t *testing.T) {
	t.Parallel()
	for turnCap, want := range map[int]int{2: 0, 3: 1, 4: 1} {
		p := (&enginetest.Stones{Pile: 6, Cap: turnCap}).Start()
		if got := solve(t, p, 9); got.sign != want {
			t.Errorf("turn cap %d: %+v, want %+d", turnCap, got, want)
		}
		turns, err := TurnsTo(context.Background(), p, p.Seat(), 9)
		if err != nil || (len(turns) > 0) != (want == 1) {
			t.Errorf("turn cap %d: winning turns %v, %v", turnCap, turns, err)
		}
	}
}

// TestThreeSeats compares wins of one seat against two with a plain recursion over turns.
func TestThreeSeats(t *testing.T) {
	t.Parallel()
	var wins func(p engine.Position, winner engine.Seat, turns int) bool
	wins = func(p engine.Position, winner engine.Seat, turns int) bool {
		if p.Over() || turns == 0 {
			return p.Over() && p.Outcome().Score(winner) == 1
		}
		return slices.ContainsFunc(afterTurns(p), func(after engine.Position) bool {
			return wins(after, winner, turns-1) == (p.Seat() == winner)
		}) == (p.Seat() == winner)
	}
	won := 0
	for pile := 1; pile <= 5; pile++ {
		p := (&enginetest.Stones{Players: 3, Pile: pile}).Start()
		for winner := range engine.Seat(3) {
			for turns := 1; turns <= 6; turns++ {
				got, err := Forces(t.Context(), p, winner, turns)
				if want := wins(p, winner, turns); err != nil || got != want {
					t.Errorf("pile %d, seat %s, %d turns: forced %v (%v), want %v", pile, winner, turns, got, err, want)
				}
				if got {
					won++
				}
			}
		}
	}
	if won < 5 {
		t.Errorf("%d wins; the test means to see more", won)
	}
}

// TestRefusals checks that errors say what is wrong.
func TestRefusals(t *testing.T) {
	t.Parallel()
	_, none := Forces(context.Background(), newNim(5), 0, 0)
	_, many := TurnsTo(context.Background(), newNim(5), 0, 1001)
	for text, err := range map[string]error{"must be from 1 to 1000": none, "1001 turns": many} {
		require.ErrorContains(t, err, text)
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
	if _, err := TurnsTo(ctx, newNim(6), 0, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("TurnsTo: %v", err)
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
