// Package review finds better turns in a played game, by letting a player search before every turn.
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
	Number   int         `json:"number"` // number of the turn in the game, from 1
	Seat     engine.Seat `json:"seat"`   // the seat that played it
	Played   string      `json:"played"` // text of the turn
	Best     string      `json:"best"`   // text of the player's best turn
	Expected float64     `json:"chance"` // the seat's expected result with the best turn, from 0 to 1, calibrated
	After    float64     `json:"after"`  // the seat's expected or final result after the turn; only with two seats
	Lost     float64     `json:"loss"`   // Expected minus After, at least 0; 0 for the best turn and with 3 or 4 seats
	// Threw reports whether Played threw a win away: before it the seat had a proven win, and after it a proven loss or
	// a game that ended without a win. It is false with more than two seats.
	Threw bool `json:"threw"`

	score search.Score // the player's score for the seat, with the best turn
}

// Turns yields the turns of a game in order. Before each turn the player decides on the best turn, as if a new game
// began and within limits for each decision. To judge the last turn of an unfinished game, it decides once more after
// that turn.
func Turns(ctx context.Context, player search.Player, limits search.Limits, h *engine.History) iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		var last Turn // the turn before the one that the player decides
		chances, err := search.ChancesOf(player.Name(), h.Start().Rules())
		if err != nil {
			yield(Turn{}, err)
			return
		}
		turns, outcome, seats := engine.Turns(h.Start(), h.Steps()), h.Outcome(), h.Start().Rules().Seats()
		for i := range len(turns) + 1 {
			afterLast := i == len(turns) // no turn was played here; the decision only judges the last turn
			if afterLast && (i == 0 || outcome.Over()) {
				break // there is no last turn, or the outcome judges it
			}
			before := h.AfterTurn(i)
			const seed = 1
			search.Begin(ctx, player, seed)
			decided, _, err := search.DecideTurn(ctx, player, before, limits, nil)
			if err != nil || ctx.Err() != nil {
				yield(Turn{}, cmp.Or(err, ctx.Err()))
				return
			}
			p := before.Position()
			turn := Turn{Number: i + 1, Seat: p.Seat(), Best: engine.LineText(p, decided.Steps),
				Expected: chances.Of(decided.Info.Score), score: decided.Info.Score}
			if i > 0 && !yield(last.against(turn, seats), nil) {
				return
			}
			if afterLast {
				return
			}
			turn.Played = turns[i]
			last = turn
		}
		if last.Number > 0 {
			yield(last.end(outcome), nil)
		}
	}
}

// end returns the last turn of a finished game with After, Lost and Threw set. The result of the game replaces Expected
// if the result is better or if Played is Best.
func (t Turn) end(outcome engine.Outcome) Turn {
	result := outcome.Score(t.Seat)
	t.Expected = max(t.Expected, result)
	if t.Played == t.Best {
		t.Expected = result
	}
	end := Turn{Seat: t.Seat, Expected: result, score: search.WinScore}
	if result < 1 {
		end.score = -search.WinScore // a draw throws a win away too
	}
	return t.against(end, outcome.Seats)
}

// against returns the turn with After, Lost and Threw set. Next is the turn that follows, with the player's opinion.
func (t Turn) against(next Turn, seats int) Turn {
	if next.Seat != t.Seat {
		next.Expected, next.score = 1-next.Expected, -next.score
	}
	t.After = next.Expected
	if seats == 2 && t.Played != t.Best {
		t.Lost = max(0, t.Expected-t.After)
		t.Threw = t.score > search.Proven && next.score < -search.Proven
	}
	return t
}
