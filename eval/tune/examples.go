package tune

import (
	"encoding/binary"
	"io"
	"iter"
	"math"
	"math/rand/v2"

	"pillars/engine"
)

// Examples holds the positions on which a network is trained, with the expected results that the network should learn.
// It keeps them packed in chunks, and training unpacks one chunk at a time.
type Examples struct {
	patterns int      // number of patterns of the game
	chunks   [][]byte // chunks of chunkExamples examples each; the last may have fewer
	len      int      // number of examples
}

const (
	chunkExamples = 1 << 16        // number of examples in a chunk
	targetOne     = math.MaxUint16 // the number in a chunk for an expected result of 1
	headerWords   = 3              // number of 16-bit words before the rows of an example in a chunk
)

// NewExamples returns an empty Examples for a game with the given number of patterns.
func NewExamples(patterns int) *Examples { return &Examples{patterns: patterns} }

// Len returns the number of examples.
func (e *Examples) Len() int { return e.len }

// Write writes all examples in their order, packed as docs/reference/formats.md describes.
func (e *Examples) Write(w io.Writer) error {
	for _, chunk := range e.chunks {
		if _, err := w.Write(chunk); err != nil {
			return err
		}
	}
	return nil
}

// Add adds an example: the patterns of the seat to act and of its opponent, the phase or [engine.SetUpPhase], and the
// expected result of the seat to act, from 0 to 1.
func (e *Examples) Add(own, other []uint16, phase int, target float64) {
	if e.len%chunkExamples == 0 {
		e.chunks = append(e.chunks, nil)
	}
	e.len++
	chunk := &e.chunks[len(e.chunks)-1]
	header := [headerWords]uint16{uint16(len(own) + len(other)), uint16(phase), uint16(math.Round(target * targetOne))}
	for _, word := range header {
		*chunk = binary.LittleEndian.AppendUint16(*chunk, word)
	}
	for side, list := range [2][]uint16{own, other} {
		for _, number := range list {
			*chunk = binary.LittleEndian.AppendUint16(*chunk, number+uint16(side*e.patterns))
		}
	}
}

// example is a position with the expected result that a network should learn.
type example struct {
	rows   []uint16 // numbers of rows: of own patterns, then of the opponent's patterns plus the number of patterns
	phase  float32  // from 0 at the beginning of the game to 1 at the end; 0 in the set-up
	setUp  bool     // whether the position belongs to the set-up
	target float32  // the expected result of the seat to act
}

// chunk returns the unpacked examples of the chunk with the given number, from 0. It reuses memory if that is large
// enough.
func (e *Examples) chunk(number int, memory []example) []example {
	words := make([]uint16, len(e.chunks[number])/2)
	_, _ = binary.Decode(e.chunks[number], binary.LittleEndian, words) // words has the size of the chunk
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
	return memory
}

// shuffled yields the chunks of examples in random order. In each chunk, the examples are in random order too.
func (e *Examples) shuffled(random *rand.Rand) iter.Seq[[]example] {
	return func(yield func([]example) bool) {
		var chunk []example
		for _, number := range random.Perm(len(e.chunks)) {
			chunk = e.chunk(number, chunk)
			random.Shuffle(len(chunk), func(i, j int) { chunk[i], chunk[j] = chunk[j], chunk[i] })
			if !yield(chunk) {
				return
			}
		}
	}
}
