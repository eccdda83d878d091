package solver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"

	"pillars/engine"
)

// appendKey appends the key of a position. In games that implement [engine.Keyed] the key is equal for symmetric
// positions. In other games it is the position's text without the turn number. The key of a finished game also contains
// the result for seat, because an unfinished game may have the same board.
func appendKey(key []byte, p engine.Position, seat engine.Seat) []byte {
	if keyed, ok := p.(engine.Keyed); ok {
		key = keyed.AppendCanonicalKey(key)
	} else {
		key = append(key, withoutTurn(p)...)
	}
	if p.Over() {
		key = append(key, byte(ended(p, seat)>>turnBits)) // the bits of the verdict's value
	}
	return key
}

// withoutTurn returns the text of a position without the turn number, its last field.
func withoutTurn(p engine.Position) string {
	text := p.String()
	return text[:strings.LastIndexByte(text, ' ')]
}

// keys gives numbers to texts, the keys of positions: 0 to the first text that arrives, then 1 and so on. It compares
// whole texts, so that texts with equal hashes get different numbers.
type keys struct {
	seed    maphash.Seed
	records arena[byte] // for each text its number in four bytes, its length in two bytes, and the text
	slots   []slot      // an open-addressing hash table whose size is a power of two
	count   int         // number of texts
	key     []byte      // a buffer
}

// meet returns the number of a position in which seat acts. It gives a number to a new position, and then fresh is
// true. For a new position beyond the limit it returns an error that wraps [ErrTooMany].
func (k *keys) meet(p engine.Position, seat engine.Seat, limits Limits) (number uint32, fresh bool, err error) {
	k.key = appendKey(k.key[:0], p, seat)
	if number, fresh = k.number(k.key); fresh && int(number) >= limits.Positions {
		err = fmt.Errorf("%w: more than %d", ErrTooMany, limits.Positions)
	}
	return number, fresh, err
}

// slot refers to a record of a text. The lower bits are the record's place plus 1, or 0 if the slot is empty. The upper
// bits are a part of the text's hash, so that most texts that differ need not be compared.
type slot uint64

const (
	placeBits    = 40 // lower bits of a slot
	maxPlace     = 1<<placeBits - 1
	recordHeader = 6 // bytes of a record before the text
)

func newSlot(place, hash uint64) slot { return slot(hash&^maxPlace | place + 1) }

// place returns the place of the record in the arena.
func (s slot) place() uint64 { return uint64(s&maxPlace) - 1 }

// mayBe reports whether the slot's text may have the given hash.
func (s slot) mayBe(hash uint64) bool { return (uint64(s)^hash)>>placeBits == 0 }

func recordNumber(record []byte) uint32 { return binary.LittleEndian.Uint32(record) }

func recordText(record []byte) []byte {
	length := int(binary.LittleEndian.Uint16(record[4:]))
	return record[recordHeader : recordHeader+length]
}

func newKeys() *keys { return &keys{seed: maphash.MakeSeed(), slots: make([]slot, 1<<10)} }

// find returns the number of a text, and whether it has one.
func (k *keys) find(text []byte) (number uint32, found bool) {
	if s := k.slots[k.slot(text, maphash.Bytes(k.seed, text))]; s != 0 {
		return recordNumber(k.records.from(s.place())), true
	}
	return 0, false
}

// number returns the number of a text, and whether the text is new. The text must be shorter than 64 KiB.
func (k *keys) number(text []byte) (number uint32, fresh bool) {
	hash := maphash.Bytes(k.seed, text)
	index := k.slot(text, hash)
	if s := k.slots[index]; s != 0 {
		return recordNumber(k.records.from(s.place())), false
	}
	number = uint32(k.count)
	record, place := k.records.room(recordHeader + len(text))
	binary.LittleEndian.PutUint32(record, number)
	binary.LittleEndian.PutUint16(record[4:], uint16(len(text)))
	copy(record[recordHeader:], text)
	k.slots[index] = newSlot(place, hash)
	if k.count++; k.count > len(k.slots)/4*3 {
		k.resize(2 * len(k.slots))
	}
	return number, true
}

// slot returns the index of the slot of a text with the given hash, or of the slot to use if the text is new.
func (k *keys) slot(text []byte, hash uint64) int {
	mask := len(k.slots) - 1
	index := int(hash) & mask
	for ; k.slots[index] != 0; index = (index + 1) & mask {
		if s := k.slots[index]; s.mayBe(hash) && bytes.Equal(recordText(k.records.from(s.place())), text) {
			break
		}
	}
	return index
}

// resize makes a table of the given size, a power of two, and inserts all records.
func (k *keys) resize(size int) {
	k.slots = make([]slot, size)
	for c := (cursor{keys: k}); ; {
		text, place, more := c.next()
		if !more {
			return
		}
		hash := maphash.Bytes(k.seed, text)
		k.slots[k.slot(text, hash)] = newSlot(place, hash)
	}
}

// cursor visits the texts in the order of their numbers, including texts that are added while it visits them.
type cursor struct {
	keys          *keys
	block, offset int
}

// next returns the next text, which must not be changed, and its record's place. More is false after the last text.
func (c *cursor) next() (text []byte, place uint64, more bool) {
	blocks := c.keys.records.blocks
	if c.block < len(blocks)-1 && c.offset == len(blocks[c.block]) { // the end of a block that is not the last
		c.block, c.offset = c.block+1, 0
	}
	if c.block == len(blocks) || c.offset == len(blocks[c.block]) {
		return nil, 0, false
	}
	text, place = recordText(blocks[c.block][c.offset:]), placeOf(c.block, c.offset)
	c.offset += recordHeader + len(text)
	return text, place, true
}

// blockSize is the number of values in a block of an arena. A longer run has a block of its own.
const blockSize = 1 << 20

// arena stores runs of values in blocks. Unlike one slice, which needs more than twice its memory while it grows, an
// arena never copies its values.
type arena[T any] struct{ blocks [][]T }

// placeOf returns the place of a value in an arena, given its block and its offset in the block.
func placeOf(block, offset int) uint64 { return uint64(block)*blockSize + uint64(offset) }

// room allocates a run of count values, at least 1. It returns the run and its place.
func (a *arena[T]) room(count int) (run []T, place uint64) {
	last := len(a.blocks) - 1
	if last < 0 || cap(a.blocks[last])-len(a.blocks[last]) < count {
		a.blocks = append(a.blocks, make([]T, 0, max(blockSize, count)))
		last++
	}
	start := len(a.blocks[last])
	a.blocks[last] = a.blocks[last][:start+count]
	return a.blocks[last][start:], placeOf(last, start)
}

// from returns the values from a place to the end of its block.
func (a *arena[T]) from(place uint64) []T { return a.blocks[place/blockSize][place%blockSize:] }

// Checkpoint stores the state of an interrupted computation, which is as large as the memory of the computation. A
// later computation continues from that state and finds the same solution.
type Checkpoint struct {
	Read  func(read func(io.Reader) error) error  // calls read with the stored state, if there is one; may be nil
	Write func(write func(io.Writer) error) error // calls write with the place for the state; may be nil
}

// state is what a checkpoint stores of a computation. Position, Options and Method identify the computation.
type state struct {
	Position, Options, Method string

	Records [][]byte // blocks of the keys' records; set while a checkpoint is read
	Count   int      // number of the keys when the checkpoint was written

	// Used by a search.
	Bounds []bounds // by number of the position
	Steps  uint64   // made so far

	// Used by a retrograde analysis.
	Verdicts []verdict      // by number of the position
	After    [][]uint32     // blocks of [graph].after; set in checkpoints only
	Over     map[string]int // number of finished games by the reason
	Openings []uint32       // numbers of the positions of the opening stage
	Ends     []end          // positions at which the opening stage ends
	Expanded uint32         // number of positions expanded
	Turn     int            // number of the turn at which play first reaches the position being expanded
	Seat     engine.Seat    // the seat that acts in the position being expanded
	Later    uint32         // number of the first position with more turns from the start than the one being expanded
	Swept    int            // number of turns up to which all wins and losses are decided
}

// newState returns the state before a computation begins.
func newState(p engine.Position, method string) state {
	return state{Position: p.String(), Options: p.Rules().Settings().String(), Method: method, Over: map[string]int{},
		Turn: p.Turn(), Seat: p.Seat(), Later: 1}
}

// load returns the stored state with its keys, or begin with new keys. The state of another computation is an error.
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
	keys := newKeys()
	keys.records.blocks, keys.count = s.Records, s.Count
	size := len(keys.slots)
	for size/4*3 < keys.count { // as in number, at most three quarters of the slots are in use
		size *= 2
	}
	keys.resize(size)
	s.Records = nil
	return s, keys, nil
}

// keep writes the state of an interrupted computation with its keys, if ctx has ended and c has Write. It returns why,
// the error that interrupted the computation, or, if writing fails, an error that wraps why and [ErrNotKept].
func (c *Checkpoint) keep(ctx context.Context, s state, keys *keys, why error) error {
	if ctx.Err() == nil || c == nil || c.Write == nil {
		return why
	}
	s.Count = keys.count
	after := s.After
	s.After = nil // written after s, as blocks
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

// ErrNotKept is wrapped by the error for a checkpoint that could not be written.
var ErrNotKept = errors.New("what was found could not be kept")

// writeBlocks writes blocks as separate values, because gob limits the size of a value.
func writeBlocks[T any](to *gob.Encoder, blocks [][]T) error {
	err := to.Encode(len(blocks))
	for _, block := range blocks {
		err = errors.Join(err, to.Encode(block))
	}
	return err
}

// readBlocks appends the blocks that writeBlocks wrote to blocks.
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
