package pylyx

import (
	"testing"

	"pillars/engine"
)

// TestStateIsThatOfTheText plays random games and compares all that a position holds with what reading its text makes.
func TestStateIsThatOfTheText(t *testing.T) {
	t.Parallel()
	for i, settings := range []engine.Settings{nil, {{Name: "size", Value: "6"}}} {
		random := engine.NewRandom(uint64(i))
		rules, err := Game.New(settings)
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			for p := rules.Start().(*position); !p.Over() && p.Turn() < 200; p.Play(p.RandomStep(random)) {
				compare(t, p)
			}
		}
	}
}

func compare(t *testing.T, played *position) {
	t.Helper()
	again, err := Game.Read(played.String(), played.rules.Settings())
	if err != nil {
		t.Fatal(err)
	}
	p, read := played.Clone().(*position), again.(*position)
	read.reversible = p.reversible
	if p.state != read.state {
		t.Fatalf("%s holds %+v when played and %+v when read", p, p.state, read.state)
	}
}
