package kit

import "testing"

// TestSkips checks that of helpers in whole groups just half search any depth, and that no two of them search the same
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
