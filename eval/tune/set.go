package tune

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/eval"
)

// A Set is a set of positions, each with a target: the expected result to learn.
type Set struct {
	inputs  int       // number of inputs of the evaluation
	parts   int       // the divisor of all counts; see [eval.Inputs]
	index   []uint16  // the numbers of the inputs that are not 0, of all positions one after the other
	count   []int32   // for each element of index, the count of the input
	bounds  []int     // 0, and for each position the index in count after its last input
	phases  []uint8   // for each position, its phase
	targets []float32 // for each position, the expected result to learn
}

// NewSet returns an empty set of positions for an evaluation with the given number of inputs.
func NewSet(inputs int) *Set { return &Set{inputs: inputs, bounds: []int{0}} }

// Len returns the number of positions.
func (s *Set) Len() int { return len(s.targets) }

// Add adds a position with its target, which is an expected result from 0 to 1.
func (s *Set) Add(in *eval.Inputs, target float64) {
	s.parts = in.Parts
	s.index, s.count = append(s.index, in.Index...), append(s.count, in.Count...)
	s.bounds = append(s.bounds, len(s.count))
	s.phases = append(s.phases, uint8(in.Phase))
	s.targets = append(s.targets, float32(target))
}

// At returns position number i with its target. The inputs lie in the memory of the set.
func (s *Set) At(i int) (in eval.Inputs, target float64) {
	from, to := s.bounds[i], s.bounds[i+1]
	in = eval.Inputs{Index: s.index[from:to], Count: s.count[from:to], Parts: s.parts, Phase: int(s.phases[i])}
	return in, float64(s.targets[i])
}

// chunkPositions is the number of positions over which one goroutine sums. It is constant, so that the number of
// workers does not change sums.
const chunkPositions = 8192

// chunkSum holds sums over the positions of a chunk. A nil gradient or curvature means that this sum is not wanted.
type chunkSum struct {
	weights   []float64 // the weights for which to compute the sums
	loss      float64   // sum of the losses
	gradient  []float64 // for each weight, the sum of the derivatives of the losses
	curvature []float64 // for each weight, the sum of the second derivatives: the diagonal of the Hessian
}

func (s *Set) size() int { return 2 * s.inputs }

// gradient returns the mean loss and its derivative with respect to each weight.
func (s *Set) gradient(w []float64, workers int) (loss float64, gradient []float64) {
	sum := s.means(workers, chunkSum{weights: w, gradient: make([]float64, len(w))})
	return sum.loss, sum.gradient
}

// curvature returns the diagonal of the mean loss's Hessian, with an element for each weight.
func (s *Set) curvature(w []float64, workers int) []float64 {
	return s.means(workers, chunkSum{weights: w, curvature: make([]float64, len(w))}).curvature
}

// means returns the mean over all positions of each sum that is wanted; see chunkSum. In empty, all sums are 0.
func (s *Set) means(workers int, empty chunkSum) chunkSum {
	total := empty.clone() // of all chunks; divided at the end
	chunks := (s.Len() + chunkPositions - 1) / chunkPositions
	sums := parallel.Map(workers, chunks, func() func(int) chunkSum {
		return func(i int) chunkSum {
			sum := empty.clone()
			sum.addChunk(s, i)
			return sum
		}
	})
	for _, sum := range sums {
		total.loss += sum.loss
		floats.Add(total.gradient, sum.gradient)
		floats.Add(total.curvature, sum.curvature)
	}
	if s.Len() > 0 {
		perPosition := 1 / float64(s.Len())
		total.loss *= perPosition
		floats.Scale(perPosition, total.gradient)
		floats.Scale(perPosition, total.curvature)
	}
	return total
}

func (c chunkSum) clone() chunkSum {
	c.gradient, c.curvature = slices.Clone(c.gradient), slices.Clone(c.curvature)
	return c
}

// addChunk adds the positions of the chunk with the given number to the sums.
func (c *chunkSum) addChunk(s *Set, number int) {
	for i := number * chunkPositions; i < min(s.Len(), (number+1)*chunkPositions); i++ {
		in, target := s.At(i)
		// Early and late weights have these factors. They are divided by parts, because all counts are times parts.
		toLate := float64(in.Phase) / engine.PhaseEnd / float64(s.parts)
		toEarly := 1/float64(s.parts) - toLate
		early, late := 0., 0.
		for k, index := range in.Index {
			pair := c.weights[2*int(index):][:2]
			early += float64(in.Count[k]) * pair[0]
			late += float64(in.Count[k]) * pair[1]
		}
		worth := early*toEarly + late*toLate // in logits
		c.loss += crossEntropy(worth, target)
		p := sigmoid(worth)
		if c.gradient != nil {
			addToPairs(c.gradient, &in, (p-target)*toEarly, (p-target)*toLate, 1)
		}
		if c.curvature != nil {
			addToPairs(c.curvature, &in, p*(1-p)*toEarly*toEarly, p*(1-p)*toLate*toLate, 2)
		}
	}
}

// addToPairs adds to the two numbers of each input its count (if power is 1) or the square of its count (if power is
// 2), times early for the first number and times late for the second.
func addToPairs(numbers []float64, in *eval.Inputs, early, late float64, power int) {
	for k, index := range in.Index {
		pair, count := numbers[2*int(index):][:2], float64(in.Count[k])
		if power == 2 {
			count *= count
		}
		pair[0] += count * early
		pair[1] += count * late
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy returns -t ln p - (1-t) ln(1-p) for p = sigmoid(worth) and t = target, finite for every worth.
func crossEntropy(worth, target float64) float64 {
	return max(worth, 0) + math.Log1p(math.Exp(-math.Abs(worth))) - target*worth
}
