package openings

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestVariedOpeningsAreDrawnAsAsked checks that varied openings have every length of the range equally often, and that
// the given share has no random set-up. An opening with a set-up is longer than the range, by the turns of the set-up.
func TestVariedOpeningsAreDrawnAsAsked(t *testing.T) {
	const n, least, most = 2000, 2, 5
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	setUp, err := first(rules, 1, Source{Kind: SetUps}, 1)
	require.NoError(t, err)
	turns := len(setUp[0].Turns)
	list, err := first(rules, 7, Source{Kind: Varied, Least: least, Turns: most, OwnSetUp: .25}, n)
	require.NoError(t, err)
	own, lengths := 0, map[int]int{}
	for _, opening := range list {
		if length := len(opening.Turns); length <= most {
			own++
			lengths[length]++
		} else {
			lengths[length-turns]++
		}
	}
	if own < n/4-100 || own > n/4+100 { // five standard errors
		t.Errorf("%d of %d openings leave the set-up to the players; want a quarter", own, n)
	}
	for length := least; length <= most; length++ {
		if got := lengths[length]; got < n/4-100 || got > n/4+100 {
			t.Errorf("%d of %d openings have %d turns; want a quarter", got, n, length)
		}
	}
}

// TestVariedOpeningsEndNoGame checks that no varied opening is a finished game, however likely random turns are to end
// a game.
func TestVariedOpeningsEndNoGame(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	list, err := first(rules, 7, Source{Kind: Varied, Least: 20, Turns: 20, OwnSetUp: 1}, 200)
	require.NoError(t, err)
	for _, opening := range list {
		if after(t, rules, opening).Over() {
			t.Errorf("%v ends the game", opening.Turns)
		}
	}
}

func TestVariedSourceIsChecked(t *testing.T) {
	for _, source := range []Source{
		{Kind: Varied, Least: 4, Turns: 4, OwnSetUp: 1}, {Kind: Random, Turns: MaxTurns}, {Kind: None},
		{Kind: FromBook, Times: 2, Lines: []string{"a1b1"}},
	} {
		if err := source.Check(); err != nil {
			t.Errorf("%+v: %v", source, err)
		}
	}
	for _, source := range []Source{
		{Kind: "odd"}, {Turns: MaxTurns + 1}, {Turns: -1}, {Times: 2}, {Kind: SetUps, Turns: 1}, {Kind: None, Turns: 1},
		{Kind: FromBook, Times: -1, Lines: []string{"a1b1"}}, {Kind: FromBook}, {Lines: []string{"a1b1"}},
		{Kind: Varied, Least: 5, Turns: 4}, {Kind: Varied, Least: -1, Turns: 4}, {Least: 1, Turns: 4},
		{Kind: Varied, Turns: 4, OwnSetUp: 1.1}, {Turns: 4, OwnSetUp: .5},
	} {
		if err := source.Check(); err == nil {
			t.Errorf("%+v is accepted", source)
		}
	}
}
