package prover

import "pillars/engine"

// newShape returns the shape of a board; see [shape] for climbs.
func newShape(files, ranks int, climbs uint8) *shape {
	s := &shape{files: files, ranks: ranks, climbs: climbs}
	at := func(file, rank int) uint8 { return uint8(rank*files + file) }
	for file := range files {
		for rank := range ranks {
			from := at(file, rank)
			for f := file + 1; f < files; f++ {
				s.rays[east][from] |= 1 << at(f, rank)
				s.rays[west][at(f, rank)] |= 1 << from
			}
			for r := rank + 1; r < ranks; r++ {
				s.rays[north][from] |= 1 << at(file, r)
				s.rays[south][at(file, r)] |= 1 << from
			}
		}
	}
	for g := range engine.SymmetriesOf(files, ranks) {
		image := make([]uint8, files*ranks)
		for file := range files {
			for rank := range ranks {
				image[at(file, rank)] = at(g.Map(file, rank, files, ranks))
			}
		}
		s.images = append(s.images, image)
	}
	s.addTerms()
	return s
}

// put adds a piece on top of a square.
func (b *board) put(c colour, at uint8) {
	height := b.heights[at]
	b.any |= 1 << at
	b.black = b.black&^(1<<at) | squares(c)<<at
	b.stacks[at] |= uint32(c) << height
	b.heights[at]++
	t := b.shape.term(c, height, at)
	for i := range b.hashes {
		b.hashes[i].high ^= t[i].high
		b.hashes[i].low ^= t[i].low
	}
}

// start returns the board at the start of the game: one piece on each square, in a chequered pattern.
func start(s *shape) *board {
	b := &board{shape: s}
	for file := range s.files {
		for rank := range s.ranks {
			b.put(colour((file+rank+1)&1), uint8(rank*s.files+file))
		}
	}
	return b
}
