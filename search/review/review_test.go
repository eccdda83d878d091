package review_test

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/review"
)

// TestTurns reviews a game in which White overlooks a win at once, and takes it a turn later.
func TestTurns(t *testing.T) {
	t.Parallel()
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	start, err := game.Read("x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23", nil)
	if err != nil {
		t.Fatal(err)
	}
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

// TestTurnsEnd breaks off in the middle and expects no turn that was not analysed.
func TestTurnsEnd(t *testing.T) {
	t.Parallel()
	game, err := games.Find("pilastri")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
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
