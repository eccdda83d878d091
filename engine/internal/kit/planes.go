package kit

import (
	"encoding/binary"

	"pillars/engine"
)

// Planes writes the planes of an [engine.ArrayPosition] one after the other.
type Planes struct {
	out          []uint8
	files, ranks int
}

// WritePlanes returns a writer of planes for a board.
func WritePlanes(out []uint8, files, ranks int) Planes { return Planes{out, files, ranks} }

// Set writes a plane of ones on the squares of b, and zeros.
func (p *Planes) Set(b Bitboard) {
	out := p.out
	plane := p.next()
	if b == 0 {
		clear(plane)
		return
	}
	for at := 0; at < len(plane); at += p.files {
		writeRank(out, at, p.files, Spread(uint8(b)))
		b >>= 8
	}
}

// Sum writes a plane of the numbers whose binary digits are bitboards, the lowest first.
func (p *Planes) Sum(ones, twos, fours Bitboard) {
	out := p.out
	plane := p.next()
	for at := 0; at < len(plane); at += p.files {
		writeRank(out, at, p.files, Spread(uint8(ones))+2*Spread(uint8(twos))+4*Spread(uint8(fours)))
		ones, twos, fours = ones>>8, twos>>8, fours>>8
	}
}

// writeRank writes the numbers of a rank of up to eight files, which are the bytes of a word. What lies beyond the rank
// is overwritten by the next one; after the last rank of all there may be nothing.
func writeRank(out []uint8, at, files int, word uint64) {
	if at+8 <= len(out) {
		binary.LittleEndian.PutUint64(out[at:at+8], word)
		return
	}
	for file := range files {
		out[at+file] = uint8(word >> (8 * file))
	}
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
	plane, eight := p.next(), Spread(255)*uint64(min(value, 255))
	for ; len(plane) >= 8; plane = plane[8:] {
		binary.LittleEndian.PutUint64(plane, eight)
	}
	for i := range plane {
		plane[i] = uint8(eight)
	}
}

// Flag writes a plane of ones if it is set, else of zeros.
func (p *Planes) Flag(set bool) {
	if set {
		p.Fill(1)
	} else {
		p.Fill(0)
	}
}

// Kinds writes the planes of [KindPlanes] for the next step of the given kind.
func (p *Planes) Kinds(next engine.StepKind, kinds int) {
	for kind := range kinds {
		p.Flag(int(next) == kind)
	}
}

// KindPlanes describes one plane for each kind of step.
func KindPlanes(kinds []string) (planes []engine.Plane) {
	for _, kind := range kinds {
		planes = append(planes,
			engine.Plane{Name: kind + " step", Help: "1 on every square if the next step is of this kind"})
	}
	return planes
}

// Count writes a plane with a number for each square of a grid of the given width.
func (p *Planes) Count(numbers []uint8, width int) {
	plane := p.next()
	for at, from := 0, 0; at < len(plane); at, from = at+p.files, from+width {
		copy(plane[at:at+p.files], numbers[from:])
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
