package review

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/search"
)

// TestJudgements compares what turns lose, by the turn after them or by the end of the game, with values worked out by
// hand. A turn with Played "best" is the best one.
func TestJudgements(t *testing.T) {
	t.Parallel()
	win, loss := search.WinIn(3), -search.WinIn(3)
	turn := func(seat engine.Seat, expected float64, score search.Score, played string) Turn {
		return Turn{Seat: seat, Expected: expected, score: score, Played: played, Best: "best"}
	}
	whiteWins, draw := engine.Win(0, "over"), engine.Draw(2, "over")
	for name, test := range map[string]struct {
		got                   Turn
		expected, after, lost float64
		threw                 bool
	}{
		"the opponent expects much": {turn(0, 0.8, 90, "a").against(turn(1, 0.6, 40, ""), 2), 0.8, 0.4, 0.4, false},
		"the seat acts again":       {turn(0, 0.8, 90, "a").against(turn(0, 0.6, 40, ""), 2), 0.8, 0.6, 0.2, false},
		"better than expected":      {turn(0, 0.3, -90, "a").against(turn(1, 0.1, -200, ""), 2), 0.3, 0.9, 0, false},
		"the best turn":             {turn(0, 1, win, "best").against(turn(1, 0.9, win, ""), 2), 1, 0.1, 0, false},
		"more than two seats":       {turn(0, 1, win, "a").against(turn(1, 0.9, win, ""), 3), 1, 0.1, 0, false},
		"a win thrown away":         {turn(0, 1, win, "a").against(turn(1, 1, win, ""), 2), 1, 0, 1, true},
		"a win kept":                {turn(0, 1, win, "a").against(turn(1, 0, loss, ""), 2), 1, 1, 0, false},
		"a win that is not proven":  {turn(0, 1, search.Proven, "a").against(turn(1, 1, win, ""), 2), 1, 0, 1, false},
		"a loss that is not proven": {turn(0, 1, win, "a").against(turn(1, 1, search.Proven, ""), 2), 1, 0, 1, false},
		"the last turn wins":        {turn(0, 0.7, 90, "a").end(whiteWins), 1, 1, 0, false},
		"the last turn loses":       {turn(1, 0.3, win, "a").end(whiteWins), 0.3, 0, 0.3, true},
		"the last turn draws":       {turn(0, 1, win, "a").end(draw), 1, 0.5, 0.5, true},
		"the best turn loses":       {turn(1, 0.9, 200, "best").end(whiteWins), 0, 0, 0, false},
		"the best turn draws":       {turn(1, 0.2, -200, "best").end(draw), 0.5, 0.5, 0, false},
	} {
		near.Check(t, test.got.Expected, test.expected, 1e-12, name, ": expected")
		near.Check(t, test.got.After, test.after, 1e-12, name, ": after")
		near.Check(t, test.got.Lost, test.lost, 1e-12, name, ": lost")
		if test.got.Threw != test.threw {
			t.Errorf("%s: threw a win away: %v", name, test.got.Threw)
		}
	}
}
