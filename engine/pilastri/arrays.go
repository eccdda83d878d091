package pilastri

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// planeLevels is the number of levels of stacks, from the ground up, whose pieces have planes of their own. Higher
// stacks are very rare. The planes show only how many pieces such a stack has above these levels, and who owns its top
// piece.
const planeLevels = 10

// Actions implements [engine.ArrayRules]. An action is a start and an end on the same rank or file. Actions are sorted
// by start, then by end; squares count rank by rank from a1.
func (r *rules) Actions() (steps []engine.Step) {
	for from := range square(64) {
		for to := range square(64) {
			straight := from.File() == to.File() || from.Rank() == to.Rank()
			if from != to && straight && r.shape.squares.Has(from) && r.shape.squares.Has(to) {
				steps = append(steps, stepOf(from, to))
			}
		}
	}
	return steps
}

func (r *rules) BoardSize() (files, ranks int) { return r.shape.files, r.shape.ranks }

// Symmetries implements [engine.MirrorRules].
func (r *rules) Symmetries() ([]engine.GridSymmetry, int) { return base.AllSymmetries(r.BoardSize()) }

// Image implements [engine.MirrorRules].
func (r *rules) Image(step engine.Step, g engine.GridSymmetry) engine.Step {
	from, to := ends(step)
	return stepOf(from.Image(g, r.shape.files, r.shape.ranks), to.Image(g, r.shape.files, r.shape.ranks))
}

// Planes implements [engine.ArrayRules].
func (r *rules) Planes() []engine.Plane {
	planes := []engine.Plane{
		{Name: "own tops", Help: "1 where the seat owns the top piece"},
		{Name: "opponent's tops", Help: "1 where the opponent owns the top piece"},
		{Name: "heights", Help: "number of pieces"},
	}
	for level := 1; level <= planeLevels; level++ {
		planes = append(planes,
			engine.Plane{Name: fmt.Sprintf("own level %d", level), Help: "1 where the seat owns this level's piece"},
			engine.Plane{Name: fmt.Sprintf("opponent's level %d", level), Help: "the same for the opponent"})
	}
	return planes
}

// WritePlanes implements [engine.ArrayRules].
func (r *rules) WritePlanes(at engine.Position, of engine.Seat, out []uint8) {
	p := at.(*position)
	b, planes := &p.board, base.WritePlanes(out, r.shape.files, r.shape.ranks)
	planes.Set(b.tops[of&1])
	planes.Set(b.tops[of&1^1])
	planes.Count(b.heights[:], maxEdge)
	var atLevel [planeLevels]bitboard // by level, first the stacks whose top piece is on the level
	for rest := b.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First()
		atLevel[min(int(b.heights[at&63]), planeLevels)-1] |= at.Bit()
	}
	for level := planeLevels - 2; level >= 0; level-- { // adds the higher stacks, which have a piece on this level too
		atLevel[level] |= atLevel[level+1]
	}
	flip := bitboard(of&1) - 1 // all squares if the seat of is White, else none
	for level, stacks := range atLevel {
		own := stacks & (b.black[level] ^ flip)
		planes.Set(own)
		planes.Set(stacks &^ own)
	}
}
