package rating

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
)

func TestGamesFindTheirPairs(t *testing.T) {
	r := tableOf(t, 3, []match{
		{0, 1, 1, 7},
		{0, 2, 0, 7},  // another pairing of the same name
		{1, 0, .5, 7}, // completes the first: win and draw for 0
		{1, 0, 0, 8},
		{1, 0, 0, 8},               // the same seats again: no pair
		{0, 1, 1, 0}, {1, 0, 1, 0}, // by themselves
	})
	games, pairs := r.Between(0, 1)
	if games != (stats.WDL{Wins: 4, Draws: 1, Losses: 1}) || pairs != (stats.Pentanomial{3: 1}) {
		t.Errorf("games %+v, pairs %v", games, pairs)
	}
}

// gamesAmong generates games without shared openings, including games of players against themselves.
func gamesAmong(players int) *rapid.Generator[match] {
	return rapid.Custom(func(rt *rapid.T) match {
		return match{
			First: rapid.IntRange(0, players-1).Draw(rt, "first"), Second: rapid.IntRange(0, players-1).Draw(rt,
				"second"),
			Score: rapid.SampledFrom([]float64{0, .5, 1}).Draw(rt, "score"),
		}
	})
}

// arbitrary reports whether the zero of some pool is arbitrary: the pool is so one-sided that its reference is the
// first of several equal players.
func arbitrary(r *Ratings) bool {
	return slices.ContainsFunc(r.Players, func(p Rating) bool { return p.Mark == Reference })
}

// TestRatingsFollowTheGames counts rounds in bulk, and the same games one by one in another order, with other numbers
// of players. The results and ratings of both tables are equal. If all results are reversed, ratings change their sign.
func TestRatingsFollowTheGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const players = 5
		bulk, single, turned := newMatches(players), newMatches(players), newMatches(players)
		to := rapid.Permutation([]int{0, 1, 2, 3, 4}).Draw(rt, "to")
		var games []match
		for i, g := range rapid.SliceOfN(gamesAmong(players), 0, 30).Draw(rt, "games") {
			n := rapid.IntRange(0, 3).Draw(rt, "n")
			round := []match{g}
			if back := rapid.SampledFrom([]float64{-1, 0, .5, 1}).Draw(rt, "back"); back >= 0 { // a pair
				round = append(round, match{First: g.Second, Second: g.First, Score: back})
			}
			bulk.addRounds(round, n)
			for k := range n {
				for _, g := range slices.Backward(round) {
					opening := (1 + 3*i + k) * (len(round) - 1)
					single.add(opening, match{First: to[g.First], Second: to[g.Second], Score: g.Score}.game())
					turned.add(opening, match{First: g.First, Second: g.Second, Score: 1 - g.Score}.game())
					games = append(games, g)
				}
			}
		}
		slices.Reverse(single.rounds)
		a, b := bulk.table(), single.table()
		r, renamed, mirrored := rate(t, a, nil), rate(t, b, nil), rate(t, turned.table(), nil)
		for p := range players {
			for q := range players {
				wins, pairs := a.Between(p, q)
				if otherWins, otherPairs := b.Between(to[p], to[q]); otherWins != wins || otherPairs != pairs {
					rt.Fatalf("%d and %d: %v %v became %v %v", p, q, wins, pairs, otherWins, otherPairs)
				}
			}
			if !arbitrary(r) {
				same(rt, "renamed", r.Players[p], renamed.Players[to[p]], 1)
			}
			if hasScore(r.Players[p]) {
				same(rt, "reversed", r.Players[p], mirrored.Players[p], -1)
			}
		}
		if e, f := r.Advantage, renamed.Advantage; e.Kind != f.Kind ||
			!near.Equal(e.Error95, f.Error95, 1e-5*(1+e.Error95)) {
			rt.Fatalf("advantage %+v became %+v", e, f)
		}
		checkPoints(t, games, r, func(p int) bool { return hasScore(r.Players[p]) })
	})
}

func hasScore(p Rating) bool { return p.Kind == stats.Measured || p.Kind == stats.Bracketed }

// same compares two ratings up to rounding. With the sign -1 it compares one with the mirrored other.
func same(t *rapid.T, what string, a, b Rating, sign float64) {
	if a.Kind != b.Kind && sign > 0 || a.HasValue() != b.HasValue() ||
		!near.Equal(a.Value, sign*b.Value, 1e-5) || !near.Equal(a.Error95, b.Error95, 1e-5*(1+a.Error95)) {
		t.Fatalf("%s: %+v became %+v", what, a, b)
	}
}

// TestScalesAndLevels rates two groups of four players who draw among themselves. One player of the first group beat
// one of the other, which has more games and so sets the scale. Of two players of whom one won all games, one is the
// zero of the scale. Levels follow chains of players who beat each other.
func TestScalesAndLevels(t *testing.T) {
	draw := func(a, b int) []match { return []match{{a, b, .5, 0}, {b, a, .5, 0}} }
	groups := slices.Concat(draw(0, 1), draw(1, 2), draw(2, 3), draw(4, 7), draw(5, 7), draw(6, 7),
		[]match{{First: 0, Second: 4, Score: 1}})
	r := rate(t, tableOf(t, 8, groups), nil)
	for p, player := range r.Players {
		if want := []Mark{apart, Rated}[p/4]; player.Mark != want {
			t.Errorf("player %d has the mark %q, want %q", p, player.Mark, want)
		}
	}
	r = rate(t, tableOf(t, 3, slices.Repeat([]match{{First: 0, Second: 1, Score: 1}}, 4)), nil)
	marks := [3]Mark{r.Players[0].Mark, r.Players[1].Mark, r.Players[2].Mark}
	if marks != [3]Mark{Reference, OnlyLosses, Unrated} && marks != [3]Mark{OnlyWins, Reference, Unrated} {
		t.Errorf("the winner, the loser and an idle player have the marks %v", marks)
	}
	chain := []match{{0, 3, 1, 0}, {3, 4, 1, 0}, {0, 4, 1, 0}, {1, 0, .5, 0}, {4, 2, 1, 0}}
	if got, want := findPools(tableOf(t, 6, chain), nil).level, []int{0, 0, 3, 1, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("levels %v, want %v", got, want)
	}
}
