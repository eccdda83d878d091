package pit

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Actions implements [engine.ArrayRules]. It lists the moves along a rank or a file first, sorted by start and end. If
// start and end are the same cell, a pawn is placed or a tower is entered there. The barriers follow, by cell and side
// (north, east, south, west).
func (r *rules) Actions() (steps []engine.Step) {
	b := r.board
	eachPlace := func(do func(c cell)) {
		for i := range 256 {
			if c := cell(i); int(c.file()) < b.files && int(c.rank()) < b.ranks {
				do(c)
			}
		}
	}
	eachPlace(func(from cell) {
		eachPlace(func(to cell) {
			if b.cells.has(from) && (from.file() == to.file() || from.rank() == to.rank()) {
				steps = append(steps, moveStep(from, to))
			}
		})
	})
	for at := range b.cells.all {
		for side := range directions {
			steps = append(steps, wallStep(at, side))
		}
	}
	return steps
}

func (r *rules) BoardSize() (files, ranks int) { return r.board.files, r.board.ranks }

// Symmetries implements [engine.MirrorRules].
func (r *rules) Symmetries() (all []engine.GridSymmetry, setUp int) {
	for g := range engine.SymmetriesOf(r.board.files, r.board.ranks) {
		if r.board.keeps(g) {
			all = append(all, g)
		}
	}
	return all, len(all)
}

// Image implements [engine.MirrorRules].
func (r *rules) Image(step engine.Step, g engine.GridSymmetry) engine.Step {
	if !isBarrier(step) {
		from, to := moved(step)
		return moveStep(r.board.image(from, g), r.board.image(to, g))
	}
	at, side := walled(step)
	middle := cellAt(1, 1) // of a grid that shows where the symmetry takes each side
	next := middle.next(side)
	beside := cellAt(g.Map(int(next.file()), int(next.rank()), 3, 3))
	for side = north; middle.next(side) != beside; {
		side++
	}
	return wallStep(r.board.image(at, g), side)
}

// Planes implements [engine.ArrayRules]. The seats come in the order of turns, from the seat that reads the planes.
func (r *rules) Planes() []engine.Plane {
	planes := []engine.Plane{
		{Name: "cells", Help: "1 on cells, 0 on holes"},
		{Name: "walls in the north", Help: "1 where a barrier or the edge of the board is on the north side",
			Side: engine.NorthSide},
		{Name: "walls in the east", Help: "1 where a barrier or the edge of the board is on the east side",
			Side: engine.EastSide},
		{Name: "reached", Help: "in a barrier step, 1 on the cell that the action reached"},
	}
	for i := range r.seats {
		of := "own"
		if i > 0 {
			of = fmt.Sprintf("opponent %d", i)
		}
		planes = append(planes, engine.Plane{Name: of + " towers", Help: "1 on the towers of the seat"},
			engine.Plane{Name: of + " pawn", Help: "1 on the pawn of the seat"},
			engine.Plane{Name: of + " reserve", Help: "towers in the seat's reserve, on every square"},
			engine.Plane{Name: of + " in", Help: "1 on every square while the seat is in the game"})
	}
	return append(planes, base.KindPlanes(stepKindNames[:])...)
}

// WritePlanes implements [engine.ArrayRules]. It writes the planes in the order of [rules.Planes].
func (r *rules) WritePlanes(at engine.Position, of engine.Seat, out []uint8) {
	p := at.(*position)
	b := r.board
	planes := base.WritePlanes(out, b.files, b.ranks)
	writeSet := func(cells bitboard) {
		for rank := range b.ranks {
			planes.Rank(cells.line(uint(rank)))
		}
	}
	writeCell := func(c cell, exists bool) { // writes a plane with c alone, or an empty plane
		var cells bitboard
		if exists {
			cells.add(c)
		}
		writeSet(cells)
	}
	writeSet(b.cells)
	writeSet(p.walls.north)
	writeSet(p.walls.east)
	writeCell(p.at, p.kind == barrierStep)
	for i := range r.seats {
		s := seat((int(of) + i) % r.seats)
		writeSet(p.towers(s))
		writeCell(p.pawn[s], p.hasPawn(s))
		planes.Fill(int(p.reserve[s]))
		planes.Flag(p.isIn(s))
	}
	planes.Kinds(p.kind, len(stepKindNames))
}
