// Package review analyses a played game turn by turn with a player.
package review

import (
	"cmp"
	"context"
	"iter"

	"pillars/engine"
	"pillars/search"
)

// A Turn is a turn that was played, with the opinion of the player that analyses the game.
type Turn struct {
	Number       int
	Seat         engine.Seat
	Played, Best string  // as texts
	Expected     float64 // the seat's expected result with the best turn, calibrated
	Lost         float64 // expected result lost by Played, as judged a turn later; 0 with more than two seats
}

// Turns yields the turns of a game in order. For each of them the player decides a turn, as the first of a new game,
// within limits for each decision.
func Turns(ctx context.Context, player search.Player, limits search.Limits, h *engine.History) iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		var last Turn
		chances, err := search.ChancesOf(player.Name(), h.Start().Rules())
		if err != nil {
			yield(Turn{}, err)
			return
		}
		for i, played := range engine.Turns(h.Start(), h.Steps()) {
			before := h.AfterTurn(i)
			search.Begin(ctx, player, 1)
			decided, _, err := search.DecideTurn(ctx, player, before, limits, nil)
			if err != nil || ctx.Err() != nil {
				yield(Turn{}, cmp.Or(err, ctx.Err()))
				return
			}
			p := before.Position()
			turn := Turn{Number: i + 1, Seat: p.Seat(), Played: played, Best: engine.LineText(p, decided.Steps),
				Expected: chances.Of(p, decided.Info.Score)}
			if i > 0 && !yield(last.against(turn.Seat, turn.Expected, p.Rules().Seats()), nil) {
				return
			}
			last = turn
		}
		if outcome := h.Outcome(); outcome.Over() {
			last = last.against(last.Seat, outcome.Score(last.Seat), outcome.Seats)
		}
		if last.Number > 0 {
			yield(last, nil)
		}
	}
}

// against returns the turn with Lost set. Expected is the expected result of seat after the turn.
func (t Turn) against(seat engine.Seat, expected float64, seats int) Turn {
	if seat != t.Seat {
		expected = 1 - expected
	}
	if seats == 2 && t.Played != t.Best {
		t.Lost = max(0, t.Expected-expected)
	}
	return t
}
