package pilastri

// The least and the greatest number of files and of ranks.
const (
	minEdge = 2
	maxEdge = 8
)

// geometry is the shape of a board.
type geometry struct {
	files, ranks int
	squares      bitboard   // the squares of the board
	orders       [][]square // by symmetry, the squares as it carries them, from the first rank on
}

func newGeometry(files, ranks int) geometry {
	row := rank1 >> (maxEdge - files)
	return geometry{files: files, ranks: ranks, squares: row * (fileA >> (8 * (maxEdge - ranks))), orders: newOrders(files, ranks)}
}

// behind holds, by axis and square, the squares west or south of it.
var behind = newBehind()

func newBehind() (table [axes][64]bitboard) {
	for s := range square(64) {
		before := s.bit() - 1
		table[alongRank][s] = before & (rank1 << (8 * s.rank()))
		table[alongFile][s] = before & (fileA << s.file())
	}
	return table
}
