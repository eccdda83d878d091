package prover

import (
	"testing"
)

// TestTable checks the number of buckets for some sizes in bytes, of which a bucket takes 64. In a full bucket, the
// value that took the fewest nodes gives way, whichever of the four it is.
func TestTable(t *testing.T) {
	for bytes, want := range map[int]int{0: 1, 1: 1, 64: 1, 127: 1, 128: 2, 255: 2, 256: 4, 1 << 20: 1 << 14} {
		if table := newTable(bytes); len(table.buckets) != want || table.mask != uint64(want-1) {
			t.Errorf("%d bytes: %d buckets with mask %x, want %d", bytes, len(table.buckets), table.mask, want)
		}
	}
	for least := range uint64(4) {
		table := newTable(128)
		for i := range uint64(4) {
			nodes := 9 + i
			if i == least {
				nodes = 5
			}
			table.store(hash{i + 1, 2 * i}, newValue(i%2 == 1, nodes))
		}
		table.store(hash{9, 1}, newValue(true, 1)) // in the other bucket
		table.store(hash{7, 6}, newValue(true, 6))
		table.store(hash{7, 6}, newValue(false, 8))
		for i := range uint64(4) {
			v, known := table.probe(hash{i + 1, 2 * i})
			if known != (i != least) || known && (v.win() != (i%2 == 1) || v.nodes() != 9+i) {
				t.Errorf("value %d, where %d took the fewest nodes: %v, %v", i, least, v, known)
			}
		}
		if v, known := table.probe(hash{7, 6}); !known || v.win() || v.nodes() != 8 {
			t.Errorf("the last value: %v, %v", v, known)
		}
		if v, known := table.probe(hash{9, 1}); !known || !v.win() || v.nodes() != 1 {
			t.Errorf("the value in the other bucket: %v, %v", v, known)
		}
		if _, known := table.probe(hash{0, 0}); known {
			t.Error("an empty entry is found")
		}
	}
}
