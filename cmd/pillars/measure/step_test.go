package measure

import (
	"testing"

	"pillars/results/show/progress"
)

// TestSteps names each part of a variant.
func TestSteps(t *testing.T) {
	f := measureFlags{variant: "variant 2 of 4 (size=6)"}
	f.step("games", nil)
	if f.task != "" {
		t.Errorf("%q where nothing is played", f.task)
	}
	f.parts = &progress.Parts{All: []progress.Part{{Kind: "games", Cost: 1}, {Kind: "looks", Cost: 1}}}
	for _, what := range []string{"games", "looking at the games"} {
		f.step(what, nil)
		if want := "variant 2 of 4 (size=6): " + what; f.task != want {
			t.Errorf("%q, want %q", f.task, want)
		}
	}
}
