package recorder

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// movement returns a position of Pit of Pillars in which turns have several steps and some lead to the same position.
func movement(t *testing.T) engine.Position {
	t.Helper()
	p, random := enginetest.Rules(t, "pit-of-pillars", "size=4", "cap=60").Start(), engine.NewRandom(3)
	for p.InOpening() || !p.StartsTurn() {
		p.Play(engine.RandomStep(p, random))
	}
	return p
}

// ended returns the text of the position after some steps.
func ended(p engine.Position, steps []engine.Step) string {
	p = p.Clone()
	for _, step := range steps {
		p.Play(step)
	}
	return p.String()
}

// TestTurnsAreDrawnEvenly draws 4 turns of a position 4000 times: each is drawn about equally often, within 6 standard
// deviations, and none twice at once.
func TestTurnsAreDrawnEvenly(t *testing.T) {
	t.Parallel()
	p := movement(t)
	const draws, wanted = 4000, 4
	times, distinct := map[string]int{}, slowWholes(p, new(int))
	random := engine.NewRandom(7)
	for range draws {
		turns, all := drawTurns(p, wanted, random)
		at := map[string]bool{}
		for _, turn := range turns {
			at[ended(p, turn)] = true
		}
		if all != distinct || len(at) != wanted {
			t.Fatalf("%d positions drawn of %d", len(at), all)
		}
		for text := range at {
			times[text]++
		}
	}
	share := float64(wanted) / float64(distinct)
	mean, variance := draws*share, draws*share*(1-share)
	for text, n := range times {
		if d := float64(n) - mean; d*d > 36*variance {
			t.Errorf("%s is drawn %d times, not about %.0f", text, n, mean)
		}
	}
	if len(times) != distinct {
		t.Errorf("%d of %d turns are ever drawn", len(times), distinct)
	}
}
