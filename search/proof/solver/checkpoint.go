package solver

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"pillars/engine"
)

// Checkpoint stores the results of an interrupted computation, so that another one continues there and reaches the same
// solution. It is as large as the memory of the computation.
type Checkpoint struct {
	Read  func(read func(io.Reader) error) error // calls read with what was stored, if anything; may be nil
	Write func(write func(io.Writer) error) error
}

// state is the progress of a computation, as a checkpoint stores it. Position, options and method identify the
// computation.
type state struct {
	Position, Options, Method string

	Records [][]byte // blocks of the keys' records; set while a checkpoint is read
	Count   int      // number of the keys when the checkpoint was written

	// Of a search.
	Bounds []bounds // by number of the position
	Steps  uint64   // made so far

	// Of a retrograde analysis.
	Verdicts []verdict      // by number of the position
	After    [][]uint32     // blocks of the graph; set in checkpoints only
	Over     map[string]int // number of finished games by the reason
	Openings []uint32       // numbers of the positions of the opening stage
	Ends     []end
	Expanded uint32      // number of positions expanded
	Turn     int         // turn of the position that is being expanded, when play first reaches it
	Seat     engine.Seat // the seat that acts then
	Later    uint32      // the first number of a position that is one turn further from the start
	Swept    int         // number of turns up to which all wins and losses are decided
}

// newState returns the state before a computation begins.
func newState(p engine.Position, method string) state {
	return state{Position: p.String(), Options: p.Rules().Settings().String(), Method: method, Over: map[string]int{},
		Turn: p.Turn(), Seat: p.Seat(), Later: 1}
}

// load returns the stored state of a computation with its keys, or the state and keys of a new one if nothing is stored.
// The state of another computation is an error.
func (c *Checkpoint) load(begin state) (state, *keys, error) {
	if c == nil || c.Read == nil {
		return begin, newKeys(), nil
	}
	s, found := state{}, false
	err := c.Read(func(r io.Reader) error {
		from := gob.NewDecoder(bufio.NewReader(r))
		if err := errors.Join(from.Decode(&s), readBlocks(from, &s.Records), readBlocks(from, &s.After)); err != nil {
			return fmt.Errorf("the checkpoint is damaged: %w", err)
		}
		found = true
		return nil
	})
	switch {
	case err != nil || !found:
		return begin, newKeys(), err
	case s.Position != begin.Position || s.Options != begin.Options || s.Method != begin.Method:
		return begin, nil, fmt.Errorf("the checkpoint is of another computation: %s (%s) by %s", s.Position, s.Options,
			s.Method)
	}
	keys := restoredKeys(s.Records, s.Count)
	s.Records = nil
	return s, keys, nil
}

// keep writes the state of a computation with its keys if ctx has ended and there is a writer. It returns why the
// computation was interrupted, wrapped in [ErrNotKept] if writing failed.
func (c *Checkpoint) keep(ctx context.Context, s state, keys *keys, why error) error {
	if ctx.Err() == nil || c == nil || c.Write == nil {
		return why
	}
	s.Count = keys.count
	after := s.After
	s.After = nil
	err := c.Write(func(w io.Writer) error {
		buffered := bufio.NewWriter(w)
		to := gob.NewEncoder(buffered)
		err := errors.Join(to.Encode(s), writeBlocks(to, keys.records.blocks), writeBlocks(to, after))
		if err != nil {
			return err
		}
		return buffered.Flush()
	})
	if err != nil {
		return fmt.Errorf("%w: %w (%w)", ErrNotKept, err, why)
	}
	return why
}

// ErrNotKept is the error for a checkpoint that could not be written.
var ErrNotKept = errors.New("what was found could not be kept")

// writeBlocks writes blocks as separate values, because gob limits the size of a value.
func writeBlocks[T any](to *gob.Encoder, blocks [][]T) error {
	err := to.Encode(len(blocks))
	for _, block := range blocks {
		err = errors.Join(err, to.Encode(block))
	}
	return err
}

func readBlocks[T any](from *gob.Decoder, blocks *[][]T) error {
	var count int
	err := from.Decode(&count)
	for i := 0; i < count && err == nil; i++ {
		var block []T
		err = from.Decode(&block)
		*blocks = append(*blocks, block)
	}
	return err
}
