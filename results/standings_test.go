package results

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// both returns the scores of a game of two seats, given the score of the first.
func both(first float64) []float64 { return []float64{first, 1 - first} }

// match returns n games with the same result.
func match(first, second string, score float64, n int) []Finished {
	var games []Finished
	for range n {
		games = append(games, Finished{Players: []string{first, second}, Scores: both(score)})
	}
	return games
}

// league returns games of three players who beat each other in a circle, one who beats them all, and one who loses to
// them all.
func league() []Finished {
	var games []Finished
	for i, name := range []string{"ann", "bob", "cid"} {
		next := []string{"bob", "cid", "ann"}[i]
		games = append(games, match(name, next, 1, 6)...)
		games = append(games, match(name, next, .5, 2)...)
		games = append(games, match(next, name, .5, 3)...)
		games = append(games, match(next, name, 1, 3)...)
		games = append(games, match(next, name, 0, 2)...)
		games = append(games, match("god", name, 1, 2)...)
		games = append(games, match(name, "god", 0, 2)...)
		games = append(games, match("worm", name, 0, 2)...)
		games = append(games, match(name, "worm", 1, 2)...)
	}
	return games
}

func newStanding(t *testing.T, games []Finished, o StandingsOptions) Standings {
	t.Helper()
	s, err := NewStandings(games, o)
	require.NoError(t, err)
	return s
}

func TestStandingCounts(t *testing.T) {
	s := newStanding(t, league(), StandingsOptions{Players: []string{"new", "ann"}})
	var names []string
	for i, r := range s.Rows {
		names = append(names, r.Player)
		if r.Rank != i+1 {
			t.Errorf("%s has rank %d in row %d", r.Player, r.Rank, i)
		}
	}
	if want := []string{"god", "ann", "bob", "cid", "worm", "new"}; !reflect.DeepEqual(names, want) {
		t.Errorf("order %v, want %v", names, want)
	}
	ann := s.Rows[1]
	if want := (stats.WDL{Wins: 15, Draws: 10, Losses: 15}); ann.WDL != want {
		t.Errorf("ann: %+v, want %+v", ann.WDL, want)
	}
	if s.Games != 72 || s.Draws != 15 || s.first.Value != (18+7.5+9+6+6)/72. {
		t.Errorf("%d games, %d draws, first seat %v", s.Games, s.Draws, s.first)
	}
	marks := map[string]rating.Mark{"god": rating.OnlyWins, "ann": rating.Rated, "worm": rating.OnlyLosses,
		"new": rating.Unrated}
	for _, r := range s.Rows {
		if want, ok := marks[r.Player]; ok && r.Rating.Mark != want {
			t.Errorf("%s is marked %q", r.Player, r.Rating.Mark)
		}
	}
}

// TestFinishedRounds checks that standings are the same whether rounds are closed by their size, at the end or not at
// all. For closed rounds the fold keeps nothing that grows with their number.
func TestFinishedRounds(t *testing.T) {
	const size = 6
	var games []Finished
	for i := range 40 * size {
		names := []string{"ann", "bob", "cid", "dan"}
		a, b := i%4, (i+1+i/4%3)%4
		games = append(games, Finished{Players: []string{names[a], names[b]}, Scores: both(float64(i*i/7%3) / 2),
			Opening: fmt.Sprint(i / size)})
	}
	want := newStanding(t, games, StandingsOptions{})
	random := rand.New(rand.NewPCG(1, 1))
	for i := range 8 {
		random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		fold := &Fold{}
		fold.RoundSize = size * (i % 2)
		for _, g := range games {
			require.NoError(t, fold.Add(g))
		}
		if fold.RoundSize == 0 {
			fold.Finish()
		}
		if got, err := fold.Standings(StandingsOptions{}); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v\nwant %+v (%v)", got, want, err)
		}
	}
}

// TestTwoDifferences compares the two estimates of the difference between two players. The estimate by scores of pairs
// is smaller than the estimate by ratings, which remove the seat's advantage.
func TestTwoDifferences(t *testing.T) {
	var games []Finished
	for opening := range 150 {
		name := fmt.Sprint(opening)
		second := float64(opening % 2)           // the stronger player's score in the second seat
		first := float64(min(1, (opening+3)%10)) // and in the first
		games = append(games, Finished{Players: []string{"ann", "bob"}, Scores: both(first), Opening: name},
			Finished{Players: []string{"bob", "ann"}, Scores: both(1 - second), Opening: name})
	}
	s := newStanding(t, games, StandingsOptions{})
	m := s.Meeting(0, 1)
	joint, pairs := m.Difference, stats.PairElo(m.pairs)
	if want, _ := stats.EloOfScore(.7); !near.Equal(pairs.Value, want, 1e-9) || joint.Value < want+20 {
		t.Errorf("by pairs %v, by the ratings %v", pairs, joint)
	}
	checkFigures(t, encoded(t, s.Facts()), "pair_elo", "pair_elo_", pairs)
	if difference, ok := s.match(); !ok || difference.Value != joint.Value || difference.High <= joint.High {
		t.Errorf("the table has %v, not %v at every look", difference, joint)
	}
}
