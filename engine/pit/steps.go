package pit

import (
	"math/bits"
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// The kinds of step, in the order of a game.
const (
	placeStep   engine.StepKind = iota // places a pawn
	actionStep                         // replaces a piece, falls into a hole, moves or enters a tower
	barrierStep                        // puts a barrier on a side of the cell that the action reached
	stepKinds
)

var stepKindNames = [stepKinds]string{"place", "action", "barrier"}

var guides = [stepKinds]base.Guide{
	{"Place your pawn on an empty cell, not next to an opponent's tower. Next to a hole it may soon have to jump in.",
		"@d4"},
	{"Replace a piece beside yours; else go into a hole beside you; else move or enter a tower.", "d4d7, @d4"},
	{"Put a barrier on a side of the cell you reached.", "d7|n (or e, s, w)"},
}

// The encoding of steps. The bits from formShift on say whether a step is an action or a barrier. In an action, the
// second byte holds the start and the lowest byte holds the end; the two are equal if a tower is entered. Placing a
// pawn is encoded like entering a tower. In a barrier, the lowest two bits hold a side, and the bits above them a cell.
const (
	formShift               = 16
	formAction  engine.Step = 1 << formShift
	formBarrier engine.Step = 2 << formShift
	stepSpace               = 2<<formShift + 256*int(directions)
)

func moveStep(from, to cell) engine.Step { return formAction | engine.Step(from)<<8 | engine.Step(to) }
func enterStep(to cell) engine.Step      { return moveStep(to, to) }
func wallStep(at cell, side direction) engine.Step {
	return formBarrier | engine.Step(at)<<2 | engine.Step(side)
}

func isBarrier(step engine.Step) bool { return step&formBarrier != 0 }

func moved(step engine.Step) (from, to cell) { return cell(step >> 8), cell(step) }

func walled(step engine.Step) (at cell, side direction) { return cell(step >> 2), direction(step & 3) }

// AppendSteps implements [engine.Position]. Moves come before entries.
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
	before := len(steps)
	if steps = p.appendCompulsory(steps); len(steps) > before {
		return steps
	}
	return p.appendMoves(steps)
}

// DeclineStep returns NoStep, because all steps are compulsory.
func (p *position) DeclineStep() engine.Step { return engine.NoStep }

// CountSteps implements [engine.Position].
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
	var buffer [mostCompulsory]engine.Step
	if compulsory := p.appendCompulsory(buffer[:0]); len(compulsory) > 0 {
		return len(compulsory)
	}
	var m movers
	entries := p.entries(p.seat)
	return m.find(p, p.seat) + entries.count()
}

// placeable returns the cells for the pawn of the seat to act: the empty ones not next to an opponent's tower.
func (p *position) placeable() bitboard {
	var theirs, cells bitboard
	for player := range seat(p.rules.seats) {
		if player != p.seat {
			towers := p.towers(player)
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
	var ways uint64 // not 0 if a piece can go to a cell beside it, or can fall
	for w := range p.rules.board.words {
		ways |= own.cross(w, &p.walls).any()&^own[w] | own[w]&p.rules.board.rim[w]
	}
	if ways != 0 {
		return true
	}
	entries := p.entries(p.seat)
	return !entries.empty()
}

// mostCompulsory is the largest number of compulsory actions: four directions for each piece.
const mostCompulsory = (towersEach + 1) * int(directions)

// appendCompulsory appends the legal compulsory actions. The seat to act must replace a piece if it can, and must
// otherwise move a piece next to a hole into it.
func (p *position) appendCompulsory(steps []engine.Step) []engine.Step {
	own := &p.own[p.seat&3]
	var hits, rim uint64
	for w := range p.rules.board.words {
		hits |= own.cross(w, &p.walls).any() & p.occupied[w] &^ own[w]
		rim |= own[w] & p.rules.board.rim[w]
	}
	switch {
	case hits != 0:
		return p.appendReplacements(steps)
	case rim != 0:
		return p.appendFalls(steps)
	}
	return steps
}

// appendReplacements appends the replacements, sorted by direction, then by the cell of the piece replaced.
func (p *position) appendReplacements(steps []engine.Step) []engine.Step {
	own := &p.own[p.seat&3]
	var prey [directions]bitboard // the pieces that can be replaced, by the direction of the move
	for w := range own {
		theirs := p.occupied[w] &^ own[w]
		hits := own.cross(w, &p.walls)
		prey[north][w], prey[east][w] = hits.north&theirs, hits.east&theirs
		prey[south][w], prey[west][w] = hits.south&theirs, hits.west&theirs
	}
	for d := range directions {
		for to := range prey[d].all {
			steps = append(steps, moveStep(to.next(d^2), to)) // d^2 is the opposite direction
		}
	}
	return steps
}

// appendFalls appends the falls into holes, sorted by cell, then by direction.
func (p *position) appendFalls(steps []engine.Step) []engine.Step {
	own := &p.own[p.seat&3]
	for c := range own.all {
		for sides := p.rules.board.holeSides[c]; sides != 0; sides &= sides - 1 {
			steps = append(steps, moveStep(c, c.next(direction(bits.TrailingZeros8(sides)))))
		}
	}
	return steps
}

// movers holds the moves of a player's pieces, whether or not a compulsory action rules them out.
type movers struct {
	pieces [towersEach + 1]reach
	count  int // number of pieces
}

// find sets m to the moves of a seat's pieces and returns the number of moves.
func (m *movers) find(p *position, of seat) int {
	m.count = 0
	total := 0
	for w, word := range p.own[of&3][:p.rules.board.words] {
		for ; word != 0; word &= word - 1 {
			c := cell(w<<6 | bits.TrailingZeros64(word))
			r := &m.pieces[m.count%len(m.pieces)] // the remainder spares a bounds check
			m.count++
			*r = p.reachOf(c)
			if p.pawnAt(of, c) { // a pawn moves a single step
				r.rank, r.file = r.rank.single(c.file()), r.file.single(c.rank())
			}
			total += r.count()
		}
	}
	return total
}

// entries returns the cells on which a seat can enter a tower.
func (p *position) entries(of seat) bitboard {
	var seen bitboard
	if p.reserve[of&3] == 0 {
		return seen
	}
	towers := p.towers(of)
	for w, word := range towers[:p.rules.board.words] {
		for ; word != 0; word &= word - 1 {
			p.addSight(cell(w<<6|bits.TrailingZeros64(word)), &seen)
		}
	}
	for w := range seen {
		seen[w] &^= p.occupied[w]
	}
	return seen
}

// appendMoves appends the moves and entries of the seat to act, in a position without compulsory actions.
func (p *position) appendMoves(steps []engine.Step) []engine.Step {
	var m movers
	m.find(p, p.seat)
	for i := range m.count {
		r := &m.pieces[i]
		for n := range r.count() {
			steps = append(steps, moveStep(r.from, r.nth(n)))
		}
	}
	entries := p.entries(p.seat)
	return appendEntries(steps, &entries)
}

// RandomStep draws uniformly from the legal steps.
func (p *position) RandomStep(random *rand.PCG) engine.Step {
	switch p.kind {
	case placeStep:
		cells := p.placeable()
		return enterStep(cells.nth(base.Below(random, cells.count())))
	case barrierStep:
		sides := p.walls.openSides(p.at)
		for n := base.Below(random, bits.OnesCount(sides)); n > 0; n-- {
			sides &= sides - 1
		}
		return wallStep(p.at, direction(bits.TrailingZeros(sides)))
	}
	var buffer [mostCompulsory]engine.Step
	if compulsory := p.appendCompulsory(buffer[:0]); len(compulsory) > 0 {
		return compulsory[base.Below(random, len(compulsory))]
	}
	return p.randomMove(random)
}

// randomMove draws uniformly from the moves and entries of the seat to act.
func (p *position) randomMove(random *rand.PCG) engine.Step {
	var m movers
	entries := p.entries(p.seat)
	moves := m.find(p, p.seat)
	n := base.Below(random, moves+entries.count())
	if n >= moves {
		return enterStep(entries.nth(n - moves))
	}
	i := 0
	for n >= m.pieces[i].count() {
		n -= m.pieces[i].count()
		i++
	}
	r := &m.pieces[i]
	return moveStep(r.from, r.nth(n))
}

// RandomTurn implements [base.Random].
func (p *position) RandomTurn(random *rand.PCG) (steps int) {
	for steps == 0 || p.end == ongoing && !p.StartsTurn() {
		p.Play(p.RandomStep(random))
		steps++
	}
	return steps
}

// Moment implements [base.Random].
func (p *position) Moment() base.Moment {
	return base.Moment{Hash: p.hash, Reversible: int32(p.Reversible()), Turn: int32(p.turn), Over: p.end != ongoing}
}

// Playout implements [engine.Playout].
func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	return base.Playout(&p.rules.Facts, p, random, maxTurns)
}

func (p *position) Perft(depth int) uint64 { return base.Perft(p, depth) }
