package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest"
)

// tableTruth holds the true parameters from which games of several seats are drawn.
type tableTruth struct {
	ratings, seats []float64 // in Elo
	winnerOnly     bool
}

// play draws a game of players in their seats. The performance of each deviates from its strength by a standard Gumbel
// variable, and the highest comes first, which is the model of Plackett and Luce (Yellott, The relationship between
// Luce's choice axiom, Thurstone's theory of comparative judgment, and the double exponential distribution, 1977).
func (w tableTruth) play(random *rand.Rand, players []int) placeGame {
	drawn := make([]float64, len(players))
	for seat, p := range players {
		drawn[seat] = (w.ratings[p]+w.seats[seat])*logisticScale - math.Log(random.ExpFloat64())
	}
	g := placeGame{Players: players, Places: make([]int, len(players))}
	for seat, x := range drawn {
		g.Places[seat] = 1
		for _, y := range drawn {
			if y > x {
				g.Places[seat]++
			}
		}
		if w.winnerOnly && g.Places[seat] > 1 {
			g.Places[seat] = 0
		}
	}
	return g
}

func TestPlacesIntervalsCover(t *testing.T) {
	worlds := []tableTruth{
		{ratings: []float64{120, 30, -20, -130}, seats: []float64{0, -40, 30}},
		{ratings: []float64{80, 40, 0, -30, -90}, seats: []float64{0, 60, -30, -60}},
		{ratings: []float64{100, 40, -30, -110}, seats: []float64{0, -60, 20}, winnerOnly: true},
	}
	random := rand.New(rand.NewPCG(7, 8))
	var ratings, seats, differences coverage
	for _, world := range worlds {
		for range enginetest.Count(120, 300) {
			var games []placeGame
			for range 180 {
				games = append(games, world.play(random, random.Perm(len(world.ratings))[:len(world.seats)]))
			}
			r := ratePlaces(t, len(world.ratings), games)
			for p, truth := range world.ratings {
				ratings.add(r.Players[p].Estimate, truth)
				for q := range p {
					differences.add(r.Difference(p, q), truth-world.ratings[q])
				}
			}
			for seat, truth := range world.seats[1:] {
				seats.add(r.Seats[seat+1], truth)
			}
		}
	}
	ratings.check(t, "ratings by places", 120, 300)
	differences.check(t, "differences by places", 120, 300)
	seats.check(t, "effects of seats", 120, 300)
}
