package results

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/stats"
)

// readPlaces reads games of three seats: of a line the players are cells 1 to 3, their ranks cells 4 to 6. If all but
// the winner have rank 2, only the winner is known.
func readPlaces(t *testing.T, name string) (games []Finished) {
	t.Helper()
	file, err := os.Open(filepath.Join("estimate", "rating", "testdata", name))
	require.NoError(t, err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	for _, cells := range lines[1:] {
		g := Finished{Players: cells[1:4]}
		for _, rank := range cells[4:] {
			score := map[string]float64{"1": 1, "2": .5, "3": 0}[rank]
			if rank == "2" && !slices.Contains(cells[4:], "3") {
				score = 0
			}
			g.Scores = append(g.Scores, score)
		}
		games = append(games, g)
	}
	return games
}

func placeStanding(t *testing.T, games []Finished, players ...string) Standings {
	t.Helper()
	s, err := NewStandings(games, StandingsOptions{Players: players, Seats: 3})
	require.NoError(t, err)
	return s
}

func TestPlaceStandingCounts(t *testing.T) {
	games := []Finished{
		{Players: []string{"ann", "bob", "cid", "dan"}, Scores: []float64{1, 2. / 3, 1. / 3, 0}, Turns: 30},
		{Players: []string{"bob", "ann", "dan", "cid"}, Scores: []float64{5. / 6, 0, 5. / 6, 1. / 3}, Turns: 40},
		// a tie for the first place
		{Players: []string{"cid", "dan", "ann", "ann"}, Scores: []float64{0, 1, 0, 0}, Turns: 50},
		// the others are not known
		{Players: []string{"dan", "cid", "bob", "ann"}, Scores: []float64{.5, .5, .5, .5}, Turns: 60},
		// a draw
		{Players: []string{"dan", "cid", "bob", "ann"}, Scores: []float64{1. / 6, 1, 2. / 3, 1. / 6}, Turns: 70},
		// a tie for the last
		{Players: []string{"ann", "bob", "cid", "dan"}, Scores: []float64{.333, 1, .6667, 0}, Turns: 80},
		// thirds in decimals
	}
	s := placeStanding(t, games, "new")
	want := map[string]struct {
		games                       int
		place, share, firsts, turns float64
	}{
		"ann": {7, (1 + 4 + 3 + 3 + 2.5 + 3.5 + 3) / 7, (1 + 0 + 1./3 + 1./3 + .5 + 1./6 + 1./3) / 7, 1.25, 380. / 7},
		"bob": {5, (2 + 1.5 + 2.5 + 2 + 1) / 5, (2./3 + 5./6 + .5 + 2./3 + 1) / 5, 1.75, 56},
		"cid": {6, (3 + 3 + 3 + 2.5 + 1 + 2) / 6, (1./3 + 1./3 + 1./3 + .5 + 1 + 2./3) / 6, 1.25, 55},
		"dan": {6, (4 + 1.5 + 1 + 2.5 + 3.5 + 4) / 6, (0 + 5./6 + 1 + .5 + 1./6 + 0) / 6, 1.75, 55},
		"new": {},
	}
	for _, r := range s.Rows {
		w := want[r.Player]
		for what, pair := range map[string][2]float64{
			"place": {r.MeanPlace, w.place}, "share": {r.Share, w.share}, "firsts": {r.Firsts, w.firsts},
			"turns": {r.MeanTurns, w.turns},
		} {
			near.Check(t, pair[0], pair[1], 1e-12, r.Player, ": ", what)
		}
		if r.Games != w.games {
			t.Errorf("%s: %d games, want %d", r.Player, r.Games, w.games)
		}
	}
	if s.Games != 6 || s.partial != 1 || len(s.Rows) != 5 || len(s.seats) != 4 {
		t.Errorf("%d games, %d partial, %d rows, %d seats", s.Games, s.partial, len(s.Rows), len(s.seats))
	}
	if first := s.seats[0]; first.firsts != 1.75 ||
		!near.Equal(first.score.Value, (1+5./6+1./3+.5+1./6+1./3)/6, 1e-12) {
		t.Errorf("seat 1: %+v", first)
	}
	for i, row := range s.seats {
		if row.seat != i+1 {
			t.Errorf("seat %d stands in row %d", row.seat, i+1)
		}
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
		game("abc", 0, 0, 0), game("abc", 1, .502, 0), {Players: []string{"a", "b", "c"}, Scores: []float64{1, .5, 0},
			Turns: -1}}
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

// TestOrderOfGamesDoesNotMatter shuffles games of three seats; [TestFinishedRounds] shuffles games of two.
func TestOrderOfGamesDoesNotMatter(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 1))
	games := append(readPlaces(t, "mp3_ranking.csv"),
		Finished{Players: []string{"D", "A", "C"}, Scores: []float64{.5, .5, .5}, Turns: 7},
		Finished{Players: []string{"D", "E", "C"}, Scores: []float64{.75, .75, 0}},
		Finished{Players: []string{"D", "E", "C"}, Scores: []float64{1, 0, 0}})
	want := newStanding(t, games, StandingsOptions{})
	for range 10 {
		random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		if got := newStanding(t, games, StandingsOptions{}); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v\nwant %+v", got, want)
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
	if !near.Equal(m.Score.Value, share, 1e-12) || !near.Equal(m.Elo.Value, elo, 1e-6) || m.Openings != 40 ||
		m.Score.Kind != stats.Measured || s.Rows[0].Player == back.Rows[0].Player {
		t.Errorf("%+v, want a score of %v", m, share)
	}
	for what, pair := range map[string][2]float64{"low": {m.Score.Low, back.mixed[0].Score.Low},
		"high": {m.Score.High, back.mixed[0].Score.High}, "Elo": {m.Elo.Error95, back.mixed[0].Elo.Error95}} {
		near.Check(t, pair[1], pair[0], 1e-9, what, " with the players exchanged")
	}
	if three := placeStanding(t, games, "c"); three.mixed[0].Score.Kind != stats.Absent {
		t.Errorf("with a third player %+v", three.mixed[0])
	}
}

// TestTwoPlayersOnThreeSeatsAreCompared checks the meeting of two players that share the seats from both sides, and
// that there is no figure for it without ratings, and with others.
func TestTwoPlayersOnThreeSeatsAreCompared(t *testing.T) {
	t.Parallel()
	c := newStanding(t, seatsOfTwo(), StandingsOptions{}).Crosstable()
	m, back := c.Meeting(0, 1), c.Meeting(1, 0)
	if m.Stronger == nil || back.Stronger == nil || *m.Stronger <= .99 || *back.Stronger >= .01 ||
		m.observations() != 10 || !near.Equal(m.Difference.Value, -back.Difference.Value, 1e-9) || !m.Shown(.05) ||
		back.Shown(.05) {
		t.Errorf("%+v and %+v", m, back)
	}
	near.Check(t, m.Difference.Value, 400*math.Log10(7), .01, "the difference")
	for _, o := range []StandingsOptions{{Unrated: true}, {Players: []string{"cid"}}} {
		if s := newStanding(t, seatsOfTwo(), o); s.mixed[0].Score.Kind != stats.Absent {
			t.Errorf("%+v: %+v", o, s.mixed[0])
		}
	}
}
