package pitofpillars

// Sizes of the board, in squares along an edge.
const (
	minSize = 4
	maxSize = 8
)

// geometry holds what depends on the size of the board alone.
type geometry struct {
	size       int
	squares    bitboard     // the squares of the board
	neighbours [64]bitboard // by square, the squares next to it
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
		for rest := g.squares; rest != 0; rest &= rest - 1 {
			s := rest.first()
			g.neighbours[s] = s.bit().orthogonalSpread() & g.squares
		}
		all[size] = g
	}
	return all
}

func onEdge(coordinate, size int) bool { return coordinate == 0 || coordinate == size-1 }
