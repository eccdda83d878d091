package rows

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKernels compares the kernels with plain loops, row by row, for all widths in use.
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
			compare(t, numbers, words[:units/2], words, AddWords)
			compare(t, numbers, floats[:units], floats, AddFloats)
			table, change := slices.Clone(floats), slices.Clone(floats[units:2*units])
			Spread(table, change, numbers)
			for _, number := range numbers {
				for i := range change {
					floats[int(number)*units+i] += change[i]
				}
			}
			if !slices.Equal(table, floats) {
				t.Errorf("%d units, %d rows: Spread differs from the plain loop", units, n)
			}
		}
	}
}

func compare[T uint64 | float32](
	t *testing.T, numbers []uint16, first, table []T, add func(sums, table []T, rows []uint16),
) {
	t.Helper()
	got, want := slices.Clone(first), slices.Clone(first)
	add(got, table, numbers)
	for _, number := range numbers {
		for i := range want {
			want[i] += table[int(number)*len(want)+i]
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d values, %d rows of %T: the sums differ from the plain loop", len(first), len(numbers), first)
	}
}

// TestPlain compares the Go code for machines without AVX2 with the assembly code.
func TestPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	numbers := []uint16{3, 0, 7, 3, 9}
	table, sums := make([]float32, 10*32), make([]float32, 32)
	words, wordSums := make([]uint64, 10*16), make([]uint64, 16)
	for i := range table {
		table[i] = float32(random.NormFloat64())
	}
	for i := range words {
		words[i] = random.Uint64()
	}
	plainFloats(sums, table, numbers)
	plainWords(wordSums, words, numbers)
	otherSums, otherWords := make([]float32, 32), make([]uint64, 16)
	AddFloats(otherSums, table, numbers)
	AddWords(otherWords, words, numbers)
	spreadTable := slices.Clone(table)
	plainSpread(spreadTable, sums, numbers)
	Spread(table, sums, numbers)
	if !slices.Equal(sums, otherSums) || !slices.Equal(wordSums, otherWords) || !slices.Equal(table, spreadTable) {
		t.Error("plain code and kernels differ")
	}
}
