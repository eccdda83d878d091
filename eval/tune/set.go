package tune

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"io"
	"math"
	"math/rand/v2"
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

// Bytes returns the memory that the positions take. An element of starts, phases and targets has 8, 1 and 4 bytes.
func (s *Set) Bytes() int { return len(s.packed) + s.Len()*(8+1+4) }

// Add adds a position with its target, which is an expected result from 0 to 1.
func (s *Set) Add(in *eval.Inputs, target float64) error {
	switch {
	case len(in.Index) != len(in.Count):
		return fmt.Errorf("%d inputs have %d counts", len(in.Index), len(in.Count))
	case in.Phase < 0 || in.Phase > engine.PhaseEnd:
		return fmt.Errorf("phase %d is not from 0 to %d", in.Phase, engine.PhaseEnd)
	case in.Parts < 1 || s.Len() > 0 && in.Parts != s.parts:
		return fmt.Errorf("counts are in %d parts, those before in %d", in.Parts, s.parts)
	case !(target >= 0 && target <= 1):
		return fmt.Errorf("target %v is not from 0 to 1", target)
	}
	for i, index := range in.Index {
		if int(index) >= s.inputs || i > 0 && index <= in.Index[i-1] {
			return fmt.Errorf("input %d: inputs must rise and be below %d", index, s.inputs)
		}
	}
	s.parts = in.Parts
	s.starts = append(s.starts, uint64(len(s.packed)))
	s.pack(in)
	s.phases = append(s.phases, uint8(in.Phase))
	s.targets = append(s.targets, float32(target))
	return nil
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

// LeastLoss returns the mean entropy of the targets, which is the least loss that any predictions can have.
func (s *Set) LeastLoss() float64 {
	sum := 0.
	for _, target := range s.targets {
		if p := float64(target); p > 0 && p < 1 {
			sum -= p*math.Log(p) + (1-p)*math.Log(1-p)
		}
	}
	return sum / float64(max(1, s.Len()))
}

// Sum returns a checksum of all positions and targets in their order.
func (s *Set) Sum() uint64 {
	sum := crc64.Update(uint64(s.inputs), ecma, s.packed)
	sum = crc64.Update(sum, ecma, s.phases)
	var word [8]byte
	for i, target := range s.targets {
		binary.LittleEndian.PutUint32(word[:4], math.Float32bits(target))
		binary.LittleEndian.PutUint32(word[4:], uint32(s.starts[i]))
		sum = crc64.Update(sum, ecma, word[:])
	}
	return sum
}

var ecma = crc64.MakeTable(crc64.ECMA)

// chunkPositions is the number of positions over which one goroutine sums. It is constant, so that the number of
// workers does not change sums.
const chunkPositions = 8192

// chunkSum holds sums over the positions of a chunk. If gradient or curvature is nil, this sum is not computed.
type chunkSum struct {
	weights   Vector    // the weights for which to compute the sums
	loss      float64   // sum of the losses
	gradient  []float64 // for each weight, the sum of the derivatives of the losses
	curvature []float64 // for each weight, the sum of the second derivatives: the diagonal of the Hessian
}

// loss returns the mean cross entropy of predictions and targets, in nats.
func (s *Set) loss(w Vector, workers int) float64 { return s.means(workers, chunkSum{weights: w}).loss }

// gradient returns the mean loss and the derivative of the mean loss by each weight.
func (s *Set) gradient(w Vector, workers int) (loss float64, gradient []float64) {
	sum := s.means(workers, chunkSum{weights: w, gradient: make([]float64, len(w))})
	return sum.loss, sum.gradient
}

// curvature returns the diagonal of the mean loss's Hessian: the second derivative by each weight.
func (s *Set) curvature(w Vector, workers int) []float64 {
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
func worthOf(w Vector, entries []entry, toEarly, toLate float64) float64 {
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

// Examples holds the positions on which a network is trained, with the expected results that the network should learn.
// The examples are in a storage outside memory. Training reads one chunk of them at a time.
type Examples struct {
	patterns int // number of patterns of the game
	storage  Storage
	pending  []byte  // examples of the last chunk that are not yet in the storage
	ends     []int64 // chunk i is at the offsets from ends[i] to before ends[i+1] in the storage
	len      int     // number of examples
	sum      uint64  // checksum of the examples in the storage
}

// Storage stores examples outside memory, for example in a file.
type Storage interface {
	io.Writer
	io.ReaderAt
}

const (
	chunkExamples = 1 << 16        // number of examples in a chunk; the last may have fewer
	targetOne     = math.MaxUint16 // the number in the storage for an expected result of 1
	headerWords   = 3              // number of 16-bit words before the rows of an example in the storage
)

// NewExamples returns an empty Examples for a game with the given number of patterns.
func NewExamples(patterns int, storage Storage) *Examples {
	return &Examples{patterns: patterns, storage: storage, ends: []int64{0}}
}

func (e *Examples) Len() int { return e.len }

// Sum returns a checksum of all examples in their order. The caller must have called [Examples.Flush].
func (e *Examples) Sum() uint64 { return e.sum }

// Add adds an example: the patterns of the seat to act and of its opponent, the phase of [engine.PhaseOf], and the
// expected result of the seat to act, from 0 to 1. After the last example, the caller must call Flush.
func (e *Examples) Add(own, other []uint16, phase int, target float64) error {
	if phase < 0 || phase > engine.SetUpPhase || !(target >= 0 && target <= 1) {
		return fmt.Errorf("phase %d must be from 0 to %d, target %v from 0 to 1", phase, engine.SetUpPhase, target)
	}
	for _, list := range [2][]uint16{own, other} {
		for _, number := range list {
			if int(number) >= e.patterns {
				return fmt.Errorf("pattern %d, of %d", number, e.patterns)
			}
		}
	}
	header := [headerWords]uint16{uint16(len(own) + len(other)), uint16(phase), uint16(math.Round(target * targetOne))}
	for _, word := range header {
		e.pending = binary.LittleEndian.AppendUint16(e.pending, word)
	}
	for side, list := range [2][]uint16{own, other} {
		for _, number := range list {
			e.pending = binary.LittleEndian.AppendUint16(e.pending, number+uint16(side*e.patterns))
		}
	}
	if e.len++; e.len%chunkExamples == 0 {
		return e.Flush()
	}
	return nil
}

// Flush writes the examples that are not yet in the storage.
func (e *Examples) Flush() error {
	if len(e.pending) == 0 {
		return nil
	}
	end := e.ends[len(e.ends)-1] + int64(len(e.pending))
	e.sum = crc64.Update(e.sum, ecma, e.pending)
	_, err := e.storage.Write(e.pending)
	e.pending, e.ends = e.pending[:0], append(e.ends, end)
	return err
}

// example is a position with the expected result that a network should learn.
type example struct {
	rows   []uint16 // numbers of rows: those of own patterns, and those of the opponent's plus the number of patterns
	phase  float32  // from 0 at the beginning of the game to 1 at the end; 0 in the set-up
	setUp  bool     // whether the position belongs to the set-up
	target float32  // the expected result of the seat to act
}

// chunk returns the examples of the chunk with the given number, from 0. It reuses memory if the examples fit there.
func (e *Examples) chunk(number int, memory []example) ([]example, error) {
	data := make([]byte, e.ends[number+1]-e.ends[number])
	if _, err := e.storage.ReadAt(data, e.ends[number]); err != nil {
		return nil, fmt.Errorf("examples: %w", err)
	}
	words := make([]uint16, len(data)/2)
	_, _ = binary.Decode(data, binary.LittleEndian, words) // words has the size of the data
	memory = memory[:0]
	for len(words) > 0 {
		rows, phase, target := words[0], words[1], words[2]
		length := headerWords + int(rows)
		next := example{rows: words[headerWords:length], target: float32(target) / targetOne,
			setUp: phase == engine.SetUpPhase}
		if !next.setUp {
			next.phase = float32(phase) / engine.PhaseEnd
		}
		memory = append(memory, next)
		words = words[length:]
	}
	return memory, nil
}

// each calls visit with the examples of each chunk. Unless random is nil, it shuffles the chunks, and examples in each.
func (e *Examples) each(random *rand.Rand, visit func([]example) error) error {
	var order []int
	if chunks := len(e.ends) - 1; random == nil {
		order = slices.Collect(parallel.Numbers(0, chunks))
	} else {
		order = random.Perm(chunks)
	}
	var chunk []example
	for _, number := range order {
		var err error
		if chunk, err = e.chunk(number, chunk); err != nil {
			return err
		}
		if random != nil {
			random.Shuffle(len(chunk), func(i, j int) { chunk[i], chunk[j] = chunk[j], chunk[i] })
		}
		if err := visit(chunk); err != nil {
			return err
		}
	}
	return nil
}
