package pit

// walls says which edges between cells nothing crosses: those with a barrier, the sides of holes, the edge of the board. Outside the board, every
// edge is one.
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

// flood fills region with the cells joined to a start by paths. It stops early, and reports true, when it reaches the goal. Words is the number of
// words of the bitboards that the board takes up.
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
