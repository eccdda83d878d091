package pitofpillars

import (
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// planeDepth is the number of men of a stack, counted from the top, that have planes of their own. Men below them need
// no planes, since no step makes a mixed stack of more than four men.
const planeDepth = 4

// Actions implements [engine.ArrayRules]. The actions are, in this order: entries by square; moves by start, direction
// (north, east, south, west) and number of men; pillars' moves by start and end; declining to move a pillar.
func (r *rules) Actions() (steps []engine.Step) {
	for from := range square(64) {
		if !r.board.squares.Has(from) {
			continue
		}
		steps = append(steps, enterStep(from))
		for d := range direction(directions) {
			ahead := from.Bit()
			for k := 1; ; k++ {
				if ahead = shift(ahead, d) & r.board.squares; ahead == 0 {
					break
				}
				if d < orthogonals {
					steps = append(steps, moveStep(from, d, k))
				}
				steps = append(steps, slideStep(from, ahead.First()))
			}
		}
	}
	steps = append(steps, declineStep)
	slices.Sort(steps)
	return steps
}

func (r *rules) BoardSize() (files, ranks int) { return r.board.size, r.board.size }

// Symmetries implements [engine.MirrorRules].
func (r *rules) Symmetries() ([]engine.GridSymmetry, int) { return base.AllSymmetries(r.BoardSize()) }

// Image implements [engine.MirrorRules].
func (r *rules) Image(step engine.Step, g engine.GridSymmetry) engine.Step {
	image := func(s square) square { return s.Image(g, r.board.size, r.board.size) }
	switch form(step) {
	case formEnter:
		return enterStep(image(entered(step)))
	case formPillar:
		from, to := slid(step)
		return slideStep(image(from), image(to))
	case formMove:
		from, to, k := moved(step)
		for d := range direction(orthogonals) {
			mirrored := moveStep(image(from), d, int(k))
			if _, end, _ := moved(mirrored); end == image(to) {
				return mirrored
			}
		}
	}
	return step // declines
}

// Planes implements [engine.ArrayRules].
func (r *rules) Planes() (planes []engine.Plane) {
	add := func(name, help string) { planes = append(planes, engine.Plane{Name: name, Help: help}) }
	for depth := range planeDepth {
		add(fmt.Sprintf("own men %d below the top", depth), "1 where the seat owns this man of a stack")
		add(fmt.Sprintf("opponent's men %d below the top", depth), "the same for the opponent")
	}
	add("heights", "number of men; 7 stands for 7 and more")
	add("own pillars", "1 on the seat's pillars")
	add("opponent's pillars", "1 on the opponent's pillars")
	add("last man", "in a step that must adjoin it, 1 on the man that the opponent entered last")
	add("own reserve", "men in the seat's reserve, on every square")
	add("opponent's reserve", "men in the opponent's reserve, on every square")
	return append(planes, base.KindPlanes(stepKindNames[:])...)
}

// WritePlanes implements [engine.ArrayRules].
func (r *rules) WritePlanes(at engine.Position, of engine.Seat, out []uint8) {
	p := at.(*position)
	planes := base.WritePlanes(out, r.board.size, r.board.size)
	own, opponent := seat(of&1), seat(of&1^1)
	men := [planeDepth][2]bitboard{p.control} // by depth below the top, and colour; a stack's top man controls it
	twoOrMore := p.height[1] | p.height[2]
	for rest := twoOrMore; rest != 0; rest &= rest - 1 {
		at := rest.First()
		s := p.stacks[at&63]
		for depth := 1; depth < min(planeDepth, int(s.height)); depth++ {
			men[depth][s.colors>>depth&1] |= at.Bit()
		}
	}
	for depth := range men {
		planes.Set(men[depth][own])
		planes.Set(men[depth][opponent])
	}
	planes.Sum(p.height[0], p.height[1], p.height[2])
	planes.Set(p.pillars[own])
	planes.Set(p.pillars[opponent])
	last := bitboard(0)
	if p.kind == adjoiningStep {
		last = p.last.Bit()
	}
	planes.Set(last)
	planes.Fill(int(p.reserve[own]))
	planes.Fill(int(p.reserve[opponent]))
	planes.Kinds(p.kind, len(stepKindNames))
}
