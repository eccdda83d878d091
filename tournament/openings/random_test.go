package openings

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

// filled returns, for each square, the share of set-ups in which a colour has a checker there.
func filled(list []Opening, color string) map[string]float64 {
	share := map[string]float64{}
	for _, opening := range list {
		for _, placed := range strings.Split(opening.Turns[0], "@")[1:] {
			if square, ok := strings.CutPrefix(placed, color); ok {
				share[square] += 1 / float64(len(list))
			}
		}
	}
	return share
}

// placements counts all ways to place the men of a colour on the files from the given one on, by the squares that they
// occupy.
func placements(size, file, toCome int, ranks uint, line []string, count map[string]float64) (all float64) {
	if toCome == 0 {
		for _, square := range line {
			count[square]++
		}
		return 1
	}
	for ; file < size; file++ {
		for rank := range size {
			corner := (file == 0 || file == size-1) && (rank == 0 || rank == size-1)
			if !corner && ranks>>rank&1 == 0 {
				square := fmt.Sprintf("%c%d", 'a'+file, rank+1)
				all += placements(size, file+1, toCome-1, ranks|1<<rank, append(line, square), count)
			}
		}
	}
	return all
}

// TestMixtureOfOpeningsStays checks that openings have the frequencies of random play, however many are drawn. In Pit
// of Pillars 4 x 4 White opens after 22 % of random set-ups and after 15 % of the different ones. Without repeats,
// 2,000 openings, which do not exist, would have another share than the first 60 of each seed.
func TestMixtureOfOpeningsStays(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	white := func(list []Opening) (share float64) {
		for _, opening := range list {
			if after(t, rules, opening).Seat() == 0 {
				share += 1 / float64(len(list))
			}
		}
		return share
	}
	var few []Opening
	for seed := range uint64(34) {
		list, err := first(rules, seed, Source{}, 60)
		require.NoError(t, err)
		few = append(few, list...)
	}
	many, err := first(rules, 99, Source{}, len(few))
	require.NoError(t, err)
	different := map[uint64]bool{}
	for _, opening := range many {
		different[engine.CanonicalHash(after(t, rules, opening))] = true
	}
	if len(different) > 171 {
		t.Errorf("%d different openings, but the set-up has 171 ends", len(different))
	}
	near.Check(t, white(many), white(few), 4*math.Sqrt(2*.22*.78/float64(len(few))), "White opens after a share of ",
		len(many), " openings")
	near.Check(t, white(few), .22, 4*math.Sqrt(.22*.78/float64(len(few))), "White opens after a share of few openings")
}

// TestTooAlikeOpenings checks that a list is an error if hardly any of its openings differ.
func TestTooAlikeOpenings(t *testing.T) {
	rules := enginetest.Rules(t, "pilastri", "size=4")
	for _, c := range []struct {
		turns, wanted int
		want          string // in the error
	}{
		{1, 40, "only 6 of 40 random"}, {1, 150, "only 6 of 100 random"}, {2, 150, ""}, {0, 10, "only 1 of 10"},
		{0, 9, ""},
	} {
		list, err := first(rules, 1, Source{Turns: c.turns}, c.wanted)
		if len(list) != c.wanted || (c.want == "") != (err == nil) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%d openings of %d turns: %d and the error %v", c.wanted, c.turns, len(list), err)
		}
	}
}

// TestRandomSetUpsAreEven compares how often squares are filled with a count of all placements. No two checkers of a
// set-up are on one line, which makes the sum of squares a little smaller than chi-square, so Pearson's test is
// conservative. One in a thousand exceeds the bound.
func TestRandomSetUpsAreEven(t *testing.T) {
	rules := enginetest.Rules(t, "pylyx", "size=6")
	const n, bound = 600, 61.1 // of 31 degrees of freedom
	list, err := first(rules, 1, Source{Turns: 0}, n)
	require.NoError(t, err)
	count := map[string]float64{}
	all := placements(6, 0, 4, 0, nil, count)
	if len(count) != 32 {
		t.Fatalf("%d squares, want 32", len(count))
	}
	for _, color := range []string{"W", "B"} {
		share, sum := filled(list, color), 0.0
		for square, ways := range count {
			want := n * ways / all
			sum += (n*share[square] - want) * (n*share[square] - want) / want
		}
		if sum > bound {
			t.Errorf("%s: a sum of squares of %.1f, want %.1f at most; shares %v", color, sum, bound, share)
		}
	}
}

// TestRandomOpeningsAreWhole checks random openings: each is legal, the same as in a longer list, past the set-up, and
// without a seat that has left the game. Few openings of these boards differ.
func TestRandomOpeningsAreWhole(t *testing.T) {
	for _, rules := range []engine.Rules{
		enginetest.Rules(t, "pit-of-pillars", "size=5"), enginetest.Rules(t, "pilastri"),
		enginetest.Rules(t, "pylyx", "size=6"),
		enginetest.Rules(t, "pit"), enginetest.Rules(t, "pit", "players=4"),
	} {
		const n, turns = 40, 3
		source := Source{Turns: turns}
		list, err := first(rules, 9, source, n)
		require.NoError(t, err)
		few, err := first(rules, 9, source, 15)
		if err != nil || !slices.EqualFunc(few, list[:15], sameOpening) {
			t.Errorf("%s: 15 openings are not the first of %d; error %v", rules.Game().Name(), n, err)
		}
		ends := map[uint64]bool{}
		for _, opening := range list {
			p := after(t, rules, opening)
			ends[p.Hash()] = true
			setUp := Opening{Turns: opening.Turns[:len(opening.Turns)-turns]}
			if p.Over() || left(p) || !p.StartsTurn() || after(t, rules, setUp).InOpening() {
				t.Errorf("%s: opening %q leads to %s", rules.Game().Name(), opening, p)
			}
		}
		if len(ends) != n {
			t.Errorf("%s: %d openings lead to %d positions", rules.Game().Name(), n, len(ends))
		}
	}
}

// TestOpeningsStay checks that a seed always draws the same openings, because stored runs continue with them.
func TestOpeningsStay(t *testing.T) {
	for _, c := range []struct {
		game, option string
		want         uint64
	}{
		{"pit-of-pillars", "size=5", 0xcbd34caaeca7a12b},
		{"pilastri", "size=4", 0xcef084fbf2b50428},
		{"pylyx", "size=6", 0x477b6dc683ff86f7},
		{"pit", "players=3", 0x929b30812bd02611},
	} {
		rules := enginetest.Rules(t, c.game, c.option)
		digest := fnv.New64a()
		for _, source := range []Source{
			{}, {Turns: 3}, {Kind: SetUps}, {Kind: None},
			{Kind: All, Turns: 1},
		} {
			if source.Kind == All && c.game == "pylyx" {
				continue // too many set-ups to list
			}
			list, err := first(rules, 5, source, 4)
			fmt.Fprintln(digest, list, err)
		}
		if got := digest.Sum64(); got != c.want {
			t.Errorf("%s %s: digest %#x", c.game, c.option, got)
		}
	}
}

// TestLongLists checks that openings that a list makes when they are needed are those that draws one by one give, also
// after rejected draws.
func TestLongLists(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	const n = compared + 1000
	source := Source{Turns: 4}
	list, err := NewList(rules, 5, source, n)
	if err != nil || list.Len() != n {
		t.Fatalf("%d openings, %v", list.Len(), err)
	}
	drawer, err := newDrawer(rules, 5, source)
	require.NoError(t, err)
	rejected := 0
	for i := range n {
		if h, err := drawer.draw(i, maxAttempts); err != nil || !sameOpening(list.At(i), openingOf(h)) {
			t.Fatalf("opening %d is %v; drawn one by one it is %v (%v)", i, list.At(i), openingOf(h), err)
		}
		if _, err := drawer.draw(i, 1); err != nil {
			rejected++
		}
	}
	if rejected == 0 {
		t.Error("no draw was rejected")
	}
}

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
