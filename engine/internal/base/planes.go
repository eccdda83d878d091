package base

import (
	"encoding/binary"

	"pillars/engine"
)

// Planes writes the planes of a position; see [engine.ArrayRules]. Each method writes the next plane, unless its
// comment says otherwise.
type Planes struct {
	out          []uint8 // the planes not yet written
	files, ranks int
}

// WritePlanes returns a Planes that writes to out the planes of a board of the given size.
func WritePlanes(out []uint8, files, ranks int) Planes { return Planes{out, files, ranks} }

// Set writes a plane with 1 on the squares of b and 0 on all others.
func (p *Planes) Set(b Bitboard) {
	out := p.out // this plane and the later ones, because writeRank may write beyond the rank
	plane := p.next()
	if b == 0 {
		clear(plane)
		return
	}
	for offset := 0; offset < len(plane); offset += p.files {
		writeRank(out, offset, p.files, Spread(uint8(b)))
		b >>= 8
	}
}

// Sum writes a plane of numbers from 0 to 7. The bitboards hold the binary digits of the numbers.
func (p *Planes) Sum(ones, twos, fours Bitboard) {
	out := p.out // this plane and the later ones, because writeRank may write beyond the rank
	plane := p.next()
	for offset := 0; offset < len(plane); offset += p.files {
		writeRank(out, offset, p.files, Spread(uint8(ones))+2*Spread(uint8(twos))+4*Spread(uint8(fours)))
		ones, twos, fours = ones>>8, twos>>8, fours>>8
	}
}

// writeRank writes the numbers of a rank of up to eight files to out[offset:]. The numbers are the bytes of word, the
// lowest first. For speed it writes all eight bytes if out has room. This does no harm, because the bytes beyond the
// rank belong to the next rank or plane, which is written later.
func writeRank(out []uint8, offset, files int, word uint64) {
	if offset+8 <= len(out) {
		binary.LittleEndian.PutUint64(out[offset:offset+8], word)
		return
	}
	for file := range files {
		out[offset+file] = uint8(word >> (8 * file))
	}
}

// Rank writes one rank of a plane, with 1 for each bit that is set; bit 0 is file a.
func (p *Planes) Rank(bits uint16) {
	for file := range p.out[:p.files] {
		p.out[file] = uint8(bits >> file & 1)
	}
	p.out = p.out[p.files:]
}

// Fill writes a plane with the same number on every square: value, or 255 if value is larger.
func (p *Planes) Fill(value int) {
	plane, eight := p.next(), Spread(255)*uint64(min(value, 255)) // eight has the number in each of its eight bytes
	for ; len(plane) >= 8; plane = plane[8:] {
		binary.LittleEndian.PutUint64(plane, eight)
	}
	for i := range plane {
		plane[i] = uint8(eight)
	}
}

// Flag writes a plane of ones if set is true, else of zeros.
func (p *Planes) Flag(set bool) { p.Fill(int(Flag(set))) }

// Kinds writes the planes that [KindPlanes] describes. next is the kind of the next step, and kinds is the number of
// kinds that the game has.
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

// Count writes a plane of numbers. They come from a grid with width squares on each rank, which may be wider than the
// board.
func (p *Planes) Count(numbers []uint8, width int) {
	plane := p.next()
	for offset, from := 0, 0; offset < len(plane); offset, from = offset+p.files, from+width {
		copy(plane[offset:offset+p.files], numbers[from:])
	}
}

// next returns the memory of the next plane.
func (p *Planes) next() []uint8 {
	size := p.files * p.ranks
	plane := p.out[:size]
	p.out = p.out[size:]
	return plane
}

// Spread returns a word with one byte for each bit of bits, the lowest first: 1 if the bit is set, else 0.
func Spread(bits uint8) uint64 { return spreadBits[bits] }

var spreadBits = func() (table [256]uint64) {
	for bits := range table {
		for i := range 8 {
			table[bits] |= uint64(bits>>i&1) << (8 * i)
		}
	}
	return table
}()
