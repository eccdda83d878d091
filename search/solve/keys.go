package solve

import (
	"bytes"
	"hash/maphash"
	"strings"

	"pillars/engine"
)

// appendKey appends the key of a position in which seat acts, or would act. A game that knows short keys makes them, up to its symmetries; any
// other game's positions are told apart by their texts without the turn number. A finished game has its result behind that, since
// its board may also stand in a game that goes on.
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

// keys numbers texts of bytes from 0 in the order in which they come. It compares them whole, so that no two are ever taken for one.
type keys struct {
	seed  maphash.Seed
	texts arena[byte]
	spans []span   // by number
	slots []uint32 // numbers, from 1, in an open table whose size is a power of two; 0 for none
}

// span is where a text lies: its start in the upper bits and its length in the lower ones.
type span uint64

const (
	lengthBits = 16
	maxLength  = 1<<lengthBits - 1
)

func newKeys() *keys { return &keys{seed: maphash.MakeSeed(), slots: make([]uint32, 1<<10)} }

// text is the text of a number. It must not be changed.
func (k *keys) text(number uint32) []byte {
	s := k.spans[number]
	return k.texts.from(uint64(s >> lengthBits))[:s&maxLength]
}

// find is the number of a text, if it has one.
func (k *keys) find(text []byte) (number uint32, found bool) {
	number = k.slots[k.slot(text)]
	return number - 1, number > 0
}

// number is the number of a text of at most maxLength bytes, and whether it is new.
func (k *keys) number(text []byte) (number uint32, fresh bool) {
	slot := k.slot(text)
	if number := k.slots[slot]; number > 0 {
		return number - 1, false
	}
	k.spans = append(k.spans, span(k.texts.add(text)<<lengthBits|uint64(len(text))))
	k.slots[slot] = uint32(len(k.spans))
	if len(k.spans) > len(k.slots)/4*3 {
		k.grow()
	}
	return uint32(len(k.spans) - 1), true
}

// slot is where a text has its number, or a new one would get it.
func (k *keys) slot(text []byte) int {
	mask := len(k.slots) - 1
	slot := int(maphash.Bytes(k.seed, text)) & mask
	for ; k.slots[slot] > 0; slot = (slot + 1) & mask {
		if bytes.Equal(k.text(k.slots[slot]-1), text) {
			break
		}
	}
	return slot
}

// grow doubles the table.
func (k *keys) grow() {
	k.slots = make([]uint32, 2*len(k.slots))
	for number := range k.spans {
		k.slots[k.slot(k.text(uint32(number)))] = uint32(number + 1)
	}
}
