package tune

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"pillars/engine"
	"pillars/engine/parallel"
)

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

// Add adds an example: the patterns of the seat to act and of its opponent, the phase or [engine.SetUpPhase], and the
// expected result of the seat to act, from 0 to 1. After the last example, the caller must call Flush.
func (e *Examples) Add(own, other []uint16, phase int, target float64) error {
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

var ecma = crc64.MakeTable(crc64.ECMA)

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
