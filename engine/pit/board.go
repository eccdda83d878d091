package pit

import "fmt"

// board holds what never changes during a game: where cells and holes are.
type board struct {
	files, ranks int
	words        int // of the bitboards, those that the board and the transposed board take up
	cells        bitboard
	holes        bitboard
	holesT       bitboard   // transposed
	rim          bitboard   // cells next to a hole
	walls        walls      // those without barriers
	holeSides    [256]uint8 // by cell, a bit for each direction with a hole
	class        [256]uint8 // by cell, for patterns: how far from a hole and from the edge
	cellCount    int
}

// newBoard makes a board with holes. It must have one, and all cells must be connected.
func newBoard(files, ranks int, holes bitboard) (*board, error) {
	b := &board{files: files, ranks: ranks, words: (max(files, ranks) + 3) / 4, holes: holes, holesT: holes.transposed()}
	for rank := range ranks {
		for file := range files {
			if c := cellAt(file, rank); !holes.has(c) {
				b.cells.add(c)
			}
		}
	}
	switch {
	case holes.empty():
		return nil, fmt.Errorf("there is no hole; at least one is wanted")
	case b.cells.empty():
		return nil, fmt.Errorf("there is no cell")
	}
	b.build()
	var connected bitboard
	first := b.cells.nth(0)
	b.walls.flood(first, holes.nth(0), b.words, &connected) // a hole is never reached
	for c := range b.cells.all {
		if !connected.has(c) {
			return nil, fmt.Errorf("there is no way from %s to %s; all cells must be connected", first, c)
		}
	}
	return b, nil
}

// build finds the walls, and the sides of cells that lead into holes.
func (b *board) build() {
	for i := range 256 {
		c := cell(i)
		b.walls.add(c, b)
		if !b.cells.has(c) {
			continue
		}
		b.cellCount++
		b.class[c] = b.classOf(c)
		for d := range directions {
			if n, ok := b.neighbour(c, d); ok && b.holes.has(n) {
				b.holeSides[c] |= 1 << d
				b.rim.add(c)
			}
		}
	}
}

// classOf numbers cells by their steps from the nearest hole, were there no walls, and from the edge.
func (b *board) classOf(c cell) uint8 {
	file, rank := int(c.file()), int(c.rank())
	edge := min(file, rank, b.files-1-file, b.ranks-1-rank)
	hole := uint(holeSteps)
	for h := range b.holes.all {
		hole = min(hole, apart(c.file(), h.file())+apart(c.rank(), h.rank()))
	}
	return uint8((int(hole)-1)*edgeSteps + min(edge, edgeSteps-1))
}

// apart is the difference of two coordinates.
func apart(a, b uint) uint { return max(a, b) - min(a, b) }

// add puts walls on the north and east sides of c unless there are cells on both sides.
func (w *walls) add(c cell, b *board) {
	for _, side := range []direction{north, east} {
		n, ok := b.neighbour(c, side)
		if !ok || !b.cells.has(c) || !b.cells.has(n) {
			w.flip(edge{c, side})
		}
	}
}

// neighbour is the place next to another, cell or hole, if the board has one there.
func (b *board) neighbour(c cell, d direction) (cell, bool) {
	file, rank := int(c.file()), int(c.rank())
	switch d {
	case north:
		rank++
	case east:
		file++
	case south:
		rank--
	case west:
		file--
	}
	if file < 0 || rank < 0 || file >= b.files || rank >= b.ranks {
		return 0, false
	}
	return cellAt(file, rank), true
}

// same reports whether two boards have the same cells and holes.
func (b *board) same(other *board) bool {
	return b.files == other.files && b.ranks == other.ranks && b.holes == other.holes
}
