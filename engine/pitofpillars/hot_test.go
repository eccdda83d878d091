package pitofpillars_test

import (
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestNoisy checks that the noisy steps are exactly those that capture or take the opponent's last stack.
func TestNoisy(t *testing.T) {
	t.Parallel()
	captures, sweeps := 0, 0
	check := func(m *model) {
		p := read(t, m.String(), nil)
		var want []string
		for _, step := range m.Legal() {
			after := m.Clone()
			after.Play(step)
			switch {
			case after.why == bySweep:
				sweeps++
			case m.step == "m" && m.captures(step):
				captures++
			default:
				continue
			}
			want = append(want, step)
		}
		enginetest.CheckNoisy(t, p, want)
	}
	random := rand.New(engine.NewRandom(11))
	for range enginetest.Shorter(1500) {
		check(randomModel(random, 4+random.IntN(5)))
	}
	for i := range enginetest.Shorter(20) {
		m := newModel(4+i%5, 0)
		for range 300 {
			if m.winner != "" {
				break
			}
			check(m)
			legal := m.Legal()
			m.Play(legal[random.IntN(len(legal))])
		}
	}
	if captures < 100 || sweeps < 20 {
		t.Errorf("only %d captures and %d wins met", captures, sweeps)
	}
}
