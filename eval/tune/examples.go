package tune

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"io"
	"math"
	"math/rand/v2"

	"pillars/engine"
)

// Examples holds positions with their targets, on which a network is trained, in a storage instead of memory. Training
// reads one chunk at a time.
type Examples struct {
	patterns int
	storage  Storage
	pending  []byte  // examples of the last chunk that are not yet written
	ends     []int64 // offset of the end of each chunk in the storage
	len      int
	sum      uint64
}

// Storage is where examples are written and read back, such as a file.
type Storage interface {
	io.Writer
	io.ReaderAt
}

const (
	chunkExamples = 1 << 16        // examples in a chunk; the last may have fewer
	targetOne     = math.MaxUint16 // the target 1 in the storage
)

// NewExamples returns an empty set of examples for a game with the given number of patterns.
func NewExamples(patterns int, storage Storage) *Examples {
	return &Examples{patterns: patterns, storage: storage}
}

// Len returns the number of examples.
func (e *Examples) Len() int { return e.len }

// Sum returns a checksum of all examples in their order. The examples must be flushed.
func (e *Examples) Sum() uint64 { return e.sum }

// Add adds a position: the patterns of the seat to act and of its opponent, the phase, and the expected result of the
// seat to act, in [0, 1]. After the last position call Flush.
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
	counts := [...]uint16{uint16(len(own) + len(other)), uint16(phase), uint16(math.Round(target * targetOne))}
	for _, word := range counts {
		e.pending = binary.LittleEndian.AppendUint16(e.pending, word)
	}
	for _, number := range own {
		e.pending = binary.LittleEndian.AppendUint16(e.pending, number)
	}
	for _, number := range other {
		e.pending = binary.LittleEndian.AppendUint16(e.pending, number+uint16(e.patterns))
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
	end := int64(len(e.pending))
	if n := len(e.ends); n > 0 {
		end += e.ends[n-1]
	}
	e.sum = crc64.Update(e.sum, ecma, e.pending)
	_, err := e.storage.Write(e.pending)
	e.pending, e.ends = e.pending[:0], append(e.ends, end)
	return err
}

// example is one position with its target.
type example struct {
	rows   []uint16 // patterns of the seat to act; patterns of its opponent, plus the number of all patterns
	phase  float32  // from 0 to 1
	setUp  bool
	target float32
}

// chunk reads a chunk, and reuses memory for it.
func (e *Examples) chunk(number int, memory []example) ([]example, error) {
	begin := int64(0)
	if number > 0 {
		begin = e.ends[number-1]
	}
	data := make([]byte, e.ends[number]-begin)
	if _, err := e.storage.ReadAt(data, begin); err != nil {
		return nil, fmt.Errorf("examples: %w", err)
	}
	words := make([]uint16, len(data)/2)
	for i := range words {
		words[i] = binary.LittleEndian.Uint16(data[2*i:])
	}
	memory = memory[:0]
	for len(words) > 0 {
		n := 3 + int(words[0])
		e := example{rows: words[3:n], target: float32(words[2]) / targetOne, setUp: words[1] == engine.SetUpPhase}
		if !e.setUp {
			e.phase = float32(words[1]) / engine.PhaseEnd
		}
		memory = append(memory, e)
		words = words[n:]
	}
	return memory, nil
}

// each visits all chunks and their examples, both in random order unless random is nil.
func (e *Examples) each(random *rand.Rand, visit func([]example) error) error {
	order := make([]int, len(e.ends))
	for i := range order {
		order[i] = i
	}
	if random != nil {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
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
