package proof

import (
	"context"
	"errors"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
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
	if _, err := WinningTurns(ctx, newNim(6), 9); !errors.Is(err, context.Canceled) {
		t.Errorf("WinningTurns: %v", err)
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
