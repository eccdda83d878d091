package solver

import (
	"bytes"
	"fmt"
	"hash/maphash"
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
		key = append(key, byte(ended(p, seat)>>turnBits)) // the two bits that hold the value of the verdict
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
	seed  maphash.Seed
	texts runs[byte] // the texts, by number
	slots []slot     // an open-addressing hash table whose size is a power of two
	key   []byte     // a buffer
}

// slot refers to a text. The lower half is the number of the text plus 1, or 0 if the slot is empty. The upper half is
// the upper half of the text's hash, so that most texts that differ need not be compared.
type slot uint64

func newSlot(number uint32, hash uint64) slot { return slot(hash&^(1<<32-1) | uint64(number+1)) }

func (s slot) number() uint32 { return uint32(s) - 1 }

// mayBe reports whether the slot's text may have the given hash.
func (s slot) mayBe(hash uint64) bool { return (uint64(s)^hash)>>32 == 0 }

func newKeys() *keys { return &keys{seed: maphash.MakeSeed(), slots: make([]slot, 1<<10)} }

// meet returns the number of a position in which seat acts. If the position is new, it gets the next number, and fresh
// is true. For a new position beyond the limit it returns an error that wraps [ErrTooMany].
func (k *keys) meet(p engine.Position, seat engine.Seat, limits Limits) (number uint32, fresh bool, err error) {
	k.key = appendKey(k.key[:0], p, seat)
	if number, fresh = k.number(k.key); fresh && int(number) >= limits.Positions {
		err = fmt.Errorf("%w: more than %d", ErrTooMany, limits.Positions)
	}
	return number, fresh, err
}

// find returns the number of a text, and whether it has one.
func (k *keys) find(text []byte) (number uint32, found bool) {
	s := k.slots[k.index(text, maphash.Bytes(k.seed, text))]
	return s.number(), s != 0
}

// number returns the number of a text, and whether the text is new.
func (k *keys) number(text []byte) (number uint32, fresh bool) {
	hash := maphash.Bytes(k.seed, text)
	index := k.index(text, hash)
	if s := k.slots[index]; s != 0 {
		return s.number(), false
	}
	number = uint32(k.texts.count())
	k.texts.add(text)
	k.slots[index] = newSlot(number, hash)
	if k.texts.count() > len(k.slots)/4*3 {
		k.grow()
	}
	return number, true
}

// index returns the index of the slot of a text with the given hash, or of the slot to use if the text is new.
func (k *keys) index(text []byte, hash uint64) int {
	mask := len(k.slots) - 1
	index := int(hash) & mask
	for ; k.slots[index] != 0; index = (index + 1) & mask {
		if s := k.slots[index]; s.mayBe(hash) && bytes.Equal(k.texts.at(s.number()), text) {
			break
		}
	}
	return index
}

// grow doubles the table and inserts all texts again.
func (k *keys) grow() {
	k.slots = make([]slot, 2*len(k.slots))
	for number := range uint32(k.texts.count()) {
		text := k.texts.at(number)
		hash := maphash.Bytes(k.seed, text)
		k.slots[k.index(text, hash)] = newSlot(number, hash)
	}
}

// blockSize is the number of values in a block of [runs]. A longer run has a block of its own.
const blockSize = 1 << 20

// runs is a list of slices of values, the runs, stored in blocks. Unlike one slice, which needs more than twice its
// memory while it grows, it never copies the values.
type runs[T any] struct {
	blocks [][]T
	starts []start
}

// start says where a run begins.
type start struct{ block, offset uint32 }

func (r *runs[T]) count() int { return len(r.starts) }

func (r *runs[T]) add(run []T) {
	last := len(r.blocks) - 1
	if last < 0 || cap(r.blocks[last])-len(r.blocks[last]) < len(run) {
		r.blocks = append(r.blocks, make([]T, 0, max(blockSize, len(run))))
		last++
	}
	r.starts = append(r.starts, start{uint32(last), uint32(len(r.blocks[last]))})
	r.blocks[last] = append(r.blocks[last], run...)
}

// at returns the run with the given number. The caller must not change the run.
func (r *runs[T]) at(number uint32) []T {
	begin := r.starts[number]
	block := r.blocks[begin.block]
	if next := int(number) + 1; next < len(r.starts) && r.starts[next].block == begin.block {
		block = block[:r.starts[next].offset]
	}
	return block[begin.offset:]
}
