package pylyx

import (
	"slices"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Actions implements [engine.ArrayRules]. It lists the choices and the pass first. Then it lists, by square, the
// placements of a white and of a black checker, and the moves by form (direction and number of men) and distance.
func (r *rules) Actions() []engine.Step {
	steps := []engine.Step{chooseFirst, chooseWhite, chooseBlack, passStep}
	for from := range square(squares) {
		if !r.board.has(from) {
			continue
		}
		steps = append(steps, placeStep(white, from), placeStep(black, from))
		for d := range directions {
			distance := engine.Step(0)
			for at, ok := r.board.next(from, d); ok; at, ok = r.board.next(at, d) {
				distance++
				steps = append(steps, movesOf(from, d, 1)+distance, movesOf(from, d, 3)+distance)
			}
		}
	}
	slices.Sort(steps)
	return steps
}

func (r *rules) BoardSize() (files, ranks int) { return r.board.size, r.board.size }

// Symmetries implements [engine.MirrorRules]. The set-up allows only those of [position.CanonicalHash].
func (r *rules) Symmetries() ([]engine.GridSymmetry, int) {
	return []engine.GridSymmetry{0, engine.MirrorRanks, 1, 3, 4, 5, 6, 7}, 2
}

// Image implements [engine.MirrorRules].
func (r *rules) Image(step engine.Step, g engine.GridSymmetry) engine.Step {
	image := func(s square) square { return squareAt(g.Map(s.file(), s.rank(), r.board.size, r.board.size)) }
	if at := placed(step); !isMove(step) && at != 0 {
		return engine.Step(image(at))<<squareShift | withoutSquare(step)
	} else if !isMove(step) {
		return step // chooses or passes
	}
	from, to, k := moved(step)
	first, end := axesOf(int(k))
	for d := direction(2 * first); d < direction(2*end); d++ {
		mirrored := movesOf(image(from), d, int(k)) + step&(1<<formShift-1)
		if _, at, _ := moved(mirrored); at == image(to) {
			return mirrored
		}
	}
	return engine.NoStep // not reached, since a symmetry maps the directions of k men to each other
}

// Planes implements [engine.ArrayRules]. Before the colours are chosen, the planes treat White as the colour of One.
func (r *rules) Planes() []engine.Plane {
	planes := []engine.Plane{
		{Name: "squares", Help: "1 on the squares of the board, which has no corners"},
		{Name: "own stacks", Help: "1 on the stacks of the seat's colour"},
		{Name: "opponent's stacks", Help: "1 on the stacks of the other colour"},
		{Name: "heights", Help: "number of checkers"},
		{Name: "two checkers or more", Help: "1 on stacks of at least two checkers"},
		{Name: "three checkers or more", Help: "1 on stacks of at least three checkers"},
		{Name: "own colour white", Help: "1 on every square if the seat's colour is white"},
		{Name: "colours chosen", Help: "1 on every square once the colours are chosen"},
		{Name: "passed", Help: "1 on every square if the last turn was a pass"},
	}
	return append(planes, base.KindPlanes(stepKindNames[:])...)
}

// WritePlanes implements [engine.ArrayRules].
func (r *rules) WritePlanes(at engine.Position, of engine.Seat, out []uint8) {
	p := at.(*position)
	size := r.board.size
	planes := base.WritePlanes(out, size, size)
	own := color(of & 1)
	if p.owner != unsettled {
		own = p.owner.color(of)
	}
	writeWhere := func(holds func(s int) bool) {
		for rank := range size {
			bits := uint16(0)
			for file := range size {
				if holds(rank*grid + file) {
					bits |= 1 << file
				}
			}
			planes.Rank(bits)
		}
	}
	writeStacks := func(c color) {
		for rank := range size {
			planes.Rank(p.lines[c][firstRank+rank] >> 1) // drops bit 0, which lies before the first file
		}
	}
	for rank := range size {
		planes.Rank(^r.board.borders[firstRank+rank] >> 1)
	}
	writeStacks(own)
	writeStacks(own ^ 1)
	planes.Count(p.heights[:], grid)
	writeWhere(func(s int) bool { return p.heights[s] >= 2 })
	writeWhere(func(s int) bool { return p.heights[s] >= 3 })
	planes.Flag(own == white)
	planes.Flag(p.owner != unsettled)
	planes.Flag(p.passes > 0)
	planes.Kinds(p.kind, len(stepKindNames))
}
