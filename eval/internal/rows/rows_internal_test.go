package rows

import (
	"math"
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

// TestFire compares the kernel, and the Go code for machines without AVX2, with a plain sum.
func TestFire(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, units := range []int{16, 32, 64, 128} {
		sums, output := make([]uint64, units/4), make([]int32, units)
		want := int64(0)
		for i := range output {
			value := random.IntN(400) - 150
			if i%7 == 0 {
				value = random.IntN(1<<16) - 1<<15
			}
			sums[i/4] += uint64(int64(value) << (16 * (i % 4)))
			output[i] = int32(random.Uint32())
			fired := int64(max(0, min(64, value)))
			want += fired * fired * int64(output[i])
		}
		for i := range sums {
			sums[i] += Zeros
		}
		if got, plain := Fire(sums, output, 64), plainFire(sums, output, 64); got != want || plain != want {
			t.Errorf("%d units: Fire is %d, in Go code %d, wanted %d", units, got, plain, want)
		}
	}
}

// TestExp compares the kernel with math.Exp.
func TestExp(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n := range 40 {
		x, want := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = -random.ExpFloat64() * math.Pow(10, float64(n%8-4))
			if i%9 == 0 {
				x[i] = 0
			}
			want[i] = math.Exp(max(-700, x[i]))
		}
		if Exp(x); !slices.Equal(x, want) {
			t.Errorf("Exp returns %v, wanted %v", x, want)
		}
	}
}
