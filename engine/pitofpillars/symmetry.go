package pitofpillars

import (
	"slices"

	"pillars/engine"
)

// images are where the squares go, by size of the board and symmetry.
var images = newImages()

func newImages() (table [maxSize + 1][engine.GridSymmetries][64]square) {
	for size := minSize; size <= maxSize; size++ {
		for g := range engine.GridSymmetry(engine.GridSymmetries) {
			for file := range size {
				for rank := range size {
					table[size][g][squareAt(file, rank)] = squareAt(g.Map(file, rank, size, size))
				}
			}
		}
	}
	return table
}

// CanonicalHash is the least hash of all images of the position: under the eight symmetries of the board, with and
// without an exchange of the colours and with them the seats. All rules keep them, in all stages.
func (p *position) CanonicalHash() uint64 {
	var keys [2 * engine.GridSymmetries]uint64 // with the colours as they are, then exchanged
	table := &images[p.rules.board.size]
	for rest := p.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.first()
		s := p.stacks[at]
		for above := range int(s.height) {
			color, level := s.man(above), int(s.height)-1-above
			addImages(&keys, table, at, &zobrist.man[color][level], &zobrist.man[color.other()][level])
		}
	}
	for color := range seat(2) {
		for rest := p.pillars[color]; rest != 0; rest &= rest - 1 {
			addImages(&keys, table, rest.first(), &zobrist.pillar[color], &zobrist.pillar[color.other()])
		}
	}
	if p.kind == adjoiningStep {
		addImages(&keys, table, p.last, &zobrist.last, &zobrist.last)
	}
	reserve := func(whites, reds uint8) uint64 { return zobrist.reserve[white][whites] ^ zobrist.reserve[red][reds] }
	plain := zobrist.stage[p.kind][p.seat] ^ reserve(p.reserve[white], p.reserve[red])
	exchanged := zobrist.stage[p.kind][p.seat.other()] ^ reserve(p.reserve[red], p.reserve[white])
	for g := range engine.GridSymmetries {
		keys[g] ^= plain
		keys[engine.GridSymmetries+g] ^= exchanged
	}
	return slices.Min(keys[:])
}

// addImages adds the words of something on a square, and of its counterpart with the colours exchanged, to the hashes
// of all images.
func addImages(keys *[2 * engine.GridSymmetries]uint64, table *[engine.GridSymmetries][64]square, at square, plain,
	exchanged *[64]uint64) {
	for g := range engine.GridSymmetries {
		to := table[g][at&63]
		keys[g] ^= plain[to&63]
		keys[engine.GridSymmetries+g] ^= exchanged[to&63]
	}
}
