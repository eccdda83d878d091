package tune

import (
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/eval"
)

// A Set is a set of positions with their targets, packed so that most inputs of a position take one byte.
type Set struct {
	inputs  int       // number of inputs of the evaluation
	parts   int       // the divisor of all counts; see [eval.Inputs]
	packed  []byte    // the inputs of all positions, as packed by [Set.pack]
	starts  []uint64  // for each position, the index in packed at which its inputs begin
	phases  []uint8   // for each position, its phase
	targets []float32 // for each position, the expected result to learn
}

type entry struct {
	index uint16
	count int32
}

// The codes of counts in packed entries. A packed entry is a number: the difference between the entry's index and the
// one before, times codes, plus a code. With the code otherCount, the count follows as a second number.
const (
	countOne      = iota // the count is 1
	countMinusOne        // the count is -1
	otherCount           // the count is another number
	codes         = 4    // the factor on differences, which is larger than every code
)

// NewSet returns an empty set of positions for an evaluation with the given number of inputs.
func NewSet(inputs int) *Set { return &Set{inputs: inputs} }

func (s *Set) Len() int { return len(s.targets) }

// Add adds a position with its target, which is an expected result from 0 to 1.
func (s *Set) Add(in *eval.Inputs, target float64) {
	s.parts = in.Parts
	s.starts = append(s.starts, uint64(len(s.packed)))
	s.pack(in)
	s.phases = append(s.phases, uint8(in.Phase))
	s.targets = append(s.targets, float32(target))
}

// pack appends the inputs of a position to packed, with the codes above.
func (s *Set) pack(in *eval.Inputs) {
	last := uint16(0)
	for i, index := range in.Index {
		difference := uint64(index-last) * codes
		last = index
		switch count := in.Count[i]; count {
		case 1:
			s.packed = binary.AppendUvarint(s.packed, difference+countOne)
		case -1:
			s.packed = binary.AppendUvarint(s.packed, difference+countMinusOne)
		default:
			s.packed = binary.AppendUvarint(s.packed, difference+otherCount)
			s.packed = binary.AppendVarint(s.packed, int64(count))
		}
	}
}

// unpack appends the inputs of a position, given by its number, to entries.
func (s *Set) unpack(position int, entries []entry) []entry {
	end := uint64(len(s.packed))
	if position+1 < len(s.starts) {
		end = s.starts[position+1]
	}
	packed := s.packed[s.starts[position]:end]
	index := uint64(0)
	for i := 0; i < len(packed); {
		n, size := uint64(packed[i]), 1
		if n >= 0x80 { // the number has more than one byte
			n, size = binary.Uvarint(packed[i:])
		}
		i += size
		index += n / codes
		count := int64(1)
		switch n % codes {
		case countMinusOne:
			count = -1
		case otherCount:
			count, size = binary.Varint(packed[i:])
			i += size
		}
		entries = append(entries, entry{uint16(index), int32(count)})
	}
	return entries
}

// At returns position number i with its target.
func (s *Set) At(i int) (in eval.Inputs, target float64) {
	for _, e := range s.unpack(i, nil) {
		in.Index, in.Count = append(in.Index, e.index), append(in.Count, e.count)
	}
	in.Parts, in.Phase = s.parts, int(s.phases[i])
	return in, float64(s.targets[i])
}

// chunkPositions is the number of positions over which one goroutine sums. It is constant, so that the number of
// workers does not change sums.
const chunkPositions = 8192

// chunkSum holds sums over the positions of a chunk. If gradient or curvature is nil, this sum is not computed.
type chunkSum struct {
	weights   []float64 // the weights for which to compute the sums
	loss      float64   // sum of the losses
	gradient  []float64 // for each weight, the sum of the derivatives of the losses
	curvature []float64 // for each weight, the sum of the second derivatives: the diagonal of the Hessian
}

func (s *Set) size() int { return 2 * s.inputs }

// gradient returns the mean loss and the derivative of the mean loss by each weight.
func (s *Set) gradient(w []float64, workers int) (loss float64, gradient []float64) {
	sum := s.means(workers, chunkSum{weights: w, gradient: make([]float64, len(w))})
	return sum.loss, sum.gradient
}

// curvature returns the diagonal of the mean loss's Hessian: the second derivative by each weight.
func (s *Set) curvature(w []float64, workers int) []float64 {
	return s.means(workers, chunkSum{weights: w, curvature: make([]float64, len(w))}).curvature
}

// means returns the means over all positions of the sums that empty asks for. In empty, all sums are 0.
func (s *Set) means(workers int, empty chunkSum) chunkSum {
	total := empty.clone() // of all chunks; divided at the end
	chunks := (s.Len() + chunkPositions - 1) / chunkPositions
	sums := parallel.Map(workers, chunks, func() func(int) chunkSum {
		var entries []entry
		return func(i int) chunkSum {
			sum := empty.clone()
			entries = sum.addChunk(s, i, entries)
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

// addChunk adds the positions of the chunk with this number to the sums. It returns the buffer, which may have grown.
func (c *chunkSum) addChunk(s *Set, number int, entries []entry) []entry {
	for i := number * chunkPositions; i < min(s.Len(), (number+1)*chunkPositions); i++ {
		entries = s.unpack(i, entries[:0])
		// The factors on early and late weights. Since counts are times parts, the factors are divided by parts.
		toLate := float64(s.phases[i]) / engine.PhaseEnd / float64(s.parts)
		toEarly := 1/float64(s.parts) - toLate
		worth := worthOf(c.weights, entries, toEarly, toLate)
		target := float64(s.targets[i])
		c.loss += crossEntropy(worth, target)
		p := sigmoid(worth)
		if c.gradient != nil {
			addGradient(c.gradient, entries, (p-target)*toEarly, (p-target)*toLate)
		}
		if c.curvature != nil {
			addCurvature(c.curvature, entries, p*(1-p)*toEarly*toEarly, p*(1-p)*toLate*toLate)
		}
	}
	return entries
}

// worthOf returns the worth of a position in logits. toEarly and toLate are the factors on early and late weights.
func worthOf(w []float64, entries []entry, toEarly, toLate float64) float64 {
	early, late := 0., 0.
	for _, e := range entries {
		pair := w[2*int(e.index):][:2]
		early += float64(e.count) * pair[0]
		late += float64(e.count) * pair[1]
	}
	return early*toEarly + late*toLate
}

// addGradient adds the count of each entry, times early and late, to the derivatives by its two weights.
func addGradient(gradient []float64, entries []entry, early, late float64) {
	for _, e := range entries {
		pair := gradient[2*int(e.index):][:2]
		pair[0] += float64(e.count) * early
		pair[1] += float64(e.count) * late
	}
}

// addCurvature adds the squared count of each entry, times early and late, to the second derivatives by its weights.
func addCurvature(curvature []float64, entries []entry, early, late float64) {
	for _, e := range entries {
		pair, square := curvature[2*int(e.index):][:2], float64(e.count)*float64(e.count)
		pair[0] += square * early
		pair[1] += square * late
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy returns -t ln p - (1-t) ln(1-p) for p = sigmoid(worth) and t = target, finite for every worth.
func crossEntropy(worth, target float64) float64 {
	return max(worth, 0) + math.Log1p(math.Exp(-math.Abs(worth))) - target*worth
}
