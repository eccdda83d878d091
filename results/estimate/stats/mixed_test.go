package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
)

// drawOpenings draws counts of openings of three or four seats.
func drawOpenings(t *rapid.T) Openings {
	o := NewOpenings(rapid.IntRange(3, 4).Draw(t, "seats"))
	for _, outcome := range rapid.SliceOfN(rapid.IntRange(0, len(o)-1), 2, 60).Draw(t, "outcomes") {
		o[outcome]++
	}
	return o
}

// TestMixedRatio compares the ratio with likelihoods that a search over the standard deviation maximises, and with the
// ratio of the opposite test if the players are exchanged.
func TestMixedRatio(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		test, o := drawTest(t), drawOpenings(t)
		n, s, v := moments(filled(o.outcomes()))
		greatest := func(elo float64) (best float64) {
			best = math.Inf(-1)
			for step := -4000; step <= 4000; step++ {
				sigma := math.Exp(float64(step) / 1000)
				mean := ScoreOfElo(elo)
				if test.Model == Normalized {
					mean = .5 + elo*math.Sqrt(o.gamesEach())/perNormalized*sigma
				}
				best = max(best, -math.Log(sigma)-(v+(s-mean)*(s-mean))/(2*sigma*sigma))
			}
			return best
		}
		got, err := test.LLR(o)
		want := (n - 1) * (greatest(test.Elo1) - greatest(test.Elo0))
		if err != nil || !near.Equal(got, want, 2e-6*n) {
			t.Fatalf("%+v: ratio %v, want %v (%v)", test, got, want, err)
		}
		mirrored, opposite := NewOpenings(o.Seats()), test
		for i, count := range o {
			mirrored[len(o)-1-i] = count
		}
		opposite.Elo0, opposite.Elo1 = -test.Elo1, -test.Elo0
		if back, err := opposite.LLR(mirrored); err != nil || !near.Equal(back, -got, 1e-9*n) {
			t.Fatalf("%+v: mirrored %v, want %v (%v)", test, back, -got, err)
		}
	})
}

// TestOpenings checks the numbers of outcomes, seats and games, and that no test is decided before it has enough
// openings.
func TestOpenings(t *testing.T) {
	for seats, want := range map[int][2]int{2: {5, 2}, 3: {25, 6}, 4: {97, 14}} {
		o := NewOpenings(seats)
		o[1], o[3] = 2, 1
		if len(o) != want[0] || o.Seats() != seats || o.Count() != 3 || o.Games() != 3*want[1] {
			t.Errorf("%d seats: %d outcomes, %d seats, %d openings, %d games", seats, len(o), o.Seats(), o.Count(),
				o.Games())
		}
		s, err := SPRT{Elo0: 0, Elo1: 40, Alpha: .05, Beta: .05, Model: Logistic}.OnOpenings(seats)
		for s.Decision == Undecided && err == nil {
			s, err = s.Next(3*len(o)/5 + s.Sample.Count()%2)
		}
		if err != nil || s.Decision != AcceptH1 || seats > 2 && s.Sample.Count() != fewestMixed {
			t.Errorf("%d seats: %v after %d openings (%v)", seats, s.Decision, s.Sample.Count(), err)
		}
	}
}
