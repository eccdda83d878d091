package pitofpillars

import (
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// The kinds of step, in the order of a game.
const (
	openingStep   engine.StepKind = iota // White enters the first man
	adjoiningStep                        // enters a man next to the opponent's last man
	isolatedStep                         // enters a man without neighbours
	mainStep                             // moves a stack or enters a man of the reserve
	pillarStep                           // moves a pillar or declines to
	stepKinds
)

var stepKindNames = [stepKinds]string{"opening", "adjoining", "isolated", "main", "pillar"}

var guides = [stepKinds]base.Guide{
	{"Enter your first man on any square.", "@c3"},
	{"Enter a man on an empty square next to the man your opponent entered last.", "@c3"},
	{"Enter a man where all neighbour squares are empty too.", "@c3"},
	{"Move men off a stack of yours straight, one square for each man; or enter a man of your reserve.", "c3c5, @c3"},
	{"Move a pillar of yours like a chess queen, or end the turn.", "^c5f5, -"},
}

// The encoding of steps. The bits from formShift on say which form a step has. The lower bits of an entry hold its
// square. The lower bits of a move hold the start, the direction (two bits) and the number of men (three bits); a move
// of k men goes k squares, so its end need not be stored. The lower bits of a pillar's move hold the start and the end.
const (
	formShift               = 12
	formEnter   engine.Step = 1 << formShift
	formMove    engine.Step = 2 << formShift
	formPillar  engine.Step = 3 << formShift
	declineStep engine.Step = 4 << formShift
	stepSpace               = 4<<formShift + 1
)

func enterStep(to square) engine.Step { return formEnter | engine.Step(to) }

func moveStep(from square, d direction, k int) engine.Step {
	return formMove | engine.Step(from)<<5 | engine.Step(d)<<3 | engine.Step(k)
}

func slideStep(from, to square) engine.Step {
	return formPillar | engine.Step(from)<<6 | engine.Step(to)
}

func form(step engine.Step) engine.Step { return step &^ (1<<formShift - 1) }

func entered(step engine.Step) square { return square(step & 63) }

// moved returns the start and the end of a move, and the number k of its men.
func moved(step engine.Step) (from, to square, k uint8) {
	from, k = square(step>>5&63), uint8(step&7)
	to = square(int8(from) + offset[step>>3&3]*int8(k))
	return from, to, k
}

func slid(step engine.Step) (from, to square) { return square(step >> 6 & 63), square(step & 63) }

// AppendSteps implements [engine.Position]. Entries come before moves, and declining before the moves of pillars.
func (p *position) AppendSteps(steps []engine.Step) []engine.Step {
	if p.end != ongoing {
		return steps
	}
	switch p.kind {
	case mainStep:
		return p.appendMoves(appendEach(steps, p.entrySquares()))
	case pillarStep:
		return p.appendSlides(append(steps, declineStep))
	default:
		return appendEach(steps, p.entrySquares())
	}
}

// DeclineStep implements [engine.Position].
func (p *position) DeclineStep() engine.Step {
	if p.kind == pillarStep && p.end == ongoing {
		return declineStep
	}
	return engine.NoStep
}

// CountSteps implements [engine.Position].
func (p *position) CountSteps() int {
	if p.end != ongoing {
		return 0
	}
	switch p.kind {
	case mainStep:
		return p.entrySquares().Count() + p.countMoves()
	case pillarStep:
		return 1 + countSlides(p.pillars[p.seat&1], p.vacant())
	default:
		return p.entrySquares().Count()
	}
}

// entrySquares returns the squares on which the seat to act may enter a man. It must not be called in a pillar step.
func (p *position) entrySquares() bitboard {
	switch p.kind {
	case adjoiningStep:
		return orthogonalSpread(p.last.Bit()) & p.open &^ p.occupied()
	case isolatedStep:
		return p.isolated()
	case mainStep:
		if p.reserve[p.seat&1] == 0 {
			return 0
		}
	}
	return p.open // for the first man of the game, or for a man of the reserve
}

// isolated returns the vacant squares with only vacant neighbours.
func (p *position) isolated() bitboard {
	occupied := p.occupied()
	return p.open &^ (occupied | orthogonalSpread(occupied))
}

// appendEach appends an entry on each of the squares.
func appendEach(steps []engine.Step, squares bitboard) []engine.Step {
	for ; squares != 0; squares &= squares - 1 {
		steps = append(steps, enterStep(squares.First()))
	}
	return steps
}

// movers holds, at index k-1, the stacks of at least k men, which can move k men. No move has more than seven.
type movers [7]bitboard

// find sets m from the heights of the given stacks, which p.height holds as binary digits.
func (m *movers) find(p *position, stacks bitboard) {
	ones, twos, fours := p.height[0]&stacks, p.height[1]&stacks, p.height[2]&stacks
	m[0] = stacks
	m[1] = twos | fours
	m[2] = ones&twos | fours
	m[3] = fours
	m[4] = fours & (ones | twos)
	m[5] = fours & twos
	m[6] = fours & twos & ones
}

// beforeNorth, beforeEast, beforeSouth and beforeWest return the squares from which one step in the direction of the
// function's name leads to a square of b.
func beforeNorth(b bitboard) bitboard { return b >> 8 }
func beforeEast(b bitboard) bitboard  { return b &^ fileA >> 1 }
func beforeSouth(b bitboard) bitboard { return b << 8 }
func beforeWest(b bitboard) bitboard  { return b &^ fileH << 1 }

// walks holds, by direction, the squares from which men can move k squares straight ahead without meeting a pillar or
// the edge of the board. Loops over the moves begin with k = 1 and call longer to increase k.
type walks [orthogonals]bitboard

// oneSquare returns the walks of one square.
func oneSquare(open bitboard) walks {
	return walks{beforeNorth(open), beforeEast(open), beforeSouth(open), beforeWest(open)}
}

// longer turns the walks of k squares into the walks of k+1 squares: each is a walk of one square, then of k squares.
func (w *walks) longer(one *walks) {
	w[north] = one[north] & beforeNorth(w[north])
	w[east] = one[east] & beforeEast(w[east])
	w[south] = one[south] & beforeSouth(w[south])
	w[west] = one[west] & beforeWest(w[west])
}

func (p *position) countMoves() int {
	var m movers
	m.find(p, p.control[p.seat&1])
	one := oneSquare(p.open)
	walk := one
	total := 0
	for _, from := range &m {
		if from == 0 {
			break
		}
		total += (from & walk[north]).Count() + (from & walk[east]).Count() +
			(from & walk[south]).Count() + (from & walk[west]).Count()
		walk.longer(&one)
	}
	return total
}

// appendMoves appends the moves of stacks of the seat to act, sorted by number of men, direction and start.
func (p *position) appendMoves(steps []engine.Step) []engine.Step {
	var m movers
	m.find(p, p.control[p.seat&1])
	one := oneSquare(p.open)
	walk := one
	for k := range m {
		if m[k] == 0 {
			break
		}
		for d := north; d < orthogonals; d++ {
			for from := m[k] & walk[d]; from != 0; from &= from - 1 {
				steps = append(steps, moveStep(from.First(), d, k+1))
			}
		}
		walk.longer(&one)
	}
	return steps
}

// appendSlides appends the moves of pillars of the seat to act, sorted by direction, distance and end. For each
// direction it moves all pillars one square at a time, as long as the squares are vacant.
func (p *position) appendSlides(steps []engine.Step) []engine.Step {
	vacant := p.vacant()
	for d := north; d < directions; d++ {
		distance := offset[d] // from the start to the front, as a difference of square numbers
		for front := shift(p.pillars[p.seat], d) & vacant; front != 0; front = shift(front, d) & vacant {
			for rest := front; rest != 0; rest &= rest - 1 {
				to := rest.First()
				steps = append(steps, slideStep(square(int8(to)-distance), to))
			}
			distance += offset[d]
		}
	}
	return steps
}

func (p *position) canSlide(s seat) bool { return spread(p.pillars[s&1])&p.vacant() != 0 }

// canStep reports whether the seat to act has a main step. A stack that can move at all can move one square.
func (p *position) canStep() bool {
	return orthogonalSpread(p.control[p.seat&1])&p.open != 0 || p.reserve[p.seat&1] > 0 && p.open != 0
}

// RandomStep draws uniformly from the legal steps.
func (p *position) RandomStep(random *rand.PCG) engine.Step {
	switch p.kind {
	case mainStep:
		return p.randomMainStep(random)
	case pillarStep:
		return p.randomPillarStep(random)
	}
	squares := p.entrySquares()
	return enterStep(squares.Nth(base.Below(random, squares.Count())))
}

// randomMainStep draws a main step by rejection sampling. It draws uniformly from the entries and from all combinations
// of a stack, a number of its men and a direction, and repeats that until the draw is a legal step. In most positions,
// most draws are legal.
func (p *position) randomMainStep(random *rand.PCG) engine.Step {
	var m movers
	m.find(p, p.control[p.seat&1])
	entries := p.entrySquares().Count()
	total := entries
	for _, from := range m {
		total += orthogonals * from.Count()
	}
	closed := ^p.open
	for {
		n := base.Below(random, total)
		if n < entries { // in a main step a man can enter on any open square
			return enterStep(p.open.NthOfMany(n))
		}
		n -= entries
		k := 0 // the number of men less one
		for n >= orthogonals*m[k].Count() {
			n -= orthogonals * m[k].Count()
			k++
		}
		from, d := m[k].NthOfMany(n/orthogonals), direction(n%orthogonals)
		if paths[from&63][d][k&7]&closed == 0 {
			return moveStep(from, d, k+1)
		}
	}
}

// randomPillarStep draws uniformly from declining and all moves of pillars.
func (p *position) randomPillarStep(random *rand.PCG) engine.Step {
	own, vacant := p.pillars[p.seat&1], p.vacant()
	right, left := vacant&^fileA, vacant&^fileH // for slides to the east and to the west; see floodUp
	reached := [directions]bitboard{
		north: floodUp(own, vacant, 8), south: floodDown(own, vacant, 8),
		east: floodUp(own, right, 1), west: floodDown(own, left, 1),
		northEast: floodUp(own, right, 9), southWest: floodDown(own, left, 9),
		northWest: floodUp(own, left, 7), southEast: floodDown(own, right, 7),
	}
	total := 1 // 1 for declining
	for _, to := range &reached {
		total += to.Count()
	}
	n := base.Below(random, total)
	if n == 0 {
		return declineStep
	}
	n--
	for d, targets := range &reached {
		count := targets.Count()
		if n < count {
			to := targets.NthOfMany(n)
			return slideStep(origin(own, to, direction(d)), to)
		}
		n -= count
	}
	return declineStep // not reached
}

// origin returns the own pillar that reaches a square by a slide in direction d: the nearest one behind the square.
func origin(own bitboard, to square, d direction) square {
	for !own.Has(to) {
		to -= square(offset[d&7])
	}
	return to
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
	return base.Moment{Hash: p.hash, Reversible: max(0, p.reversible), Turn: int32(p.turn), Over: p.end != ongoing}
}

// Playout implements [engine.Playout].
func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	return base.Playout(&p.rules.Facts, p, random, maxTurns)
}

func (p *position) Perft(depth int) uint64 { return base.Perft(p, depth) }
