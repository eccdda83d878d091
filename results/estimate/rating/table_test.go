package rating

import (
	"math/rand/v2"
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

// TestRatingsAreEquivariant checks that ratings do not depend on the order of the games, follow a renumbering of the
// players, and change sign with the results.
func TestRatingsAreEquivariant(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		players := rapid.IntRange(1, 6).Draw(rt, "players")
		games := rapid.SliceOfN(gamesAmong(players), 0, 40).Draw(rt, "games")
		names := rapid.Permutation(order(players)).Draw(rt, "names")
		base := rate(t, tableOf(t, players, games), Options{})
		shuffled := slices.Clone(games)
		random := rand.New(rand.NewPCG(1, 1))
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		again := rate(t, tableOf(t, players, shuffled), Options{})
		var renamed, reversed []match
		for _, g := range games {
			renamed = append(renamed, match{First: names[g.First], Second: names[g.Second], Score: g.Score})
			reversed = append(reversed, match{First: g.First, Second: g.Second, Score: 1 - g.Score})
		}
		other := rate(t, tableOf(t, players, renamed), Options{})
		turned := rate(t, tableOf(t, players, reversed), Options{})
		for p := range players {
			if base.Players[p] != again.Players[p] {
				rt.Fatalf("order: %+v became %+v", base.Players[p], again.Players[p])
			}
			if !arbitrary(base) {
				same(rt, "renamed", base.Players[p], other.Players[names[p]], 1)
			}
			if base.Players[p].Kind == stats.Measured || base.Players[p].Kind == stats.Bracketed {
				same(rt, "reversed", base.Players[p], turned.Players[p], -1)
			}
		}
		checkPoints(t, games, base, func(p int) bool {
			return base.Players[p].Kind == stats.Measured || base.Players[p].Kind == stats.Bracketed
		})
	})
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

// TestResultsInBulk checks that games added in bulk with other numbers of players give the same ratings as games added
// one by one.
func TestResultsInBulk(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const players = 4
		games := rapid.SliceOfN(gamesAmong(players), 0, 30).Draw(rt, "games")
		one, many, renamed := newMatches(players, 2), newMatches(players, 2), newMatches(players, 2)
		to := rapid.Permutation(order(players)).Draw(rt, "to")
		add := func(opening int, g match) {
			one.add(opening, g.game())
			renamed.add(opening, match{First: to[g.First], Second: to[g.Second], Score: g.Score}.game())
		}
		for i, g := range games {
			n := rapid.IntRange(0, 3).Draw(rt, "n")
			back := rapid.SampledFrom([]float64{-1, 0, .5, 1}).Draw(rt, "back") // the other game of the pair, if any
			round := []match{g}
			if back >= 0 {
				round = append(round, match{First: g.Second, Second: g.First, Score: back})
			}
			for k := range n {
				for _, g := range round {
					add((1+3*i+k)*(len(round)-1), g)
				}
			}
			many.addRounds(round, n)
		}
		sameTables(rt, one.table(), many.table(), order(players))
		sameTables(rt, one.table(), renamed.table(), to)
	})
}

// sameTables compares two tables that number the players differently.
func sameTables(t *rapid.T, a, b *Table, to []int) {
	for i := range a.players {
		for j := range a.players {
			games, pairs := a.Between(i, j)
			otherGames, otherPairs := b.Between(to[i], to[j])
			if games != otherGames || pairs != otherPairs {
				t.Fatalf("%d and %d: %v %v became %v %v", i, j, games, pairs, otherGames, otherPairs)
			}
		}
	}
	left, right := mustRate(t, a), mustRate(t, b)
	for p := range a.players {
		if !arbitrary(left) {
			same(t, "rating", left.Players[p], right.Players[to[p]], 1)
		}
	}
	if left.Advantage.Kind != right.Advantage.Kind ||
		!near.Equal(left.Advantage.Error95, right.Advantage.Error95, 1e-5*(1+left.Advantage.Error95)) {
		t.Fatalf("advantage %+v became %+v", left.Advantage, right.Advantage)
	}
}

func mustRate(t *rapid.T, r *Table) *Ratings {
	ratings, err := Rate(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ratings
}

func order(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// arbitrary reports whether the zero of some pool is arbitrary: the pool is so one-sided that its reference is the
// first of several equal players.
func arbitrary(r *Ratings) bool {
	return slices.ContainsFunc(r.Players, func(p Rating) bool { return p.Mark == Reference })
}

// same compares two ratings up to rounding. With the sign -1 it compares one with the mirrored other.
func same(t *rapid.T, what string, a, b Rating, sign float64) {
	if a.Kind != b.Kind && sign > 0 || a.HasValue() != b.HasValue() {
		t.Fatalf("%s: %+v became %+v", what, a, b)
	}
	if !near.Equal(a.Value, sign*b.Value, 1e-5) || !near.Equal(a.Error95, b.Error95, 1e-5*(1+a.Error95)) {
		t.Fatalf("%s: %+v became %+v", what, a, b)
	}
}

func BenchmarkMillionGames(b *testing.B) {
	random := rand.New(rand.NewPCG(9, 9))
	all := newMatches(20, 2)
	for opening := range 500_000 {
		first := random.IntN(20)
		second := (first + 1 + random.IntN(19)) % 20
		for range 2 {
			score := float64(random.IntN(3)) / 2
			all.add(opening+1, match{First: first, Second: second, Score: score}.game())
			first, second = second, first
		}
	}
	for b.Loop() {
		if _, err := Rate(all.table(), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
