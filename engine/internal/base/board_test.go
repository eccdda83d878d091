package base

import (
	"math/rand/v2"
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

// TestNthOfMany compares Nth with NthOfMany for every square of sparse, full and dense random boards.
func TestNthOfMany(t *testing.T) {
	random := rand.NewPCG(1, 2)
	for range 1000 {
		many := Bitboard(random.Uint64())
		for _, b := range []Bitboard{many, many & Bitboard(random.Uint64()), ^Bitboard(0)} {
			for n := range b.Count() {
				if got := b.NthOfMany(n); got != b.Nth(n) {
					t.Fatalf("%x: square %d is %v, want %v", b, n, got, b.Nth(n))
				}
			}
		}
	}
}
