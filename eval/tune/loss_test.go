package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/eval"
)

// simulated is a set of positions with random inputs, whose results are drawn from what known weights expect.
type simulated struct {
	inputs, parts int
	random        *rand.Rand
	truth         Vector
}

func newSimulated(inputs, parts int, seed uint64) *simulated {
	s := &simulated{inputs: inputs, parts: parts, random: rand.New(rand.NewPCG(seed, 1))}
	for range 2 * inputs {
		s.truth = append(s.truth, s.random.NormFloat64()/2)
	}
	return s
}

func (s *simulated) position() eval.Inputs {
	in := eval.Inputs{Parts: s.parts, Phase: s.random.IntN(65)}
	for i := range s.inputs {
		if s.random.IntN(3) == 0 {
			in.Index, in.Count = append(in.Index, uint16(i)), append(in.Count, int32(s.random.IntN(5)-2))
		}
	}
	return in
}

// worth computes the worth of inputs in logits plainly.
func worth(w Vector, in eval.Inputs) float64 {
	sum := 0.0
	for i, index := range in.Index {
		late := float64(in.Phase) / 64
		sum += float64(in.Count[i]) / float64(in.Parts) * ((1-late)*w[2*int(index)] + late*w[2*int(index)+1])
	}
	return sum
}

// set draws n positions with their results.
func (s *simulated) set(n int) *Set {
	set := NewSet(s.inputs)
	for range n {
		in, result := s.position(), 0.0
		if s.random.Float64() < 1/(1+math.Exp(-worth(s.truth, in))) {
			result = 1
		}
		set.Add(&in, result)
	}
	return set
}

// TestLossPlainly compares the loss with the textbook formula, for weights of two and of four seats.
func TestLossPlainly(t *testing.T) {
	for _, parts := range []int{1, 3} {
		s := newSimulated(12, parts, 1)
		set, want := s.set(3000), 0.0
		for i := range set.Len() {
			in, target := set.At(i)
			p := 1 / (1 + math.Exp(-worth(s.truth, in)))
			want -= (target*math.Log(p) + (1-target)*math.Log(1-p)) / float64(set.Len())
		}
		near.Check(t, Loss(set, s.truth, 2), want, 1e-12, parts, " parts: the loss")
	}
}

// TestGradient compares gradient and curvature with differences of the loss, for early and late weights.
func TestGradient(t *testing.T) {
	const h = 1e-4
	for _, parts := range []int{1, 2} {
		s := newSimulated(8, parts, 2)
		set, w := s.set(2000), slices.Clone(s.truth)
		middle, gradient := set.gradient(w, 2)
		curvature := set.curvature(w, 2)
		for i := range w {
			at := w[i]
			w[i] = at + h
			above := Loss(set, w, 2)
			w[i] = at - h
			below := Loss(set, w, 2)
			w[i] = at
			near.Check(t, gradient[i], (above-below)/(2*h), 1e-7, "the derivative by weight ", i)
			near.Check(t, curvature[i], (above-2*middle+below)/(h*h), 1e-5, "the curvature by weight ", i)
		}
	}
}

// TestWorkersDoNotMatter checks that sums over several chunks are the same for any number of workers.
func TestWorkersDoNotMatter(t *testing.T) {
	s := newSimulated(10, 1, 3)
	set := s.set(40_000)
	loss, want := set.gradient(s.truth, 1)
	for _, workers := range []int{0, 2, 3, 8, 100} {
		if other, got := set.gradient(s.truth, workers); other != loss || !slices.Equal(got, want) {
			t.Errorf("%d workers come to another loss or gradient", workers)
		}
	}
}
