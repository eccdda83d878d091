package training

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval/tune"
)

// TestScores compares the collected scores with those found by going through the games from the end: the turns count
// from the last one back to the last random one.
func TestScores(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	data := source(t, rules, small, quick, 40)
	data.Remark = func(text string) { t.Error(text) }
	c, err := data.Scores(t.Context(), rules)
	if err != nil {
		t.Fatal(err)
	}
	games, replay := stored(t, rules, data)
	var want []tune.Scored
	strayed := 0
	for number, game := range games {
		var positions []engine.Position
		var turns []turn
		if err := replay.each(game, func(p engine.Position, now turn) error {
			if p.StartsTurn() {
				positions, turns = append(positions, p.Clone()), append(turns, now)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		var found []tune.Scored
		last := len(turns) - 1
		for ; last >= 0 && turns[last].decided; last-- {
			if score, p := turns[last].score, positions[last]; !score.Decided() {
				found = append(found, tune.Scored{Game: number + 1, Score: float64(score),
					Phase: engine.PhaseOf(p), Result: game.Outcome.Score(p.Seat())})
			}
		}
		for ; last >= 0; last-- {
			if turns[last].decided {
				strayed++
			}
		}
		slices.Reverse(found)
		want = append(want, found...)
	}
	if got := c.Positions["alphabeta"]; !slices.Equal(got, want) || len(c.Positions) != 1 ||
		c.Games["alphabeta"] != 40 {
		t.Errorf("%d scores of %v games, want %d: %v", len(got), c.Games, len(want), got)
	}
	if len(want) < 100 || strayed == 0 {
		t.Errorf("%d scores, %d before a random turn; the test means to see more", len(want), strayed)
	}
}
