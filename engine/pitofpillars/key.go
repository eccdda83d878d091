package pitofpillars

import (
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// thing is what stands on a square, as keys see it: a stack by its height in the upper byte and its colours in the
// lower one, or one of those below. Colours are 0 for the seat to act and 1 for the opponent.
type thing uint16

const (
	ownPillar thing = 0xfe00 // the opponent's is one more
	lastMan   thing = 0xff00 // the opponent's last man, in an adjoining step
)

// The first byte of a thing in a key. Stacks of up to lowStack men, and none, are one byte, their colours behind a
// leading 1; in other stacks the height and the colours follow.
const (
	highCode    = 0
	lowStack    = 4
	pillarCode  = 1 << (lowStack + 1)
	lastManCode = pillarCode + 2
)

// AppendCanonicalKey writes the step asked for, the reserves of the seat to act and of the opponent, and the things on
// the squares in the order of the bits, of the image for which they come first.
func (p *position) AppendCanonicalKey(key []byte) []byte {
	key = append(key, byte(p.kind), p.reserve[p.seat&1], p.reserve[p.seat.other()&1])
	things := p.things()
	for _, at := range kit.Least(p.rules.board.images, &things) {
		key = things[at&63].append(key)
	}
	return key
}

func (p *position) things() (things [64]thing) {
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First()
		s := p.stacks[at&63]
		things[at&63] = thing(s.height)<<8 | thing(uint8(s.colors^-int8(p.seat)))
	}
	for owner, pillars := range p.pillars {
		for rest := pillars; rest != 0; rest &= rest - 1 {
			things[rest.First()&63] = ownPillar + thing(seat(owner)^p.seat)
		}
	}
	if p.kind == adjoiningStep {
		things[p.last&63] = lastMan
	}
	return things
}

// Lower stacks than lowStack have no colours that their lowest bits do not show.
func (t thing) append(key []byte) []byte {
	height, colors := t>>8, byte(t)
	switch {
	case t >= lastMan:
		return append(key, lastManCode)
	case t >= ownPillar:
		return append(key, pillarCode+colors)
	case height <= lowStack:
		return append(key, 1<<height|colors&(1<<height-1))
	}
	return append(key, highCode, byte(height), colors)
}

// SetKey takes White for the seat to act.
func (p *position) SetKey(key []byte) {
	p.state = state{open: p.rules.board.squares, kind: engine.StepKind(key[0]), turn: 1,
		reserve: [2]uint8{key[1], key[2]}}
	key = key[3:]
	for rest := p.rules.board.squares; rest != 0; rest &= rest - 1 {
		key = p.setThing(rest.First(), key)
	}
	p.hash = p.hashFromScratch()
	kit.Check(p, p.contradiction)
}

func (p *position) setThing(at square, key []byte) (rest []byte) {
	switch code := key[0]; {
	case code == highCode:
		p.put(at, stack{}, stack{key[1], int8(key[2])})
		return key[3:]
	case code == lastManCode:
		p.put(at, stack{}, manOf(red))
		p.last = at
	case code >= pillarCode:
		p.readPillar(seat(code-pillarCode), at)
	default:
		height := bits.Len8(code) - 1
		unused := (8 - height) & 7
		p.put(at, stack{}, stack{uint8(height), int8(code^1<<height) << unused >> unused})
	}
	return key[1:]
}

// CanonicalHash goes through the eight symmetries of the board, with and without an exchange of colours and seats.
func (p *position) CanonicalHash() uint64 {
	var hashes kit.ImageHashes
	images := p.rules.board.images
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First()
		s := p.stacks[at&63]
		for above := range int(s.height) {
			color, level := s.man(above), int(s.height)-1-above
			hashes.Add(images, at, &zobrist.man[color][level], &zobrist.man[color.other()][level])
		}
	}
	for color := range seat(2) {
		for rest := p.pillars[color]; rest != 0; rest &= rest - 1 {
			hashes.Add(images, rest.First(), &zobrist.pillar[color], &zobrist.pillar[color.other()])
		}
	}
	if p.kind == adjoiningStep {
		hashes.Add(images, p.last, &zobrist.last, &zobrist.last)
	}
	reserve := func(whites, reds uint8) uint64 { return zobrist.reserve[white][whites] ^ zobrist.reserve[red][reds] }
	return hashes.Least(images, zobrist.stage[p.kind][p.seat]^reserve(p.reserve[white], p.reserve[red]),
		zobrist.stage[p.kind][p.seat.other()]^reserve(p.reserve[red], p.reserve[white]))
}
