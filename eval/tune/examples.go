package tune

import (
	"bufio"
	"encoding/binary"
	"io"
	"iter"
	"math"
	"math/rand/v2"

	"pillars/engine"
)

// Examples holds the positions on which a network is trained, with the expected results that the network should learn.
type Examples struct {
	patterns int // number of patterns of the game
	all      []example
}

// example is a position with the expected result that a network should learn.
type example struct {
	rows   []uint16 // numbers of rows: of own patterns, then of the opponent's patterns plus the number of patterns
	phase  float32  // from 0 at the beginning of the game to 1 at the end; 0 in the set-up
	setUp  bool     // whether the position belongs to the set-up
	target float32  // the expected result of the seat to act, a multiple of 1/targetOne
}

const (
	chunkExamples = 1 << 16        // number of examples that are shuffled together
	targetOne     = math.MaxUint16 // the number in a file for an expected result of 1
)

// NewExamples returns an empty Examples for a game with the given number of patterns.
func NewExamples(patterns int) *Examples { return &Examples{patterns: patterns} }

// Len returns the number of examples.
func (e *Examples) Len() int { return len(e.all) }

// Add adds an example: the patterns of the seat to act and of its opponent, the phase or [engine.SetUpPhase], and the
// expected result of the seat to act, from 0 to 1.
func (e *Examples) Add(own, other []uint16, phase int, target float64) {
	rows := append(make([]uint16, 0, len(own)+len(other)), own...)
	for _, number := range other {
		rows = append(rows, number+uint16(e.patterns))
	}
	next := example{rows: rows, target: float32(math.Round(target*targetOne)) / targetOne}
	if next.setUp = phase == engine.SetUpPhase; !next.setUp {
		next.phase = float32(phase) / engine.PhaseEnd
	}
	e.all = append(e.all, next)
}

// Write writes all examples in their order, packed as docs/reference/formats.md describes.
func (e *Examples) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, next := range e.all {
		phase := uint16(next.phase * engine.PhaseEnd)
		if next.setUp {
			phase = engine.SetUpPhase
		}
		header := []uint16{uint16(len(next.rows)), phase, uint16(math.Round(float64(next.target) * targetOne))}
		_ = binary.Write(out, binary.LittleEndian, append(header, next.rows...)) // Flush returns the error
	}
	return out.Flush()
}

// shuffled yields the examples in chunks. The chunks are in random order, and the examples in each chunk too.
func (e *Examples) shuffled(random *rand.Rand) iter.Seq[[]example] {
	return func(yield func([]example) bool) {
		var chunk []example
		for _, number := range random.Perm((len(e.all) + chunkExamples - 1) / chunkExamples) {
			first := number * chunkExamples
			chunk = append(chunk[:0], e.all[first:min(first+chunkExamples, len(e.all))]...)
			random.Shuffle(len(chunk), func(i, j int) { chunk[i], chunk[j] = chunk[j], chunk[i] })
			if !yield(chunk) {
				return
			}
		}
	}
}
