package tune

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/eval"
)

// anyInputs draws inputs of which the most are patterns: far apart or close, counted once.
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
			if err := set.Add(&all[i], float64(i)/8); err != nil {
				t.Fatal(err)
			}
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

func TestSetRefuses(t *testing.T) {
	for name, bad := range map[string]struct {
		in     eval.Inputs
		target float64
	}{
		"an index too large":   {eval.Inputs{Index: []uint16{10}, Count: []int32{1}, Parts: 1}, 0},
		"falling indices":      {eval.Inputs{Index: []uint16{3, 2}, Count: []int32{1, 1}, Parts: 1}, 0},
		"an index twice":       {eval.Inputs{Index: []uint16{3, 3}, Count: []int32{1, 1}, Parts: 1}, 0},
		"counts missing":       {eval.Inputs{Index: []uint16{3}, Parts: 1}, 0},
		"a phase too late":     {eval.Inputs{Parts: 1, Phase: 65}, 0},
		"a phase before 0":     {eval.Inputs{Parts: 1, Phase: -1}, 0},
		"no parts":             {eval.Inputs{}, 0},
		"a target above 1":     {eval.Inputs{Parts: 1}, 1.01},
		"a target of no value": {eval.Inputs{Parts: 1}, math.NaN()},
	} {
		set := NewSet(10)
		if err := set.Add(&bad.in, bad.target); err == nil || set.Len() != 0 {
			t.Errorf("%s is accepted", name)
		}
	}
}

// TestSumTellsSetsApart changes one thing at a time.
func TestSumTellsSetsApart(t *testing.T) {
	base := eval.Inputs{Index: []uint16{1, 5}, Count: []int32{1, -2}, Parts: 1, Phase: 7}
	later, other := base, base
	later.Phase, other.Count = 8, []int32{1, -3}
	seen := map[uint64]string{}
	for name, set := range map[string]*Set{
		"nothing": setOf(t), "the position": setOf(t, sample{base, 0.5}),
		"another target": setOf(t, sample{base, 0.25}),
		"another phase":  setOf(t, sample{later, 0.5}), "another count": setOf(t, sample{other, 0.5}),
		"the position twice": setOf(t, sample{base, 0.5}, sample{base, 0.5}),
	} {
		if earlier, twice := seen[set.Sum()]; twice {
			t.Errorf("%s and %s have one sum", name, earlier)
		}
		seen[set.Sum()] = name
	}
}

type sample struct {
	in     eval.Inputs
	target float64
}

func setOf(t *testing.T, samples ...sample) *Set {
	t.Helper()
	set := NewSet(10)
	for _, s := range samples {
		if err := set.Add(&s.in, s.target); err != nil {
			t.Fatal(err)
		}
	}
	return set
}

// TestLeastLoss checks the entropy of targets against values known from tables.
func TestLeastLoss(t *testing.T) {
	in := eval.Inputs{Parts: 1}
	for target, want := range map[float64]float64{0: 0, 1: 0, 0.5: math.Ln2, 0.25: 0.5623351446188083} {
		near.Check(t, setOf(t, sample{in, target}).LeastLoss(), want, 1e-7, "the least loss of ", target)
	}
	if got := setOf(t).LeastLoss(); got != 0 {
		t.Errorf("without positions: %v", got)
	}
}
