package rating

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"pillars/engine/enginetest/near"
)

// TestFitFindsCyclesAndOutliers plays a round robin from openings that favour a seat by normally distributed Elo, with
// a deviation of 50. Each of three players is stronger against the next than the ratings say, by 200 Elo, and the first
// seat wins all games from opening 7. The fit names these players and this opening.
func TestFitFindsCyclesAndOutliers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	ratings := []float64{0, 0, 0, 100, -100}
	all := newMatches(len(ratings), 2)
	for opening := 1; opening <= 60; opening++ {
		favour := 50 * random.NormFloat64()
		for a := range ratings {
			for b := range ratings {
				w := truth{ratings: []float64{ratings[a], ratings[b]}, draws: .2}
				if a <= 2 && b <= 2 {
					w.ratings[0] += []float64{0, 200, -200}[(b-a+3)%3]
				}
				score := w.play(random, 0, 1, favour)
				if opening == 7 {
					score = 1
				}
				if a != b {
					all.add(opening, match{First: a, Second: b, Score: score}.game())
				}
			}
		}
		all.rounds[all.at[opening]].Names = []string{strconv.Itoa(opening)}
	}
	f, err := FitOf(all.table(), Options{})
	if err != nil || !f.Tested || f.P > .001 || len(f.Pairings) != 10 || f.Openings != 60 {
		t.Fatalf("%+v, %v", f, err)
	}
	for _, m := range f.Players {
		if misfits := m.Player <= 2; misfits != (m.P < .05) {
			t.Errorf("%+v", m)
		}
	}
	for _, o := range f.Outliers {
		if found := o.Openings[0] == "7" && o.Side == FirstSeat; found != (o.P < .05) {
			t.Errorf("%+v", o)
		}
	}
	near.Check(t, f.Deviation, 50, 40, "Elo that openings are worth")
	if _, err := FitOf(&Table{seats: 3}, Options{}); err == nil {
		t.Error("a fit of three seats")
	}
}
