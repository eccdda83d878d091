package pilastri_test

import (
	"strconv"
	"testing"

	"pillars/engine/enginetest"
)

// TestModelPerft compares the model itself with the published counts, as far as its speed allows. A turn is one step,
// so both kinds count alike.
func TestModelPerft(t *testing.T) {
	t.Parallel()
	for i, entry := range perftEntries(t) {
		if entry.Work >= uint64(shorter(5000)) {
			continue
		}
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			if got := readModel(entry.Position).perft(entry.Depth); got != entry.Count {
				t.Errorf("the model counts %d, not %d: %s", got, entry.Count, entry.Position)
			}
		})
	}
}

// shorter returns n, or a fifth of it in a usual run.
func shorter(n int) int {
	return enginetest.Count((n+4)/5, n)
}
