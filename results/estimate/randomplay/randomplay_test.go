package randomplay

import (
	"testing"

	"pillars/engine/pitofpillars"
)

func TestSpread(t *testing.T) {
	tests := []struct {
		lengths []int32
		want    Spread
	}{
		{[]int32{7}, Spread{7, 7, 7, 7}},
		{[]int32{9, 1, 2}, Spread{4, 2, 1, 9}},
		{[]int32{4, 1, 2, 9}, Spread{4, 3, 1, 9}},
	}
	for _, test := range tests {
		if got := spread(test.lengths); got != test.want {
			t.Errorf("spread(%v) = %v; wanted %v", test.lengths, got, test.want)
		}
	}
}

// TestCountsEveryStep counts the steps of the games again, by kind.
func TestCountsEveryStep(t *testing.T) {
	rules, err := pitofpillars.Game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	const games = 20
	s, err := Play(t.Context(), rules.Start(), games, 3, 2, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	var due int64
	for _, b := range s.Branching {
		due += b.Steps
	}
	if steps := int64(s.Steps.Mean*games + 0.5); due != steps {
		t.Errorf("%d steps played, %d counted", steps, due)
	}
	if got, want := s.Branching[0], (Branching{"opening", games, 60}); got != want {
		t.Errorf("opening steps: %v; there is one a game, with 60 squares to choose from", got)
	}
}
