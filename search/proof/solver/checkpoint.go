package solver

import (
	"bufio"
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

// state is the contents of a checkpoint. Position, options and method identify the computation.
type state struct {
	Position, Options, Method string

	Records  [][]byte // blocks of the keys' records
	Count    int
	Bounds   []bounds // of a search
	Steps    uint64
	Verdicts []verdict // of a retrograde analysis
	After    [][]uint32
	Over     map[string]int
	Openings []uint32
	Ends     []end
	Expanded uint32 // positions
	Turn     int
	Seat     engine.Seat
	Later    uint32
	Swept    int // turns
}

func newState(p engine.Position, method string) state {
	return state{Position: p.String(), Options: p.Rules().Settings().String(), Method: method}
}

// load returns the stored state of a computation, or false if there is none. The state of another computation is an
// error.
func (c *Checkpoint) load(of state) (s state, found bool, err error) {
	if c == nil || c.Read == nil {
		return s, false, nil
	}
	err = c.Read(func(r io.Reader) error {
		from := gob.NewDecoder(bufio.NewReader(r))
		if err := errors.Join(from.Decode(&s), readBlocks(from, &s.Records), readBlocks(from, &s.After)); err != nil {
			return fmt.Errorf("the checkpoint is damaged: %w", err)
		}
		found = true
		return nil
	})
	if err == nil && found && (s.Position != of.Position || s.Options != of.Options || s.Method != of.Method) {
		err = fmt.Errorf("the checkpoint is of another computation: %s (%s) by %s", s.Position, s.Options, s.Method)
	}
	return s, found, err
}

// keep writes the state of a computation, if there is a writer, and returns why the computation was interrupted,
// wrapped in [ErrNotKept] if writing failed.
func (c *Checkpoint) keep(s state, why error) error {
	if c == nil || c.Write == nil {
		return why
	}
	err := c.Write(func(w io.Writer) error {
		buffered := bufio.NewWriter(w)
		to, records, after := gob.NewEncoder(buffered), s.Records, s.After
		s.Records, s.After = nil, nil
		if err := errors.Join(to.Encode(s), writeBlocks(to, records), writeBlocks(to, after)); err != nil {
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

// restored returns the keys of a state.
func restored(s state) *keys {
	k := newKeys()
	k.records.blocks, k.count = s.Records, s.Count
	for len(k.slots)/4*3 < k.count {
		k.slots = make([]slot, 2*len(k.slots))
	}
	k.fill()
	return k
}
