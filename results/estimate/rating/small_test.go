package rating

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/estimate/stats"
)

// checkPlaces checks properties that ratings must have for any data.
func checkPlaces(t *testing.T, games []placeGame, r *Ratings) {
	t.Helper()
	figures := fmt.Sprint(r.Players, r.Seats, r.Advantage, r.DrawRate, r.Difference(0, 1), r.Difference(2, 0))
	if strings.Contains(figures, "NaN") || strings.Contains(figures, "Inf") {
		t.Fatalf("%v: %s", games, figures)
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
				g := placeGame{Opening: random.IntN(1 + run%4)}
				for range seats { // places with ties, gaps, and unknown ones
					g.Players = append(g.Players, random.IntN(players))
					g.Places = append(g.Places, random.IntN(seats+1))
				}
				if slices.Max(g.Places) == 0 {
					g.Places[0] = 1
				}
				games = append(games, g)
			}
			r := ratePlaces(t, players, games)
			checkPlaces(t, games, r)
			for _, e := range []stats.Estimate{r.Advantage, r.DrawRate, r.Difference(0, 1), r.Difference(2, 0)} {
				if e.Kind == stats.Measured && e.Error95 <= 0 ||
					e.Kind == stats.Bracketed && !(e.Low <= e.Value && e.Value <= e.High && e.Low < e.High) {
					t.Fatalf("%v: %+v in %+v", games, e, r)
				}
			}
			if difference, e, ok := r.Compare(1, 2); ok && difference.Kind != stats.Measured {
				t.Fatalf("%v: evidence %+v of the difference %+v", games, e, difference)
			}
			fitted += counted(r.SeatsFitted)
		}
		if fitted < runs/20 || fitted > runs*19/20 {
			t.Errorf("%d seats: fitted in %d of %d: the data are all alike", seats, fitted, runs)
		}
	}
}
