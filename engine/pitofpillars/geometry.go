package pitofpillars

// Sizes of the board, in squares along an edge.
const (
	minSize = 4
	maxSize = 8
)

// geometry holds what depends on the size of the board alone.
type geometry struct {
	size    int
	squares bitboard // the squares of the board
}

// geometries are indexed by size.
var geometries = newGeometries()

func newGeometries() [maxSize + 1]geometry {
	var all [maxSize + 1]geometry
	for size := minSize; size <= maxSize; size++ {
		g := geometry{size: size}
		for rank := range size {
			for file := range size {
				if onEdge(file, size) && onEdge(rank, size) {
					continue // the corners are left out
				}
				g.squares |= squareAt(file, rank).bit()
			}
		}
		all[size] = g
	}
	return all
}

func onEdge(coordinate, size int) bool { return coordinate == 0 || coordinate == size-1 }

// neighbours holds, by square, the squares next to it on the grid.
var neighbours = newNeighbours()

func newNeighbours() (table [64]bitboard) {
	for at := range square(64) {
		table[at] = at.bit().orthogonalSpread()
	}
	return table
}

// rays holds, by direction and square, the squares that lie behind it: from which a slide in the direction may come.
var rays = newRays()

func newRays() (table [directions][64]bitboard) {
	for d := range direction(directions) {
		for from := range square(64) {
			for front := from.bit().shift(d); front != 0; front = front.shift(d) {
				table[d][front.first()] |= from.bit()
			}
		}
	}
	return table
}

// paths holds, by starting square, orthogonal direction and length less one, the squares that men pass or reach. A path that leaves the grid holds a
// corner, which is no square of any board.
var paths = newPaths()

func newPaths() (table [64][orthogonals][8]bitboard) {
	corner := squareAt(0, 0).bit()
	for from := range square(64) {
		for d := range direction(orthogonals) {
			front, path := from.bit(), bitboard(0)
			for k := range table[from][d] {
				front = front.shift(d)
				if front == 0 {
					path |= corner
				}
				path |= front
				table[from][d][k] = path
			}
		}
	}
	return table
}
