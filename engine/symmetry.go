package engine

// Symmetric is a position of a game that knows its symmetries.
type Symmetric interface {
	Position
	// CanonicalHash is equal for positions of the same rules that a symmetry of the board, or an exchange of the seats
	// with all that is theirs, carries into each other, as far as rules and stage of the game keep it; up to collisions
	// it is different for all others. What follows from equal ones is the same but for names. Like [Position.Hash] it
	// leaves the turn number out.
	CanonicalHash() uint64
}

// CanonicalHash tells positions of the same rules apart up to their symmetries, or, in a game that does not know its
// symmetries, by their hashes.
func CanonicalHash(p Position) uint64 {
	if symmetric, ok := p.(Symmetric); ok {
		return symmetric.CanonicalHash()
	}
	return p.Hash()
}

// GridSymmetry is one of the symmetries of a rectangular grid: bit 0 mirrors the files, bit 1 the ranks, and bit 2 then
// makes files of ranks, which only square grids bear. The zero GridSymmetry changes nothing.
type GridSymmetry uint8

// GridSymmetries is the number of symmetries of a square grid; those of other rectangles come first and are half as
// many.
const GridSymmetries = 8

// Parts of a symmetry.
const (
	mirrorFiles GridSymmetry = 1 << iota
	MirrorRanks
	transpose
)

// SymmetriesOf is the number of symmetries, from 0 on, that carry a grid into itself.
func SymmetriesOf(files, ranks int) GridSymmetry {
	if files == ranks {
		return GridSymmetries
	}
	return GridSymmetries / 2
}

// Map is where a square of a grid goes, files and ranks counted from 0.
func (g GridSymmetry) Map(file, rank, files, ranks int) (toFile, toRank int) {
	if g&mirrorFiles != 0 {
		file = files - 1 - file
	}
	if g&MirrorRanks != 0 {
		rank = ranks - 1 - rank
	}
	if g&transpose != 0 {
		return rank, file
	}
	return file, rank
}
