package progress_test

import (
	"testing"

	"pillars/results/show/progress"
)

// TestSteps checks that each part of a work is named.
func TestSteps(t *testing.T) {
	var none *progress.Steps
	none.Next("games")
	if got := none.State(progress.State{}); got.Task != "" || got.Whole != nil {
		t.Errorf("%+v where nothing is played", got)
	}
	steps := progress.NewSteps([]progress.Part{{Kind: "games", Cost: 1}, {Kind: "looks", Cost: 1}})
	for _, task := range []string{"games", "looking at the games"} {
		steps.Next(task)
		if got := steps.State(progress.State{}); got.Task != task || got.Whole == nil {
			t.Errorf("%+v, want the task %q", got, task)
		}
	}
}
