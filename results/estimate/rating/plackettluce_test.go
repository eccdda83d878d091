package rating

import (
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/stats"
)

func placesOf(t *testing.T, players int, games []placeGame) *Counts {
	t.Helper()
	all := newMatches(players)
	for _, g := range games {
		all.add(g.Opening, g)
	}
	return all.table()
}

func ratePlaces(t *testing.T, players int, games []placeGame) *Ratings {
	t.Helper()
	r, err := Rate(placesOf(t, players, games), nil)
	if err != nil {
		t.Fatalf("%v: %v", games, err)
	}
	return r
}

// readPlaces reads three-seat games among players A to D.
func readPlaces(t *testing.T, name string, onlyWinners bool) []placeGame {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	require.NoError(t, err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll() // round, seat1 to seat3, rank1 to rank3
	require.NoError(t, err)
	var games []placeGame
	for _, line := range lines[1:] {
		var g placeGame
		for seat := range 3 {
			place := int(line[4+seat][0] - '0')
			if onlyWinners && place > 1 {
				place = 0
			}
			g.Players = append(g.Players, int(line[1+seat][0]-'A'))
			g.Places = append(g.Places, place)
		}
		games = append(games, g)
	}
	return games
}

// placesReference holds figures by an independent solver at the maximum of the likelihood.
type placesReference struct {
	Games   int                `json:"games"`
	Elo     map[string]float64 `json:"players_elo_mle"`
	Errors  map[string]float64 `json:"players_se"`
	Seats   []float64          `json:"seat_elo_mle_vs_seat1"`
	SeatsSE []float64          `json:"seat_se_vs_seat1"`
	LogLik  float64            `json:"loglik"`
}

// TestPlackettLuceReference compares all figures with the reference.
func TestPlackettLuceReference(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "plackett_luce_expected.json"))
	require.NoError(t, err)
	var expected map[string]placesReference
	require.NoError(t, json.Unmarshal(text, &expected))
	const tolerance = 1e-6 // Elo
	for _, name := range []string{"mp3_ranking", "mp3_winner_only"} {
		games, want := readPlaces(t, name+".csv", name == "mp3_winner_only"), expected[name]
		r := ratePlaces(t, 4, games)
		if len(games) != want.Games || !r.SeatsFitted || r.Pools != 1 || r.Seats[0].Kind != stats.Fixed {
			t.Errorf("%s: %d games, seats fitted %v, %d pools", name, len(games), r.SeatsFitted, r.Pools)
		}
		for p, player := range []string{"A", "B", "C", "D"} {
			near.Check(t, r.Players[p].Value, want.Elo[player], tolerance, name, ": rating of ", player)
			near.Check(t, r.Players[p].Error95, stats.Z95*want.Errors[player], tolerance, name, ": error of ", player)
		}
		for seat := 1; seat < 3; seat++ {
			near.Check(t, r.Seats[seat].Value, want.Seats[seat], tolerance, name, ": seat")
			near.Check(t, r.Seats[seat].Error95, stats.Z95*want.SeatsSE[seat], tolerance, name, ": error of seat")
		}
		near.Check(t, r.model.logLikelihood(), want.LogLik, 1e-9, name, ": log likelihood")
	}
}

// TestPlackettLuceDerivatives checks that gradient and Hessian equal difference quotients of the likelihood, at a point
// that is not the maximum, for games with ties and unknown places.
func TestPlackettLuceDerivatives(t *testing.T) {
	games := append(readPlaces(t, "mp3_ranking.csv", false)[:30], placeGame{Players: []int{0, 1, 0}, Places: []int{1, 1,
		0}},
		placeGame{Players: []int{3, 2, 1}, Places: []int{1, 2, 2}})
	m := newModel(placesOf(t, 4, games), nil)
	m.addSeats()
	copy(m.theta, []float64{.3, -.7, 1.1, .4, -.2})
	hessian := mat.NewSymDense(len(m.theta), nil)
	gradient := m.derivatives(hessian)
	const h = 1e-5
	for i, at := range m.theta {
		m.theta[i] = at + h
		up := m.logLikelihood()
		above := m.derivatives(nil)
		m.theta[i] = at - h
		down := m.logLikelihood()
		below := m.derivatives(nil)
		m.theta[i] = at
		near.Check(t, gradient.AtVec(i), (up-down)/(2*h), 1e-7, "gradient")
		for j := range m.theta {
			near.Check(t, hessian.At(i, j), (below.AtVec(j)-above.AtVec(j))/(2*h), 1e-7, "Hessian")
		}
	}
}

// TestTiesAreOrdersInParts checks that a tie counts as all orders of the tied players in equal parts.
func TestTiesAreOrdersInParts(t *testing.T) {
	base := readPlaces(t, "mp3_ranking.csv", false)
	tests := []struct {
		tied   []int
		orders [][]int
	}{
		{[]int{1, 1, 2}, [][]int{{1, 2, 3}, {2, 1, 3}}},
		{[]int{3, 1, 3}, [][]int{{2, 1, 3}, {3, 1, 2}}},
		{[]int{2, 2, 2}, [][]int{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}},
	}
	for _, test := range tests {
		var games, parts []placeGame
		for range test.orders { // every game as often as there are orders
			games = append(append(games, base...), placeGame{Players: []int{2, 0, 1}, Places: test.tied})
			parts = append(parts, base...)
		}
		for _, order := range test.orders {
			parts = append(parts, placeGame{Players: []int{2, 0, 1}, Places: order})
		}
		got, want := ratePlaces(t, 4, games), ratePlaces(t, 4, parts)
		for p := range 4 {
			near.Check(t, got.Players[p].Value, want.Players[p].Value, 1e-8, "rating")
			near.Check(t, got.Players[p].Error95, want.Players[p].Error95, 1e-8, "error")
		}
		near.Check(t, got.model.logLikelihood(), want.model.logLikelihood(), 1e-8, "log likelihood")
	}
}

// TestPlacesAreSymmetric checks that only the order of places counts, neither their numbers nor the order of the games.
// Players and seats can be renumbered.
func TestPlacesAreSymmetric(t *testing.T) {
	games := readPlaces(t, "mp3_ranking.csv", false)
	games = append(games, placeGame{Players: []int{0, 0, 1}, Places: []int{1, 3, 3}}, placeGame{Players: []int{3, 2, 3},
		Places: []int{0, 2, 0}},
		placeGame{Players: []int{3, 2, 1}, Places: []int{2, 0, 3}})
	want := ratePlaces(t, 4, games)
	random := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		shuffled := slices.Clone(games)
		random.Shuffle(len(games), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := ratePlaces(t, 4, shuffled); !reflect.DeepEqual(got.Players,
			want.Players) || !reflect.DeepEqual(got.Seats, want.Seats) {
			t.Fatalf("another order of games: %+v, want %+v", got, want)
		}
		players, seats := random.Perm(4), random.Perm(3)
		for i, g := range games {
			shuffled[i] = placeGame{Players: make([]int, 3), Places: make([]int, 3)}
			for seat := range seats {
				shuffled[i].Players[seats[seat]] = players[g.Players[seat]]
				shuffled[i].Places[seats[seat]] = g.Places[seat]
			}
		}
		got := ratePlaces(t, 4, shuffled)
		for p := range 4 {
			near.Check(t, got.Players[players[p]].Value, want.Players[p].Value, 1e-8, "rating")
			near.Check(t, got.Players[players[p]].Error95, want.Players[p].Error95, 1e-8, "error")
			near.Check(t, got.Difference(players[p], players[0]).Error95, want.Difference(p, 0).Error95, 1e-8,
				"difference")
		}
		near.Check(t, got.Seats[seats[2]].Value-got.Seats[seats[1]].Value, want.Seats[2].Value-want.Seats[1].Value,
			1e-8, "seat 3 over seat 2")
	}
}

// TestNoGamesAreRated checks that no games give no error.
func TestNoGamesAreRated(t *testing.T) {
	if r, err := Rate(placesOf(t, 3, nil), nil); err != nil || r.Pools != 0 {
		t.Errorf("without games: %+v, %v", r, err)
	}
}
