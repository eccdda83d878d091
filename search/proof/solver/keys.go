package solver

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"strings"

	"pillars/engine"
)

// appendKey appends the key of a position in which seat acts, or would act. Games with short keys ([engine.Keyed]) give
// keys up to symmetry; the positions of other games are identified by their texts without the turn number. For a
// finished game the result follows, since an unfinished one may have the same board.
func appendKey(key []byte, p engine.Position, seat engine.Seat) []byte {
	if keyed, ok := p.(engine.Keyed); ok {
		key = keyed.AppendCanonicalKey(key)
	} else {
		text := p.String()
		key = append(key, text[:strings.LastIndexByte(text, ' ')]...)
	}
	if p.Over() {
		key = append(key, byte(ended(p, seat)>>turnBits))
	}
	return key
}

// keys numbers texts from 0 in the order of their arrival. It compares whole texts, so no two are confused.
type keys struct {
	seed    maphash.Seed
	records arena[byte] // for each text its number in four bytes, its length in two, and the text
	slots   []slot      // an open-addressing table whose size is a power of two
	count   int
	key     []byte // a buffer
}

// meet returns the number of a position in which seat acts, and whether it is new. A new position beyond the limit is
// an error.
func (k *keys) meet(p engine.Position, seat engine.Seat, limits Limits) (number uint32, fresh bool, err error) {
	k.key = appendKey(k.key[:0], p, seat)
	if number, fresh = k.number(k.key); fresh && int(number) >= limits.Positions {
		err = fmt.Errorf("%w: more than %d", ErrTooMany, limits.Positions)
	}
	return number, fresh, err
}

// slot holds the place of a record, counted from 1, in the lower bits, and part of the text's hash in the upper bits,
// so that most records that differ need not be compared. An empty slot is 0.
type slot uint64

const (
	placeBits    = 40
	maxPlace     = 1<<placeBits - 1
	recordHeader = 6
)

func newSlot(place, hash uint64) slot { return slot(hash&^maxPlace | place + 1) }
func (s slot) place() uint64          { return uint64(s&maxPlace) - 1 }

// mayBe returns false if the slot's text has another hash.
func (s slot) mayBe(hash uint64) bool { return (uint64(s)^hash)>>placeBits == 0 }

func recordNumber(record []byte) uint32 { return binary.LittleEndian.Uint32(record) }

func recordText(record []byte) []byte {
	length := int(binary.LittleEndian.Uint16(record[4:]))
	return record[recordHeader : recordHeader+length]
}

func newKeys() *keys { return &keys{seed: maphash.MakeSeed(), slots: make([]slot, 1<<10)} }

// restoredKeys returns the keys with the given blocks of records.
func restoredKeys(blocks [][]byte, count int) *keys {
	k := newKeys()
	k.records.blocks, k.count = blocks, count
	size := len(k.slots)
	for size/4*3 < count {
		size *= 2
	}
	k.resize(size)
	return k
}

func (k *keys) find(text []byte) (number uint32, found bool) {
	if s := k.slots[k.slot(text, maphash.Bytes(k.seed, text))]; s != 0 {
		return recordNumber(k.records.from(s.place())), true
	}
	return 0, false
}

// number returns the number of a text of less than 64 KiB, and whether it is new.
func (k *keys) number(text []byte) (number uint32, fresh bool) {
	hash := maphash.Bytes(k.seed, text)
	at := k.slot(text, hash)
	if s := k.slots[at]; s != 0 {
		return recordNumber(k.records.from(s.place())), false
	}
	number = uint32(k.count)
	k.slots[at] = newSlot(k.addRecord(number, text), hash)
	if k.count++; k.count > len(k.slots)/4*3 {
		k.resize(2 * len(k.slots))
	}
	return number, true
}

func (k *keys) addRecord(number uint32, text []byte) (place uint64) {
	record, place := k.records.room(recordHeader + len(text))
	binary.LittleEndian.PutUint32(record, number)
	binary.LittleEndian.PutUint16(record[4:], uint16(len(text)))
	copy(record[recordHeader:], text)
	return place
}

// slot returns the index of the slot of a text, or of the one that a new text would get.
func (k *keys) slot(text []byte, hash uint64) int {
	mask := len(k.slots) - 1
	at := int(hash) & mask
	for ; k.slots[at] != 0; at = (at + 1) & mask {
		if s := k.slots[at]; s.mayBe(hash) && bytes.Equal(recordText(k.records.from(s.place())), text) {
			break
		}
	}
	return at
}

// resize makes a table of the given size and inserts all records.
func (k *keys) resize(size int) {
	k.slots = make([]slot, size)
	mask := size - 1
	for c := (cursor{keys: k}); ; {
		text, place, more := c.next()
		if !more {
			return
		}
		hash := maphash.Bytes(k.seed, text)
		at := int(hash) & mask
		for k.slots[at] != 0 {
			at = (at + 1) & mask
		}
		k.slots[at] = newSlot(place, hash)
	}
}

// cursor visits the texts in the order of their numbers. New texts may be added meanwhile.
type cursor struct {
	keys          *keys
	block, offset int
}

// next returns the next text, which must not be changed, and the place of its record.
func (c *cursor) next() (text []byte, place uint64, more bool) {
	blocks := c.keys.records.blocks
	if c.block < len(blocks)-1 && c.offset == len(blocks[c.block]) {
		c.block, c.offset = c.block+1, 0
	}
	if c.block == len(blocks) || c.offset == len(blocks[c.block]) {
		return nil, 0, false
	}
	text, place = recordText(blocks[c.block][c.offset:]), placeOf(c.block, c.offset)
	c.offset += recordHeader + len(text)
	return text, place, true
}

// blockSize is the number of values in a block of an arena, unless a single run is longer.
const blockSize = 1 << 20

// arena holds runs of values one after the other, in blocks that are never copied. A growing slice would need more than
// twice the memory.
type arena[T any] struct{ blocks [][]T }

// placeOf returns the place of a value from its block and its offset there.
func placeOf(block, offset int) uint64 { return uint64(block)*blockSize + uint64(offset) }

// room allocates a run of count values, 1 or more, and returns it with its place.
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
