package rating

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/estimate/stats"
)

// anyPlaces draws places of seats without gaps, with ties and unknown places.
func anyPlaces(random *rand.Rand, seats int) []int {
	for {
		places, last := make([]int, seats), 0
		for seat := range places {
			places[seat] = random.IntN(seats + 1)
			last = max(last, places[seat])
		}
		gap := false
		for place := 1; place < last; place++ {
			gap = gap || !slices.Contains(places, place)
		}
		if last > 0 && !gap {
			return places
		}
	}
}

// checkPlaces checks properties that ratings must have for any data.
func checkPlaces(t *testing.T, games []placeGame, r *Ratings) {
	t.Helper()
	if !finite(reflect.ValueOf(*r)) {
		t.Fatalf("%v: %+v", games, r)
	}
	for p, rating := range r.Players {
		ahead, behind := 0, 0
		for _, g := range games {
			for s, player := range g.Players {
				for u, other := range g.Players {
					if player != p || other == p || g.Places[s] == 0 && g.Places[u] == 0 {
						continue
					}
					mine, theirs := g.Places[s], g.Places[u]
					if mine == theirs || theirs == 0 || mine != 0 && mine < theirs {
						ahead++
					}
					if mine == theirs || mine == 0 || theirs != 0 && theirs < mine {
						behind++
					}
				}
			}
		}
		switch {
		case ahead+behind == 0 && rating.Mark != Unrated,
			rating.Mark == OnlyWins && (ahead == 0 || rating.Kind != stats.AtLeast),
			rating.Mark == OnlyLosses && (behind == 0 || rating.Kind != stats.AtMost),
			rating.Mark == Unrated && rating.Kind != stats.Absent,
			rating.Kind == stats.Measured && (rating.Error95 <= 0 || ahead == 0 || behind == 0),
			rating.Kind == stats.Bracketed && !(rating.Low <= rating.Value && rating.Value <= rating.High):
			t.Fatalf("%v: player %d, %d times ahead and %d behind: %+v", games, p, ahead, behind, rating)
		}
	}
	if r.Seats[0] != (stats.Estimate{Kind: stats.Fixed}) {
		t.Fatalf("%v: seat 1: %+v", games, r.Seats[0])
	}
	for _, e := range r.Seats[1:] {
		switch {
		case !r.SeatsFitted && e.Kind == stats.Measured,
			e.Kind == stats.Measured && e.Error95 <= 0,
			e.Kind == stats.Bracketed && !(e.Low <= e.Value && e.Value <= e.High):
			t.Fatalf("%v: seats fitted %v: %+v", games, r.SeatsFitted, e)
		}
	}
}

// TestFewGamesGiveFiniteNumbers rates a few random games of two and of three seats, with up to three shared openings.
// Players may meet themselves.
func TestFewGamesGiveFiniteNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for seats := 2; seats <= 3; seats++ {
		players, fitted, runs := seats+1, 0, enginetest.Count(2000, 20_000)
		for run := range runs {
			var games []placeGame
			for range 1 + random.IntN(4+4*(run%3)) {
				g := placeGame{Places: anyPlaces(random, seats), Opening: random.IntN(1 + run%4)}
				for range seats {
					g.Players = append(g.Players, random.IntN(players))
				}
				games = append(games, g)
			}
			r := ratePlaces(t, players, seats, games)
			checkPlaces(t, games, r)
			for _, e := range []stats.Estimate{r.Advantage, r.DrawRate, r.Difference(0, 1), r.Difference(2, 0)} {
				if !finite(reflect.ValueOf(e)) || e.Kind == stats.Measured && e.Error95 <= 0 ||
					e.Kind == stats.Bracketed && !(e.Low <= e.Value && e.Value <= e.High && e.Low < e.High) {
					t.Fatalf("%v: %+v in %+v", games, e, r)
				}
			}
			fitted += counted(r.SeatsFitted)
		}
		if fitted < runs/20 || fitted > runs*19/20 {
			t.Errorf("%d seats: fitted in %d of %d: the data are all alike", seats, fitted, runs)
		}
	}
}

// finite reports whether no number within v is NaN or infinite.
func finite(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		return !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !finite(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !finite(v.Field(i)) {
				return false
			}
		}
	case reflect.Pointer:
		return v.IsNil() || finite(v.Elem())
	}
	return true
}
