package pitofpillars_test

import (
	_ "embed"
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

//go:embed testdata/hot.txt
var hotText string

// hotPositions call for every kind of step, on small and large boards, with pillars and reserves and without.
var hotPositions = strings.Split(strings.TrimSpace(hotText), "\n")

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
