package pit

import (
	"math/bits"
)

// walls says which edges between cells nothing crosses: those with a barrier, the sides of holes, the edge of the
// board. Outside the board, every edge is one.
type walls struct {
	east   bitboard // cells with a wall on their east side
	north  bitboard // cells with a wall on their north side
	northT bitboard // north, transposed
}

// between reports whether a wall stands on the side of a cell.
func (w *walls) between(c cell, side direction) bool {
	switch side {
	case north:
		return w.north.has(c)
	case east:
		return w.east.has(c)
	case south:
		return w.north.has(c.next(south))
	default:
		return w.east.has(c.next(west))
	}
}

// edge is the edge between a cell and its neighbour to the north or east.
type edge struct {
	low  cell
	side direction // north or east
}

// edgeOf is the edge on a side of a cell.
func edgeOf(c cell, side direction) edge {
	if side >= south {
		return edge{c.next(side), side - south}
	}
	return edge{c, side}
}

// flip puts a wall on an edge, or takes it away.
func (w *walls) flip(e edge) {
	if e.side == east {
		w.east.flip(e.low)
		return
	}
	w.north.flip(e.low)
	w.northT.flip(e.low.transposed())
}

// openSides has a bit, by direction, for each side of a cell without a wall.
func (w *walls) openSides(c cell) uint {
	closed := w.north.bit(c) | w.east.bit(c)<<east | w.north.bit(c.next(south))<<south | w.east.bit(c.next(west))<<west
	return uint(closed ^ 15)
}

// joinedRound reports whether the two cells at an edge are joined by the way round one of its ends.
func (w *walls) joinedRound(e edge) bool {
	other := e.low.next(e.side)
	ahead := direction(east)
	if e.side == east {
		ahead = north
	}
	return w.detour(e, other, ahead) || w.detour(e, other, ahead+2)
}

// detour reports whether one step aside, one over and one back leads from one side of an edge to the other.
func (w *walls) detour(e edge, other cell, aside direction) bool {
	return !w.between(e.low, aside) && !w.between(other, aside) && !w.between(e.low.next(aside), e.side)
}

// flood fills region with the cells joined to a start by paths. It stops early, and reports true, when it reaches the
// goal. Words is the number of words of the bitboards that the board takes up.
func (w *walls) flood(start, goal cell, words int, region *bitboard) bool {
	*region = bitboard{}
	region.add(start)
	for {
		var news uint64
		for i := range words {
			grown := region[i] | region.cross(i, w).any()
			grown |= grown&^w.east[i]<<1 | grown>>1&^w.east[i]
			news |= grown ^ region[i]
			region[i] = grown
		}
		if region.has(goal) {
			return true
		}
		if news == 0 {
			return false
		}
	}
}

// span is a run of cells on a line, from low to high.
type span struct{ low, high uint }

// sight is how far one sees from place i of a line: to the nearest walls on both sides. A wall at i stands between i
// and i+1; there is one at the end of every line.
func sight(i uint, walls uint16) span {
	return span{
		low:  uint(bits.Len16(walls & (1<<i - 1))),
		high: i + uint(bits.TrailingZeros16(walls>>i)),
	}
}

// slide is how far a tower moves from place i of a line: as far as it sees, but not onto other pieces, and then into a
// hole if one comes next.
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
