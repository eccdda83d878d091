package dfs

import (
	"testing"
	"time"

	"pillars/search"
)

// TestEnough checks from which share of the time on no deeper search begins.
func TestEnough(t *testing.T) {
	for spent, want := range map[time.Duration]bool{50 * time.Minute: false, 70 * time.Minute: true} {
		c := Clock{Limits: search.Limits{Time: 100 * time.Minute}, started: time.Now().Add(-spent)}
		if c.enough() != want {
			t.Errorf("after %v of 100 minutes: enough is %t", spent, !want)
		}
	}
	if c := (Clock{started: time.Now().Add(-time.Hour)}); c.enough() {
		t.Error("without a limit an hour is enough")
	}
}

// TestSkips checks that half of the helpers in whole groups search each depth, and that no two of them search the same
// depths.
func TestSkips(t *testing.T) {
	patterns := map[[60]bool]int{}
	for _, helpers := range []int{2, 6, 12, 20} {
		for depth := range 60 {
			searching := 0
			for helper := range helpers {
				if !skips(helper, depth) {
					searching++
				}
			}
			if searching != helpers/2 {
				t.Errorf("%d of %d helpers search depth %d", searching, helpers, depth)
			}
		}
	}
	for helper := range 20 {
		var pattern [60]bool
		for depth := range pattern {
			pattern[depth] = skips(helper, depth)
		}
		if twin, known := patterns[pattern]; known {
			t.Errorf("helpers %d and %d search the same depths", twin, helper)
		}
		patterns[pattern] = helper
	}
}
