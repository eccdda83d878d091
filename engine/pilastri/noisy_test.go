package pilastri_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// eachCase calls check on positions along random games and on positions that no game reaches, every other time with
// high jumpers.
func eachCase(t *testing.T, check func(p engine.Position, m *model)) {
	t.Helper()
	random, high := rand.New(engine.NewRandom(11)), false
	for _, board := range boards() {
		for range enginetest.Shorter(1 + 40/(board[0]*board[1])) {
			m := newModel(board[0], board[1])
			m.high, high = high, !high
			for {
				check(read(t, m.String(), m.settings()), m)
				legal := m.Legal()
				if len(legal) == 0 {
					break
				}
				m.Play(legal[random.IntN(len(legal))])
			}
		}
		for range enginetest.Shorter(1 + 150/(board[0]*board[1])) {
			m := randomModel(random, board[0], board[1])
			m.high, high = high, !high
			check(read(t, m.String(), m.settings()), m)
		}
	}
}

// TestNoisy checks that the noisy steps are exactly those that leave the opponent without a step, and that the scores
// know them too.
func TestNoisy(t *testing.T) {
	t.Parallel()
	wins := 0
	eachCase(t, func(p engine.Position, m *model) {
		var want []string
		for _, step := range m.Legal() {
			after := m.Clone()
			after.Play(step)
			if after.winner() != "" {
				want = append(want, step)
			}
		}
		wins += len(want)
		steps := p.AppendSteps(nil)
		scores := make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		var noisy, loud []string
		for i, step := range steps {
			if scores[i] >= 100 {
				loud = append(loud, p.StepText(step))
			}
		}
		for _, step := range p.AppendNoisy(nil) {
			noisy = append(noisy, p.StepText(step))
		}
		slices.Sort(noisy)
		slices.Sort(loud)
		if !slices.Equal(noisy, want) || !slices.Equal(loud, want) {
			t.Fatalf("winning steps of %s: %v; listed as noisy: %v; with loud scores: %v", p, want, noisy, loud)
		}
	})
	if wins < 50 {
		t.Errorf("only %d wins met", wins)
	}
}
