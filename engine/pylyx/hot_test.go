package pylyx_test

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

//go:embed testdata/hot.txt
var hotText string

// hotPositions call for every kind of step, on small and large boards, with stacks of one, two, three and more men.
var hotPositions = strings.Split(strings.TrimSpace(hotText), "\n")

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

// TestOrderingScores checks that wins are the only loud steps, and that every other move is worth more than a pass.
func TestOrderingScores(t *testing.T) {
	t.Parallel()
	const loud = 100
	random := rand.New(engine.NewRandom(12))
	for i := range enginetest.Shorter(1000) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		p := read(t, randomModel(random, o.size, o.slides).String(), o.settings())
		steps := p.AppendSteps(nil)
		scores := make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		noisy := p.AppendNoisy(nil)
		for j, step := range steps {
			text := p.StepText(step)
			switch {
			case (scores[j] >= loud) != slices.Contains(noisy, step):
				t.Fatalf("the score for %s is %d: %s", text, scores[j], p)
			case text == engine.Decline && scores[j] > 0, text != engine.Decline && scores[j] <= 0:
				t.Fatalf("the score for %s is %d: %s", text, scores[j], p)
			}
		}
	}
}
