package rows

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKernels compares the kernels, and the Go code for machines without AVX2, with plain loops, row by row, for all
// widths in use.
func TestKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, units := range []int{16, 32, 64, 128} {
		for _, n := range []int{0, 1, 2, 57, 300} {
			numbers := make([]uint16, n)
			for i := range numbers {
				numbers[i] = uint16(random.IntN(100))
			}
			floats, words := make([]float32, 100*units), make([]uint64, 100*units/2)
			for i := range floats {
				floats[i] = float32(random.NormFloat64())
			}
			for i := range words {
				words[i] = random.Uint64()
			}
			compare(t, numbers, words[:units/2], words, AddWords, plainWords)
			compare(t, numbers, floats[:units], floats, AddFloats, plainFloats)
			table, change := slices.Clone(floats), slices.Clone(floats[units:2*units])
			plain := slices.Clone(floats)
			Spread(table, change, numbers)
			plainSpread(plain, change, numbers)
			for _, number := range numbers {
				for i := range change {
					floats[int(number)*units+i] += change[i]
				}
			}
			if !slices.Equal(table, floats) || !slices.Equal(plain, floats) {
				t.Errorf("%d units, %d rows: Spread differs from the plain loop", units, n)
			}
		}
	}
}

func compare[T uint64 | float32](
	t *testing.T, numbers []uint16, first, table []T, add, plain func(sums, table []T, rows []uint16),
) {
	t.Helper()
	got, other, want := slices.Clone(first), slices.Clone(first), slices.Clone(first)
	add(got, table, numbers)
	plain(other, table, numbers)
	for _, number := range numbers {
		for i := range want {
			want[i] += table[int(number)*len(want)+i]
		}
	}
	if !slices.Equal(got, want) || !slices.Equal(other, want) {
		t.Errorf("%d values, %d rows of %T: the sums differ from the plain loop", len(first), len(numbers), first)
	}
}
