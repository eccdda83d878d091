package results

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/stats"
)

// ranked returns games of three seats from a file with the players and the ranks of the seats.
func ranked(t *testing.T) (games []Finished) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("estimate", "rating", "testdata", "mp3_ranking.csv"))
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(strings.TrimSpace(line), ","); cells[0] != "round" {
			g := Finished{Players: cells[1:4]}
			for _, rank := range cells[4:] {
				g.Scores = append(g.Scores, map[string]float64{"1": 1, "2": .5, "3": 0}[rank])
			}
			games = append(games, g)
		}
	}
	return games
}

func placeStanding(t *testing.T, games []Finished, players ...string) Standings {
	t.Helper()
	s, err := NewStandings(games, StandingsOptions{Players: players, Seats: 3})
	require.NoError(t, err)
	return s
}

// TestPlaceStandingCounts counts games of four seats, some with ties, and one with thirds in decimals.
func TestPlaceStandingCounts(t *testing.T) {
	games := []Finished{
		{Players: []string{"ann", "bob", "cid", "dan"}, Scores: []float64{1, 2. / 3, 1. / 3, 0}},
		{Players: []string{"bob", "ann", "dan", "cid"}, Scores: []float64{5. / 6, 0, 5. / 6, 1. / 3}},
		{Players: []string{"dan", "cid", "bob", "ann"}, Scores: []float64{.5, .5, .5, .5}},
		{Players: []string{"dan", "cid", "bob", "ann"}, Scores: []float64{1. / 6, 1, 2. / 3, 1. / 6}},
		{Players: []string{"ann", "bob", "cid", "ann"}, Scores: []float64{.333, 1, .6667, 0}},
	}
	s := placeStanding(t, games, "new")
	want := map[string]struct {
		games                int
		place, share, firsts float64
	}{
		"ann": {6, (1 + 4 + 2.5 + 3.5 + 3 + 4) / 6, (1 + 0 + .5 + 1./6 + 1./3 + 0) / 6, 1.25},
		"bob": {5, (2 + 1.5 + 2.5 + 2 + 1) / 5, (2./3 + 5./6 + .5 + 2./3 + 1) / 5, 1.75},
		"cid": {5, (3 + 3 + 2.5 + 1 + 2) / 5, (1./3 + 1./3 + .5 + 1 + 2./3) / 5, 1.25},
		"dan": {4, (4 + 1.5 + 2.5 + 3.5) / 4, (0 + 5./6 + .5 + 1./6) / 4, .75},
		"new": {},
	}
	for _, r := range s.Rows {
		w := want[r.Player]
		for what, pair := range map[string][2]float64{"place": {r.MeanPlace(), w.place}, "share": {r.Share(), w.share},
			"firsts": {r.Firsts(), w.firsts}} {
			near.Check(t, pair[0], pair[1], 1e-12, r.Player, ": ", what)
		}
		if r.Games != w.games {
			t.Errorf("%s: %d games, want %d", r.Player, r.Games, w.games)
		}
	}
	if first := s.seats[0]; s.Games != 5 || len(s.Rows) != 5 || len(s.seats) != 4 || first.firsts != 1.75 ||
		!near.Equal(first.score.Value, (1+5./6+.5+1./6+1./3)/5, 1e-12) {
		t.Errorf("%d games, %d rows, seats %+v", s.Games, len(s.Rows), s.seats)
	}
}

// TestImpossibleGames checks that a game that cannot be is refused and named by its number.
func TestImpossibleGames(t *testing.T) {
	t.Parallel()
	game := func(players string, scores ...float64) Finished {
		return Finished{Players: strings.Split(players, ""), Scores: scores}
	}
	tests := []Finished{game("ab", 1, 0), game("abcd", .5, .5, .5, .5), {Players: []string{"a", "", "c"},
		Scores: []float64{1, .5, 0}}, game("abc", 1, 0), game("abc", 1, .7, 0), game("abc", math.NaN(), .5, 0),
		game("abc", 0, 0, 0), game("abc", 1, 0, 0), game("abc", 1, .502, 0)}
	for _, impossible := range tests {
		_, err := NewStandings([]Finished{game("abc", 1, .5, 0), impossible}, StandingsOptions{})
		require.ErrorContains(t, err, "game 2 of 2 (\"", impossible)
	}
	for _, impossible := range []Finished{game("abcdefghi", make([]float64, 9)...), game("a", 1), game("ab", 1, 1),
		game("ab", .9, .1)} {
		if _, err := NewStandings([]Finished{impossible}, StandingsOptions{}); err == nil {
			t.Errorf("%+v passed", impossible)
		}
	}
}

// TestSeatsOfOpenings checks that the games from one opening are one observation of a seat's score.
func TestSeatsOfOpenings(t *testing.T) {
	var games []Finished
	for opening := range 5 {
		for range 6 {
			scores := []float64{1, .5, 0}
			if opening%2 == 1 {
				scores = []float64{0, .5, 1}
			}
			games = append(games, Finished{Players: []string{"ann", "bob", "cid"}, Scores: scores,
				Opening: fmt.Sprint(opening)})
		}
	}
	want := stats.Anytime(3, 5, .95)
	if got := placeStanding(t,
		games).seats[0].score; !near.Equal(got.Value, .6, 1e-12) || !near.Equal(got.Low, want.Low, 1e-9) {
		t.Errorf("seat 1, which three of five openings won for: %+v, want limits %+v", got, want)
	}
}

// TestMixedOfComparisons checks that the figure of two players is the share of comparisons that the player in the first
// row won, with openings as observations, for both players and any order of games. With other players there is no such
// figure.
func TestMixedOfComparisons(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	var games, turned []Finished
	won, all := 0., 0.
	for opening := range 40 {
		for kinds := 1; kinds < 15; kinds++ {
			g := Finished{Scores: []float64{1, 2. / 3, 1. / 3, 0}, Opening: fmt.Sprint(opening)}
			random.Shuffle(4, func(i, j int) { g.Scores[i], g.Scores[j] = g.Scores[j], g.Scores[i] })
			if random.IntN(5) == 0 {
				g.Scores = []float64{1. / 3, 1, 1. / 3, 1. / 3} // a tie of three for the second place
			}
			swapped := g
			for seat := range 4 {
				g.Players = append(g.Players, string("ab"[kinds>>seat&1]))
				swapped.Players = append(swapped.Players, string("ba"[kinds>>seat&1]))
			}
			games, turned = append(games, g), append(turned, swapped)
			for a, p := range g.Players {
				for b, q := range g.Players {
					if p == "a" && q == "b" {
						all++
						won += (1 + float64(cmp.Compare(g.Scores[a], g.Scores[b]))) / 2
					}
				}
			}
		}
	}
	random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	s, back := placeStanding(t, games), placeStanding(t, turned)
	share := won / all
	if s.Rows[0].Player == "b" {
		share = 1 - share
	}
	m := s.mixed[0]
	elo, _ := stats.EloOfScore(share)
	if !near.Equal(m.score.Value, share, 1e-12) || !near.Equal(m.elo.Value, elo, 1e-6) || m.ahead.Openings() != 40 ||
		m.score.Kind != stats.Measured || s.Rows[0].Player == back.Rows[0].Player {
		t.Errorf("%+v, want a score of %v", m, share)
	}
	for what, pair := range map[string][2]float64{"low": {m.score.Low, back.mixed[0].score.Low},
		"high": {m.score.High, back.mixed[0].score.High}, "Elo": {m.elo.Error95, back.mixed[0].elo.Error95}} {
		near.Check(t, pair[1], pair[0], 1e-9, what, " with the players exchanged")
	}
	if three := placeStanding(t, games, "c"); three.mixed[0].score.Kind != stats.Absent {
		t.Errorf("with a third player %+v", three.mixed[0])
	}
}

// TestTwoPlayersOnThreeSeatsAreCompared checks the meeting of two players that share the seats from both sides, and
// that there is no figure for it without ratings, and with others.
func TestTwoPlayersOnThreeSeatsAreCompared(t *testing.T) {
	t.Parallel()
	s := newStanding(t, seatsOfTwo(), StandingsOptions{})
	m, back := s.Meeting(0, 1), s.Meeting(1, 0)
	if m.Stronger == nil || back.Stronger == nil || *m.Stronger <= .99 || *back.Stronger >= .01 ||
		m.observations() != 10 || !near.Equal(m.Difference.Value, -back.Difference.Value, 1e-9) || !m.Shown(.05) ||
		back.Shown(.05) {
		t.Errorf("%+v and %+v", m, back)
	}
	near.Check(t, m.Difference.Value, 400*math.Log10(7), .01, "the difference")
	for _, o := range []StandingsOptions{{Unrated: true}, {Players: []string{"cid"}}} {
		if s := newStanding(t, seatsOfTwo(), o); s.mixed[0].score.Kind != stats.Absent {
			t.Errorf("%+v: %+v", o, s.mixed[0])
		}
	}
}
