package kit

import "encoding/binary"

// Planes writes the planes of an [engine.ArrayPosition] one after the other.
type Planes struct {
	out          []uint8
	files, ranks int
}

// WritePlanes returns a writer of planes for a board.
func WritePlanes(out []uint8, files, ranks int) Planes { return Planes{out, files, ranks} }

// Set writes a plane of ones on the squares of b, and zeros.
func (p *Planes) Set(b Bitboard) {
	if len(p.out) < p.files*p.ranks+8 {
		for range p.ranks {
			p.Rank(uint16(b & 0xff))
			b >>= 8
		}
		return
	}
	out := p.out
	for range p.ranks { // the numbers beyond the rank are overwritten by the next
		binary.LittleEndian.PutUint64(out, Spread(uint8(b)))
		out, b = out[p.files:], b>>8
	}
	p.out = out
}

// Rank writes one rank of a plane, with a one for each bit; bit 0 is file a.
func (p *Planes) Rank(bits uint16) {
	for file := range p.out[:p.files] {
		p.out[file] = uint8(bits >> file & 1)
	}
	p.out = p.out[p.files:]
}

// Fill writes a plane with the same number everywhere, at most 255.
func (p *Planes) Fill(value int) {
	plane := p.next()
	for i := range plane {
		plane[i] = uint8(min(value, 255))
	}
}

// Flag writes a plane of ones if it is set, else of zeros.
func (p *Planes) Flag(set bool) {
	if set {
		p.Fill(1)
		return
	}
	clear(p.next())
}

// Count writes a plane with a number for each square of a grid of the given width.
func (p *Planes) Count(numbers []uint8, width int) {
	for rank := range p.ranks {
		copy(p.out[:p.files], numbers[rank*width:])
		p.out = p.out[p.files:]
	}
}

func (p *Planes) next() []uint8 {
	size := p.files * p.ranks
	plane := p.out[:size]
	p.out = p.out[size:]
	return plane
}

// Spread returns the word whose bytes are the bits of a byte, the lowest first.
func Spread(bits uint8) uint64 { return spreadBits[bits] }

var spreadBits = func() (table [256]uint64) {
	for bits := range table {
		for i := range 8 {
			table[bits] |= uint64(bits>>i&1) << (8 * i)
		}
	}
	return table
}()
