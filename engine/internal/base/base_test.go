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
		draws, turnCap int
		want           string // for each key
	}{
		{3, 0, "-----rr"},
		{2, 0, "---rrrr"},
		{0, 0, "-------"},
		{0, 5, "-----cc"},
		{2, 3, "---rrrr"},
		{3, 2, "--cccrr"},
	} {
		f := Facts{repeats: test.draws, turnCap: test.turnCap}
		var seen repetitions
		var got strings.Builder
		for i, key := range keys {
			switch f.drawn(&seen, key, i, i+1) {
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
	f := Facts{repeats: 2}
	var seen repetitions
	var got []engine.Reason
	for turn, reversible := range []int{0, 1, 0, 1, 2} {
		got = append(got, f.drawn(&seen, 7<<50, reversible, turn+1))
	}
	want := []engine.Reason{engine.Ongoing, engine.Repetition, engine.Ongoing, engine.Repetition, engine.Repetition}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestManyPositions counts more positions than a playout keeps without allocating.
func TestManyPositions(t *testing.T) {
	var seen repetitions
	for round := range 3 {
		for key := range uint64(1100) {
			if got := seen.add(key*0x9e3779b97f4a7c15, 1); got != round+1 {
				t.Fatalf("position %d in round %d: counted %d times", key, round, got)
			}
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
