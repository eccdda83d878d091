package pit

import "math/bits"

// span is a run of cells on a line, from low to high.
type span struct{ low, high uint }

// sight is how far one sees from place i of a line: to the nearest walls on both sides. A wall at i stands between i and i+1; there is one at the
// end of every line.
func sight(i uint, walls uint16) span {
	return span{
		low:  uint(bits.Len16(walls & (1<<i - 1))),
		high: i + uint(bits.TrailingZeros16(walls>>i)),
	}
}

// slide is how far a tower moves from place i of a line: as far as it sees, but not onto other pieces, and then into a hole if one comes next.
func slide(i uint, walls, occupied, holes uint16) span {
	free := span{
		low:  uint(bits.Len16((walls | occupied) & (1<<i - 1))),
		high: i + uint(bits.TrailingZeros16((walls|occupied>>1)>>i)),
	}
	// Next to the last free cell comes a hole, or a wall or piece and no hole.
	free.low -= uint(uint32(holes) << 1 >> free.low & 1)
	free.high += uint(holes >> (free.high + 1) & 1)
	return free
}

// single cuts a tower's slide from place i down to a pawn's move.
func (s span) single(i uint) span {
	if s.low < i {
		s.low = i - 1
	}
	return span{s.low, min(s.high, i+1)}
}

// others is the number of places in the span but one.
func (s span) others() int { return int(s.high - s.low) }

// reach is where a piece can move: over its rank and over its file, itself in both.
type reach struct {
	from       cell
	rank, file span
}

func (r *reach) count() int { return r.rank.others() + r.file.others() }

// nth is where the piece ends by the move with the given number.
func (r *reach) nth(n int) cell {
	if n < r.rank.others() {
		return r.from&^15 | cell(skip(r.rank.low+uint(n), r.from.file()))
	}
	n -= r.rank.others()
	return cell(skip(r.file.low+uint(n), r.from.rank()))<<4 | r.from&15
}

// skip leaves out a place when counting.
func skip(i, out uint) uint {
	if i >= out {
		return i + 1
	}
	return i
}

// reachOf is where a tower on a cell can move when nothing must be done.
func (p *position) reachOf(c cell) reach {
	file, rank, b := c.file(), c.rank(), p.rules.board
	return reach{
		from: c,
		rank: slide(file, p.walls.east.line(rank), p.occupied.line(rank), b.holes.line(rank)),
		file: slide(rank, p.walls.northT.line(file), p.occupiedT.line(file), b.holesT.line(file)),
	}
}

// addSight adds to a set what is seen from a cell along its rank and file, itself included.
func (p *position) addSight(c cell, set *bitboard) {
	file, rank := c.file(), c.rank()
	along := sight(file, p.walls.east.line(rank))
	set[rank>>2] |= (2<<along.high - 1<<along.low) << (rank & 3 << 4)
	up := sight(rank, p.walls.northT.line(file))
	column := &columns[up.low&15][up.high&15]
	for w := range set {
		set[w] |= column[w] << file
	}
}
