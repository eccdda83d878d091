package games_test

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
)

// TestHistoryCopies overwrites a history repeatedly with copies and plays on in it, which must not change the
// originals.
func TestHistoryCopies(t *testing.T) {
	for _, game := range games.All() {
		rules, err := game.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		h, random := engine.NewHistory(rules.Start()), engine.NewRandom(1)
		copied := h.Clone()
		for !h.Outcome().Over() && len(h.Steps()) < 120 {
			for range 3 {
				if !copied.Outcome().Over() {
					play(t, copied, engine.RandomStep(copied.Position(), random))
				}
			}
			copied.CopyFrom(h)
			step := engine.RandomStep(h.Position(), random)
			play(t, h, step)
			play(t, copied, step)
			if copied.Position().String() != h.Position().String() || !slices.Equal(copied.Steps(), h.Steps()) ||
				!slices.Equal(copied.TurnHashes(), h.TurnHashes()) || copied.Outcome() != h.Outcome() {
				t.Fatalf("%s: after %d steps the copy stands at %s, the game at %s", game.Name(), len(h.Steps()),
					copied.Position(), h.Position())
			}
		}
		if allocs := testing.AllocsPerRun(20, func() { copied.CopyFrom(h) }); allocs != 0 {
			t.Errorf("%s: a copy allocates %v times", game.Name(), allocs)
		}
	}
}

func play(t *testing.T, h *engine.History, step engine.Step) {
	t.Helper()
	if err := h.Play(step); err != nil {
		t.Fatal(err)
	}
}
