package results

import (
	"fmt"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/stats"
	"pillars/tournament"
	"pillars/tournament/formats"
	"pillars/tournament/plantest"
)

// TestMixedTestComparesSeats checks that a test of three and four seats counts the same comparisons as [Fold.Mixed],
// opening by opening.
func TestMixedTestComparesSeats(t *testing.T) {
	for _, seats := range []int{3, 4} {
		spec := tournament.Spec{Players: []string{"new", "old"}, Format: tournament.Sequential{Test: tournament.Test{
			Elo0: -5, Elo1: 5, Alpha: .05, Beta: .05, Model: "logistic"}}}
		var all []tournament.Result
		for opening := 1; opening <= 7; opening++ {
			for n, order := range formats.MixedSeatings(seats) {
				players, places := make([]string, seats), make([]int, seats)
				for seat, member := range order {
					players[seat] = spec.Players[member]
					places[seat] = (seat*opening + n*n) % 3 // with ties
				}
				r := tournament.Result{Identity: fmt.Sprintf("1v2/%d/%d", opening, n+1), Opening: opening,
					Pair: fmt.Sprintf("1v2/%d", opening), Players: players, Outcome: engine.Outcome{Seats: seats}}
				for a, place := range places {
					for b, other := range places {
						switch {
						case a == b:
						case place < other:
							r.Outcome.Scores[a] += 1 / float64(seats-1)
						case place == other:
							r.Outcome.Scores[a] += .5 / float64(seats-1)
						}
					}
				}
				all = append(all, r)
			}
		}
		all = all[:len(all)-1] // the last opening is not complete
		path, err := FollowTest(spec, plantest.Earlier(all))
		if err != nil {
			t.Fatal(err)
		}
		orders := len(formats.MixedSeatings(seats))
		if path.Counts.Count() != 6 || len(path.Points) != 6 || path.Counts.Games() != 6*orders ||
			path.Decision != stats.Undecided || path.Unit() != "opening" {
			t.Errorf("%d seats: %+v", seats, path)
		}
		halves := 0
		for _, point := range path.Points {
			halves += point.Halves
		}
		near.Check(t, path.Compared.Points(), float64(halves)/2, 1e-12, "comparisons won")
		six := Fold{}
		for _, r := range all[:6*orders] {
			if err := six.AddResult(r); err != nil {
				t.Fatal(err)
			}
		}
		share := path.Compared.Points() / float64(path.Compared.Games())
		near.Check(t, share, six.Mixed("new", "old").Score.Value, 1e-12, "share")
	}
}
