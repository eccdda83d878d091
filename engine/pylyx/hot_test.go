package pylyx_test

import (
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestNoisy checks that the noisy steps are exactly those that complete a stack.
func TestNoisy(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(11))
	wins := 0
	for i := range enginetest.Shorter(3000) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		m := randomModel(random, o.size, o.slides)
		p := read(t, m.String(), o.settings())
		var want []string
		for _, step := range m.Legal() {
			after := m.Clone()
			after.Play(step)
			if after.winner > 0 {
				want = append(want, step)
			}
		}
		wins += len(want)
		enginetest.CheckNoisy(t, p, want)
	}
	if wins < 20 {
		t.Errorf("only %d wins met", wins)
	}
}
