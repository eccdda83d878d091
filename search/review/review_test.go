package review_test

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/proof"
	"pillars/search/review"
)

// TestTurns reviews a game in which White overlooks a win at once, and takes it a turn later.
func TestTurns(t *testing.T) {
	t.Parallel()
	start := enginetest.Read(t, "pit-of-pillars", "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23")
	h := engine.NewHistory(start)
	for _, turn := range []string{"@c4", "a2b2", "@b2"} {
		if err := h.PlayTurn(turn); err != nil {
			t.Fatal(err)
		}
	}
	player, err := players.New("alphabeta", start.Rules())
	if err != nil {
		t.Fatal(err)
	}
	var turns []review.Turn
	for turn, err := range review.Turns(context.Background(), player, search.Limits{Nodes: 3000}, h) {
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, turn)
	}
	if len(turns) != 3 {
		t.Fatalf("turns %+v, want 3", turns)
	}
	first, second, third := turns[0], turns[1], turns[2]
	if first.Expected != 1 || first.Best == "@c4" || first.Played != "@c4" || second.Seat != 1 || second.Number != 2 {
		t.Errorf("%+v, %+v: White could win at once", first, second)
	}
	if third.Expected != 1 || third.Lost != 0 || third.Played != "@b2" {
		t.Errorf("%+v: White wins", third)
	}
	if second.Lost != 0 && second.Lost != second.Expected {
		t.Errorf("%+v: Red loses at once after it", second)
	}
}

// TestTurnsEnd stops in the middle and expects no turn that was not analysed.
func TestTurnsEnd(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri")
	h := engine.NewHistory(rules.Start())
	if err := h.PlayTurn("c2b2"); err != nil {
		t.Fatal(err)
	}
	player, err := players.New("random", rules)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for turn, err := range review.Turns(ctx, player, search.Limits{}, h) {
		if err == nil {
			t.Errorf("turn %+v of a review that was given up", turn)
		}
	}
}

// TestLastTurns checks that the last turn is judged by the result of the game or, in an unfinished game, by the
// position after it.
func TestLastTurns(t *testing.T) {
	t.Parallel()
	start := enginetest.Read(t, "pylyx", "x4/w,x5/b3,x2,w3,x2/x6/x,b,x4/x4 1 m 1 0 33")
	player, err := players.New("alphabeta", start.Rules())
	if err != nil {
		t.Fatal(err)
	}
	last := func(texts ...string) (last review.Turn) {
		h := engine.NewHistory(start)
		for _, turn := range texts {
			if err := h.PlayTurn(turn); err != nil {
				t.Fatal(err)
			}
		}
		for turn, err := range review.Turns(t.Context(), player, search.Limits{Nodes: 3000}, h) {
			if err != nil {
				t.Fatal(err)
			}
			last = turn
		}
		return last
	}
	if drawn := last("-", "-"); drawn.After != .5 || drawn.Lost != max(0, drawn.Expected-.5) {
		t.Errorf("a draw: %+v", drawn)
	}
	first := last("-")
	next := last("-", "-")
	if first.After != 1-next.Expected || first.Lost != max(0, first.Expected-first.After) {
		t.Errorf("an unfinished game: %+v, then %+v", first, next)
	}
}

// TestThrownWins reviews games of random turns and asks an exact search which turns threw a win away.
func TestThrownWins(t *testing.T) {
	t.Parallel()
	const longest = 30 // turns; no game has more
	rules := enginetest.Rules(t, "pilastri", "size=4")
	player, err := players.New("alphabeta", rules)
	if err != nil {
		t.Fatal(err)
	}
	forces := func(p engine.Position, seat engine.Seat) bool {
		if p.Over() {
			return p.Outcome().Score(seat) == 1
		}
		forced, err := proof.Forces(t.Context(), p, seat, longest)
		if err != nil {
			t.Fatal(err)
		}
		return forced
	}
	thrown, random := 0, engine.NewRandom(1)
	for range 10 {
		h := engine.NewHistory(rules.Start())
		for !h.Outcome().Over() {
			steps := h.Position().AppendSteps(nil)
			if err := h.Play(steps[random.Uint64()%uint64(len(steps))]); err != nil {
				t.Fatal(err)
			}
		}
		for turn, err := range review.Turns(t.Context(), player, search.Limits{Nodes: 20000}, h) {
			if err != nil {
				t.Fatal(err)
			}
			if turn.Number <= 4 {
				continue // too far from the end for the player
			}
			before, after := h.AfterTurn(turn.Number-1).Position(), h.AfterTurn(turn.Number).Position()
			want := forces(before, turn.Seat) && forces(after, 1-turn.Seat)
			if turn.Threw != want {
				t.Errorf("turn %s at %s: threw a win away: %t, want %t", turn.Played, before, turn.Threw, want)
			}
			if want {
				thrown++
			}
		}
	}
	if thrown == 0 {
		t.Error("no turn threw a win away")
	}
}
