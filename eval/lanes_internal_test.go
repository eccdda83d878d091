package eval

import (
	"testing"

	"pgregory.net/rapid"
)

// TestLanes adds and subtracts weights two values at a time, up to the largest sums that two seats can show, and one
// value at a time.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Int64Range(-maxWeight*scale, maxWeight*scale)
		var lanes taperLanes
		var plain taper
		for range rapid.IntRange(1, 2000).Draw(t, "weights") {
			weight := taper{value.Draw(t, "early"), value.Draw(t, "late")}
			if rapid.Bool().Draw(t, "other seat") {
				lanes -= weight.lanes()
				weight = taper{-weight.early, -weight.late}
			} else {
				lanes += weight.lanes()
			}
			plain.early, plain.late = plain.early+weight.early, plain.late+weight.late
		}
		if got := lanes.taper(); got != plain {
			t.Fatalf("lanes give %v, want %v", got, plain)
		}
	})
}
