package pilastri

import (
	"slices"

	"pillars/engine"
)

// CanonicalHash is the least hash of all images of the position: under the symmetries of the board, eight of a square
// and four of any other, with and without an exchange of the colours and with them the seats.
func (p *position) CanonicalHash() uint64 {
	var keys [2 * engine.GridSymmetries]uint64 // by symmetry, with the colours as they are and exchanged by turns
	shape := &p.rules.shape
	all := engine.SymmetriesOf(shape.files, shape.ranks)
	for rest := p.board.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.first()
		for g := range all {
			file, rank := g.Map(at.file(), at.rank(), shape.files, shape.ranks)
			to := squareAt(file, rank) & 63
			for level := range int(p.board.heights[at&63]) {
				owner := p.board.owner(at, level)
				keys[2*g] ^= zobrist.piece[owner][level][to]
				keys[2*g+1] ^= zobrist.piece[owner.other()][level][to]
			}
		}
	}
	for g := range all {
		keys[2*g] ^= uint64(p.seat) * zobrist.blackTo
		keys[2*g+1] ^= uint64(p.seat.other()) * zobrist.blackTo
	}
	return slices.Min(keys[:2*all])
}
