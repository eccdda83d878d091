package pit

import (
	"math/bits"

	"pillars/engine"
)

// AppendSteps appends the legal steps: replacements by direction; falls by cell; moves by cell, then entries by cell; barriers by side.
func (p *position) AppendSteps(steps []engine.Step) []engine.Step {
	if p.end != ongoing {
		return steps
	}
	switch p.kind {
	case placeStep:
		cells := p.placeable()
		return appendEntries(steps, &cells)
	case barrierStep:
		for sides := p.walls.openSides(p.at); sides != 0; sides &= sides - 1 {
			steps = append(steps, wallStep(p.at, direction(bits.TrailingZeros(sides))))
		}
		return steps
	}
	switch p.demand() {
	case mustReplace:
		return p.appendReplacements(steps)
	case mustFall:
		return p.appendFalls(steps)
	default:
		return p.appendMoves(steps)
	}
}

// DeclineStep is never there: all steps are compulsory.
func (p *position) DeclineStep() engine.Step { return engine.NoStep }

// CountSteps counts the legal steps without listing them.
func (p *position) CountSteps() int {
	if p.end != ongoing {
		return 0
	}
	switch p.kind {
	case placeStep:
		return p.placings()
	case barrierStep:
		return bits.OnesCount(p.walls.openSides(p.at))
	}
	switch p.demand() {
	case mustReplace:
		return p.countReplacements()
	case mustFall:
		return p.countFalls()
	default:
		return p.countMoves()
	}
}

// placeable is where the seat to act may place its pawn: the empty cells not next to an opponent's tower.
func (p *position) placeable() bitboard {
	var theirs, cells bitboard
	for of := range seat(p.rules.seats) {
		if of != p.seat {
			towers := p.towers(of)
			for w := range theirs {
				theirs[w] |= towers[w]
			}
		}
	}
	for w := range cells {
		near := theirs.cross(w, &p.rules.board.walls).any()
		cells[w] = p.rules.board.cells[w] &^ (p.occupied[w] | near)
	}
	return cells
}

func (p *position) placings() int {
	cells := p.placeable()
	return cells.count()
}

func appendEntries(steps []engine.Step, cells *bitboard) []engine.Step {
	for c := range cells.all {
		steps = append(steps, enterStep(c))
	}
	return steps
}

// canStep reports whether the seat to act has a legal step at the start of its turn.
func (p *position) canStep() bool {
	if p.kind == placeStep {
		return p.placings() > 0
	}
	own := &p.own[p.seat&3]
	var ways uint64
	for w := range p.rules.board.words {
		ways |= own.cross(w, &p.walls).any()&^own[w] | own[w]&p.rules.board.rim[w]
	}
	if ways != 0 {
		return true
	}
	entries := p.entries(p.seat)
	return !entries.empty()
}
