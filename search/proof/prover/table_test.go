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

// TestProgress compares the texts of reports.
func TestProgress(t *testing.T) {
	p := newProver(t, 2, 3, 1)
	p.heading = "first turn 2 of 6; "
	p.nodes.Store(2_460_000)
	s := newSearch(p, *start(p.shape))
	s.plies = []ply{{tried: 3, children: make([]child, 4)}, {tried: 1, children: make([]child, 7)},
		{tried: 1, children: make([]child, 5)}, {}, {}, {tried: 2, children: make([]child, 3)}}
	// The first seat has tried more moves, so it loses: it has finished 2 of 4 moves, and nothing of the third.
	want := "first turn 2 of 6; about 50 % done; 2.5 million positions searched; moves tried, by turn: 3 of 4 1 of 7"
	if got := s.trail(2); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	want = "first turn 2 of 6; about 50 % done; 2.5 million positions searched; moves tried, by turn: 3 of 4 1 of 7 " +
		"1 of 5 0 of 0 0 of 0"
	if got := s.trail(6); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	m := &members{count: 1_540_000, stack: make([]board, 2)}
	if got := m.progress(); got != "1.5 million members of the proof; replies to be chosen for 2 of them" {
		t.Error(got)
	}
}

// TestBusy checks that a position counts as being searched until its end, and that no other does.
func TestBusy(t *testing.T) {
	p := newProver(t, 2, 3, 1)
	end := p.begin(hash{5, 6})
	if !p.busy(hash{5, 6}) || p.busy(hash{6, 6}) || p.busy(hash{5, 7}) {
		t.Error("another position than the one that begins is searched")
	}
	later := p.begin(hash{8, 6 + busySlots}) // in the same slot
	if end(); !p.busy(hash{8, 6}) {
		t.Error("the end of the first search ends the second")
	}
	if later(); p.busy(hash{8, 6}) {
		t.Error("a search does not end")
	}
}
