package openings

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// first returns the first n openings of a source.
func first(rules engine.Rules, seed uint64, source Source, n int) ([]Opening, error) {
	list, err := NewList(rules, seed, source, n)
	first := make([]Opening, list.Len())
	for i := range first {
		first[i] = list.At(i)
	}
	return first, err
}

// allOf returns the first n of all openings.
func allOf(rules engine.Rules, seed uint64, turns, n int) ([]Opening, error) {
	return first(rules, seed, Source{Kind: All, Turns: turns}, n)
}

// everyEnd collects the positions after a number of whole turns, up to symmetry, by playing all turns.
func everyEnd(p engine.Position, turns int, ends map[uint64]bool) {
	if p.Over() || left(p) {
		return
	}
	if turns == 0 && p.StartsTurn() {
		ends[engine.CanonicalHash(p)] = true
		return
	}
	if p.StartsTurn() {
		turns--
	}
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		everyEnd(child, turns, ends)
	}
}

func left(p engine.Position) bool { return len(engine.Departed(p)) > 0 }

// TestAllOpeningsAreAll compares the number of openings with a count by playing all turns and, where count is not 0,
// with a count by hand.
func TestAllOpeningsAreAll(t *testing.T) {
	for _, test := range []struct {
		rules        engine.Rules
		turns, count int
	}{
		{enginetest.Rules(t, "pit-of-pillars"), 0, 1},
		// 8 x 8 squares are 10 up to symmetry, and the corner is left out
		{enginetest.Rules(t, "pit-of-pillars"), 1, 9},
		{enginetest.Rules(t, "pit-of-pillars", "size=4"), 1, 2}, // on the edge and inside
		{enginetest.Rules(t, "pit-of-pillars", "size=4"), 5, 0},
		{enginetest.Rules(t, "pit-of-pillars", "size=5"), 3, 0},
		{enginetest.Rules(t, "pilastri", "size=4"), 3, 0},
		{enginetest.Rules(t, "pilastri", "files=2", "ranks=4"), 4, 0},
		// 76 cells, without two towers and three cells next to Black's; 5 of the rest on the middle file, 66 in
		// mirrored pairs
		{enginetest.Rules(t, "pit"), 1, 38},
		{enginetest.Rules(t, "pit", "players=3", "board=2.3/.../.o./1.."), 4, 0},
		{pileRulesOf(t, "pile=9"), 4, 5}, // 4 to 8 stones are gone; with 9 somebody is out
	} {
		name := fmt.Sprintf("%s (%s), %d turns", test.rules.Game().Name(), test.rules.Settings(), test.turns)
		ends := map[uint64]bool{}
		everyEnd(test.rules.Start(), test.turns, ends)
		openings, err := allOf(test.rules, 1, test.turns, len(ends))
		if err != nil || test.count > 0 && len(openings) != test.count {
			t.Errorf("%s: %d openings, error %v; want %d", name, len(openings), err, test.count)
			continue
		}
		checkEnds(t, name, test.rules, openings, test.turns, ends)
		_, err = allOf(test.rules, 1, test.turns, len(openings)+1)
		if !errors.Is(err, ErrTooFew) {
			t.Errorf("%s: error %v for one more", name, err)
		}
	}
}

// checkEnds checks that each opening has the given number of turns and that no two lead to the same position.
func checkEnds(
	t *testing.T, name string, rules engine.Rules, openings []Opening, turns int, ends map[uint64]bool,
) {
	t.Helper()
	for _, opening := range openings {
		end := engine.CanonicalHash(after(t, rules, opening))
		if len(opening.Turns) != turns || !ends[end] {
			t.Errorf("%s: %q leads nowhere or where another leads", name, opening)
		}
		delete(ends, end)
	}
}

// TestAllOpeningsAreShuffled checks that fewer openings are the beginning of more, and that another seed gives another
// order.
func TestAllOpeningsAreShuffled(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	many, err := allOf(rules, 3, 2, 50)
	few, errFew := allOf(rules, 3, 2, 20)
	other, errOther := allOf(rules, 4, 2, 50)
	require.NoError(t, errors.Join(err, errFew, errOther))
	if !slices.EqualFunc(few, many[:20], sameOpening) || slices.EqualFunc(other, many, sameOpening) {
		t.Errorf("20 openings are %q, 50 %q, with another seed %q", few, many, other)
	}
	byText := func(a, b Opening) int { return strings.Compare(a.String(), b.String()) }
	if slices.IsSortedFunc(many, byText) {
		t.Errorf("the openings are not shuffled: %q", many)
	}
}

func sameOpening(a, b Opening) bool {
	return a.Start == b.Start && slices.Equal(a.Turns, b.Turns)
}

// TestAllOpeningsRunOut checks the errors for too many openings, and for none.
func TestAllOpeningsRunOut(t *testing.T) {
	for _, test := range []struct {
		rules engine.Rules
		turns int
		want  string
	}{
		{enginetest.Rules(t, "pilastri", "files=2", "ranks=4"), 30,
			"every game of pilastri is over, or a seat out of it, within 30 turns; ask for fewer"},
		{enginetest.Rules(t, "pit-of-pillars", "size=4", "cap=3"), 3, "every game of pit-of-pillars is over"},
		{enginetest.Rules(t, "pit-of-pillars"), 1000,
			"there are more than 1000000 openings of 1000 turns, or nearly so many"},
	} {
		if _, err := allOf(test.rules, 1, test.turns, 1); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s, %d turns: error %v, want %q", test.rules.Game().Name(), test.turns, err, test.want)
		}
	}
}
