package parallel_test

import (
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/parallel"
)

// TestShards checks that every piece of the work is in just one shard, and that the sizes of shards differ by at most
// one.
func TestShards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces, of := rapid.IntRange(0, 200).Draw(t, "pieces"), rapid.IntRange(1, 40).Draw(t, "of")
		owners := make([]int, pieces)
		for part := 1; part <= of; part++ {
			s := parallel.Shard{Part: part, Of: of}
			count := 0
			for piece := range pieces {
				if s.Has(piece) {
					owners[piece]++
					if s.Number(count) != piece {
						t.Fatalf("shard %v: place %d is piece %d, want %d", s, count, s.Number(count), piece)
					}
					count++
				}
			}
			if count != s.Count(pieces) || count < pieces/of || count > (pieces+of-1)/of {
				t.Fatalf("shard %v has %d of %d, Count says %d", s, count, pieces, s.Count(pieces))
			}
		}
		for piece, n := range owners {
			if n != 1 {
				t.Fatalf("piece %d is in %d shards", piece, n)
			}
		}
	})
	if whole := (parallel.Shard{}); whole.Count(7) != 7 || whole.Number(3) != 3 || !whole.Has(3) {
		t.Error("the zero shard is not all of the work")
	}
}

// TestShardText reads shards, and refuses all else.
func TestShardText(t *testing.T) {
	for text, want := range map[string]parallel.Shard{"1/1": {Part: 1, Of: 1}, "2/4": {Part: 2, Of: 4},
		"100000/100000": {Part: 100_000, Of: 100_000}} {
		var got parallel.Shard
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want || got.String() != text {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "2", "0/4", "5/4", "-1/4", "1/0", "1/100001", "1/2/3",
		"1/99999999999999999999"} {
		var got parallel.Shard
		if err := got.UnmarshalText([]byte(text)); err == nil || got != (parallel.Shard{}) {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
