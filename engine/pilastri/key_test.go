package pilastri_test

import (
	"math/rand/v2"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestKeys reads keys of random positions back, on boards of all shapes.
func TestKeys(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(11))
	for _, board := range boards() {
		for range enginetest.Shorter(20) {
			p := read(t, randomModel(random, board[0], board[1]).String(), nil)
			back := p.Rules().Start()
			back.(engine.Keyed).SetKey([]byte(keyOf(p)))
			if engine.CanonicalHash(back) != engine.CanonicalHash(p) {
				t.Errorf("%s reads back from a key as %s", p, back)
			}
		}
	}
}
