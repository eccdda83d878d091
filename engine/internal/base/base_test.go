package base

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
)

// TestDrawn checks draws by the turn cap and by repetition on both sides of their bounds.
func TestDrawn(t *testing.T) {
	const low, high = 1 << 50, 2<<56 | 5<<50
	keys := []uint64{low, high, low | 1, high, low, high, low}
	for _, test := range []struct {
		draws, turnCap, list int
		want                 string // for each key
	}{
		{3, 0, 16, "-----rr"},
		{2, 0, 16, "---rrrr"},
		{3, 0, 2, "-----rr"}, // in a map from the third key on
		{0, 0, 16, "-------"},
		{0, 5, 16, "-----cc"},
		{2, 3, 16, "---rrrr"},
		{3, 2, 16, "--cccrr"},
	} {
		f := Facts{repeats: test.draws, turnCap: test.turnCap}
		seen := Repetitions{Filter: make([]uint64, 4), Keys: make([]uint64, test.list)}
		var got strings.Builder
		for i, key := range keys {
			switch f.Drawn(&seen, key, i, i+1) {
			case engine.Repetition:
				got.WriteByte('r')
			case engine.TurnCap:
				got.WriteByte('c')
			case engine.Ongoing:
				got.WriteByte('-')
			}
		}
		if got.String() != test.want {
			t.Errorf("%+v: drawn at %s", test, &got)
		}
	}
}

// TestIrreversibleStepForgets checks that counting restarts after an irreversible step.
func TestIrreversibleStepForgets(t *testing.T) {
	for _, list := range []int{1, 8} {
		f := Facts{repeats: 2}
		seen := Repetitions{Filter: make([]uint64, 2), Keys: make([]uint64, list)}
		var got []engine.Reason
		for turn, reversible := range []int{0, 1, 0, 1, 2} {
			got = append(got, f.Drawn(&seen, 7<<50, reversible, turn+1))
		}
		want := []engine.Reason{engine.Ongoing, engine.Repetition, engine.Ongoing, engine.Repetition, engine.Repetition}
		if !slices.Equal(got, want) {
			t.Errorf("a list of %d: %q, want %q", list, got, want)
		}
	}
}

// TestBitboardsPlainly compares membership, counts and the n-th square with a loop over the bits.
func TestBitboardsPlainly(t *testing.T) {
	random := engine.NewRandom(1)
	for range 200 {
		few, many := random.Uint64(), random.Uint64()
		b := Bitboard(few & many)
		var squares []Square
		for s := range Square(64) {
			if in := uint64(b)&(1<<s) != 0; b.Has(s) != in {
				t.Fatalf("%x: Has(%v) is %v", uint64(b), s, !in)
			} else if in {
				squares = append(squares, s)
			}
		}
		if b.Count() != len(squares) {
			t.Fatalf("%x: %d squares, want %d", uint64(b), b.Count(), len(squares))
		}
		for n, want := range squares {
			if got := b.Nth(n); got != want {
				t.Fatalf("%x: square %d is %v, want %v", uint64(b), n, got, want)
			}
		}
	}
}
