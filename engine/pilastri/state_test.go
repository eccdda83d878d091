package pilastri

import (
	"testing"

	"pillars/engine"
)

// TestStateEqualsText plays random games and compares each position with the one read from its text.
func TestStateEqualsText(t *testing.T) {
	t.Parallel()
	for i, settings := range []engine.Settings{nil, {{Name: "size", Value: "4"}}} {
		random := engine.NewRandom(uint64(i))
		rules, err := Game.New(settings)
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			for p := rules.Start().(*position); !p.Over() && p.Turn() < 200; p.Play(p.RandomStep(random)) {
				if err := p.contradiction(); err != nil {
					t.Fatalf("%s: %v", p, err)
				}
			}
		}
	}
}
