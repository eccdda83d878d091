package tournament

import "testing"

// CheckCounts checks how many different things were counted, and that each occurred equally often.
func CheckCounts[K comparable](t *testing.T, what string, counts map[K]int, things, times int) {
	t.Helper()
	if len(counts) != things {
		t.Errorf("%s: %d of %d occur", what, len(counts), things)
	}
	for key, count := range counts {
		if count != times {
			t.Errorf("%s: %v occurs %d times, want %d", what, key, count, times)
		}
	}
}
