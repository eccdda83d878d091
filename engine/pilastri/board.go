package pilastri

import (
	"pillars/engine/internal/base"
)

type (
	bitboard = base.Bitboard
	square   = base.Square
)

const (
	fileA = base.FileA
	fileH = base.FileH
	rank1 = bitboard(0xff)
)

// minEdge and maxEdge are the smallest and the largest number of files, and of ranks, of a board.
const (
	minEdge = 2
	maxEdge = 8
)

// geometry describes a board.
type geometry struct {
	files, ranks int
	squares      bitboard
	orders       base.Orders
}

// behind holds, by axis and square, the squares west of the square on its rank, or south of it on its file.
var behind = func() (table [axes][64]bitboard) {
	for s := range square(64) {
		before := s.Bit() - 1
		table[alongRank][s] = before & (rank1 << (8 * s.Rank()))
		table[alongFile][s] = before & (fileA << s.File())
	}
	return table
}()

// seat is 0 for White and 1 for Black, as in the bits of board.black.
type seat uint8

const (
	white seat = iota
	black
)

func (s seat) other() seat { return s ^ 1 }

// maxHeight is the largest height of a stack, since no board has more than 64 pieces. digits is the number of binary
// digits that store a height.
const (
	maxHeight = 64
	digits    = 6
)

// board holds the stacks of a position. Copy it with copyFrom, which copies only the levels in use.
type board struct {
	tops    [2]bitboard      // by seat, the squares of the stacks whose top piece the seat owns
	digits  [digits]bitboard // binary digits of the stacks' heights, the lowest first; 64 is stored as 63
	heights [64]uint8        // by square
	levels  uint8            // the height of the highest stack in the game so far
	// black holds, by level from 0 at the ground, the squares with a black piece. Bits above a stack have no meaning.
	black [maxHeight]bitboard
}

func (b *board) copyFrom(other *board) {
	b.tops, b.digits, b.heights, b.levels = other.tops, other.digits, other.heights, other.levels
	// Few positions have more than eight levels, and copying a fixed number of levels needs no function call.
	*(*[8]bitboard)(b.black[:8]) = *(*[8]bitboard)(other.black[:8])
	if b.levels > 8 {
		copy(b.black[8:b.levels], other.black[8:b.levels])
	}
}

func (b *board) occupied() bitboard { return b.tops[white] | b.tops[black] }

// owner returns the owner of the piece on a level of the stack on s. Levels count from 0. The stack must have a piece
// on that level.
func (b *board) owner(s square, level int) seat { return seat(b.black[level&63].BitAt(s)) }

// move moves the top piece of the stack on from, which the seat s owns, onto the stack on to. It returns the level that
// the piece leaves and the level that it reaches, both counted from 0.
func (b *board) move(s seat, from, to square) (level, reached uint8) {
	level, reached = b.heights[from&63]-1, b.heights[to&63]
	b.heights[from&63], b.heights[to&63] = level, reached+1
	b.levels = max(b.levels, reached+1)
	start, end := from.Bit(), to.Bit()
	b.changeDigits(start, end)
	s &= 1
	plane := &b.black[reached&63]
	*plane = *plane&^end | bitboard(s)<<(to&63)
	// The stack left behind belongs to the owner of its new top piece, if there is one. Masks replace branches that the
	// processor could not predict.
	left := start &^ bitboard((int64(level)-1)>>63)  // empty if no stack is left
	own := b.black[(level-1)&63] ^ (bitboard(s) - 1) // squares where s owns the piece of that level
	b.tops[s], b.tops[s^1] = b.tops[s]&^start|end|left&own, b.tops[s^1]&^end|left&^own
	return level, reached
}

// changeDigits subtracts 1 from the height of the stack on start and adds 1 to the height of the stack on end. The
// subtraction borrows from the next digit if a digit has become 1, and the addition carries if it has become 0.
func (b *board) changeDigits(start, end bitboard) {
	change := start | end // the squares whose next digit changes
	for k := 0; change != 0 && k < digits; k++ {
		b.digits[k] ^= change
		change &= b.digits[k] ^ end
	}
}

// put adds a piece of the seat s on a square, on top of any stack there.
func (b *board) put(s seat, to square) {
	height := b.heights[to&63]
	b.heights[to&63]++
	b.levels = max(b.levels, height+1)
	if height+1 < maxHeight { // the digits of a height of 64 stay those of 63
		b.changeDigits(0, to.Bit())
	}
	b.black[height&63] |= bitboard(s&1) << (to & 63)
	b.tops[s&1] |= to.Bit()
	b.tops[s.other()&1] &^= to.Bit()
}

func (b *board) singles() bitboard {
	return b.digits[0] &^ (b.digits[1] | b.digits[2] | b.digits[3] | b.digits[4] | b.digits[5])
}

// AppendCanonicalKey appends the stacks of all squares. Of the images of the position under the symmetries of the
// board, it takes the image with the least sequence of stacks. Each piece takes two bits: a 1 bit, then a bit for its
// owner, 0 for the seat to act. A 0 bit ends each square.
func (p *position) AppendCanonicalKey(key []byte) []byte {
	piles := p.piles()
	writer := bitWriter{bytes: key}
	for _, at := range base.Least(p.rules.shape.orders, &piles) {
		owners := piles[at&63]
		for range p.board.heights[at&63] {
			writer.write(1|owners&1<<1, 2)
			owners >>= 1
		}
		writer.write(0, 1)
	}
	if writer.count > 0 { // zeros fill up the last byte
		return append(writer.bytes, byte(writer.pending))
	}
	return writer.bytes
}

// piles returns, by square, a word that describes the stack. Each piece has a bit for its owner, the lowest piece in
// bit 0: 0 for the seat to act, 1 for its opponent. The bit above the stack is 1.
func (p *position) piles() (piles [64]uint64) {
	exchange := -uint64(p.seat) // all bits set if Black is to act, else none
	for rest := p.board.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First()
		height, owners := p.board.heights[at&63], uint64(0)
		for level := range int(height) {
			owners |= uint64(p.board.owner(at, level)) << level
		}
		piles[at&63] = (owners^exchange)&(1<<height-1) | 1<<height
	}
	return piles
}

// bitWriter writes bits into bytes, the first bit lowest.
type bitWriter struct {
	bytes   []byte
	pending uint64 // bits of an incomplete byte
	count   int    // number of bits in pending
}

// write writes the lowest bits of a word, as many as count says. All other bits of the word must be 0.
func (w *bitWriter) write(bits uint64, count int) {
	w.pending |= bits << w.count
	for w.count += count; w.count >= 8; w.count -= 8 {
		w.bytes = append(w.bytes, byte(w.pending))
		w.pending >>= 8
	}
}

// bitReader reads the bits that a bitWriter has written.
type bitReader struct {
	bytes []byte
	next  int // number of bits that have been read
}

func (r *bitReader) bit() byte {
	bit := r.bytes[r.next>>3] >> (r.next & 7) & 1
	r.next++
	return bit
}

// SetKey implements [engine.Keyed]. In the restored position White is the seat to act.
func (p *position) SetKey(key []byte) {
	p.state = state{turn: 1}
	r := bitReader{bytes: key}
	for _, at := range p.rules.shape.orders[0] {
		for r.bit() == 1 {
			p.board.put(seat(r.bit()), at)
		}
	}
	p.hash = p.hashFromScratch()
	p.findMoves()
	base.Check(p)
}
