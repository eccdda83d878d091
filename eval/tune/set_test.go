package tune

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"pillars/eval"
)

// anyInputs draws inputs with numbers close together or far apart. Many counts are 1 or -1, as for patterns.
func anyInputs(t *rapid.T, inputs int) eval.Inputs {
	in := eval.Inputs{Parts: 1, Phase: rapid.IntRange(0, 64).Draw(t, "phase")}
	for index := rapid.IntRange(0, 200).Draw(t, "first"); index < inputs; index += rapid.IntRange(1, 400).Draw(t,
		"distance") {
		count := rapid.OneOf(rapid.SampledFrom([]int32{1, -1, 2}), rapid.Int32()).Draw(t, "count")
		in.Index, in.Count = append(in.Index, uint16(index)), append(in.Count, count)
	}
	return in
}

// TestSetKeepsPositions checks that positions come out of a set as they went in.
func TestSetKeepsPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inputs := rapid.SampledFrom([]int{1, 300, 3000, 1 << 16}).Draw(t, "inputs")
		set := NewSet(inputs)
		var all []eval.Inputs
		for i := range rapid.IntRange(0, 5).Draw(t, "positions") {
			all = append(all, anyInputs(t, inputs))
			set.Add(&all[i], float64(i)/8)
		}
		for i, want := range all {
			in, target := set.At(i)
			if !slices.Equal(in.Index, want.Index) || !slices.Equal(in.Count, want.Count) || in.Phase != want.Phase ||
				target != float64(i)/8 {
				t.Fatalf("position %d is %+v with target %v, was %+v", i, in, target, want)
			}
		}
	})
}

type sample struct {
	in     eval.Inputs
	target float64
}

func setOf(samples ...sample) *Set {
	set := NewSet(10)
	for _, s := range samples {
		set.Add(&s.in, s.target)
	}
	return set
}
