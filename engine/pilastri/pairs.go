package pilastri

import (
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

type axis uint8

const (
	alongRank axis = iota
	alongFile
	axes
)

// A pair is two stacks of a rank or file with nothing between them. Every set of pairs along an axis is written as the
// set of their farther stacks, the eastern or northern ones: each stack is the farther one of at most one pair per
// axis. The other stack of the pair is the nearer one.

// sight carries marks from stacks to the next stacks in the direction of rising files or ranks.
type sight struct {
	row             bitboard // vacant squares but for the last file of the grid
	one, three, all bitboard // vacant squares; those with one more vacant square south of them; with three more
}

func newSight(vacant bitboard) sight {
	pairs := vacant & (vacant << 8)
	return sight{row: vacant &^ fileH, one: vacant, three: pairs, all: pairs & (pairs << 16)}
}

// alongRank carries marks east. A mark added to the first of a run of vacant squares ripples through as a carry and
// comes out behind the last one. Marks may be left on squares without stacks.
func (v sight) alongRank(marks bitboard) bitboard { return v.row + marks&^fileH<<1 }

// alongFile carries marks north, flooding vacant squares in doubling reach (the fill known as Kogge-Stone). Marks may
// be left on squares without stacks.
func (v sight) alongFile(marks bitboard) bitboard {
	marks |= v.one & (marks << 8)
	marks |= v.three & (marks << 16)
	marks |= v.all & (marks << 32)
	return marks << 8
}

// comparison holds the heights of the stacks of all pairs of an axis against each other.
type comparison struct {
	less  bitboard // the nearer stack is lower
	equal bitboard
	tall  bitboard // the nearer stack is of two pieces or more
}

func (c *comparison) digit(near, far bitboard) {
	differ := near ^ far
	c.less = c.less&^differ | far&differ
	c.equal &^= differ
}

func (b *board) compareAll(v sight) (rank, file comparison) {
	ones, twos, fours := b.digits[0], b.digits[1], b.digits[2]
	near := v.alongRank(ones)
	rank.less, rank.equal = ones&^near, ^(ones ^ near)
	near = v.alongFile(ones)
	file.less, file.equal = ones&^near, ^(ones ^ near)
	rank.tall = v.alongRank(twos)
	rank.digit(rank.tall, twos)
	file.tall = v.alongFile(twos)
	file.digit(file.tall, twos)
	near = v.alongRank(fours)
	rank.digit(near, fours)
	rank.tall |= near
	near = v.alongFile(fours)
	file.digit(near, fours)
	file.tall |= near
	if b.levels > 7 {
		return b.compareHigh(v, rank, file)
	}
	return rank, file
}

func (b *board) compareHigh(v sight, rank, file comparison) (comparison, comparison) {
	for k := 3; k < digits && b.levels>>k != 0; k++ {
		digit := b.digits[k]
		near := v.alongRank(digit)
		rank.digit(near, digit)
		rank.tall |= near
		near = v.alongFile(digit)
		file.digit(near, digit)
		file.tall |= near
	}
	return rank, file
}

// onto is the set of pairs whose nearer stack's top piece may move onto the farther stack, if there is a nearer one.
func (c *comparison) onto() bitboard { return c.equal | c.less&c.tall }

// back is the set of pairs whose farther stack's top piece may move onto the nearer stack, given the single pieces.
// Where there is no nearer stack its height is 0, so nothing can move onto it.
func (c *comparison) back(singles bitboard) bitboard { return c.equal | ^(c.less | singles) }

// moves are the legal steps by direction, as sets of pairs: onto the farther stacks, back onto the nearer ones.
type moves [4]bitboard

// The directions, in the order of moves. The axis of a direction is its lowest bit.
const (
	east = iota
	north
	west
	south
)

// A piece may land on a stack not lower than its own, from the ground only on a stack of one.
func (m *moves) find(b *board, vacant bitboard, s seat) {
	v := newSight(vacant)
	rank, file := b.compareAll(v)
	m.of(b, s, v, rank, file)
}

func (m *moves) of(b *board, s seat, v sight, rank, file comparison) {
	own, occupied, singles := b.tops[s&1], b.occupied(), b.singles()
	m[east] = rank.onto() & v.alongRank(own) & occupied
	m[north] = file.onto() & v.alongFile(own) & occupied
	m[west] = rank.back(singles) & own
	m[south] = file.back(singles) & own
}

func (m *moves) count() int {
	return m[east].Count() + m[north].Count() + m[west].Count() + m[south].Count()
}
func (m *moves) any() bool { return m[east]|m[north]|m[west]|m[south] != 0 }
func (b *board) nearer(farther square, along axis) square {
	return (behind[along&1][farther&63] & b.occupied()).Last()
}

// step is the step of a pair in a direction. It swaps the two stacks without a branch, which could not be foretold.
func (b *board) step(direction int, farther square) (from, to square) {
	nearer := b.nearer(farther, axis(direction&1))
	swap := (nearer ^ farther) & -square(direction>>1)
	return nearer ^ swap, farther ^ swap
}

// A step holds where it starts and ends. The two differ, so it is never 0.
const stepSpace = 64 * 64

func stepOf(from, to square) engine.Step      { return engine.Step(from)<<6 | engine.Step(to) }
func ends(step engine.Step) (from, to square) { return square(step >> 6 & 63), square(step & 63) }

// AppendSteps appends the legal steps by direction and square.
func (p *position) AppendSteps(steps []engine.Step) []engine.Step {
	for direction, pairs := range &p.moves {
		for ; pairs != 0; pairs &= pairs - 1 {
			steps = append(steps, stepOf(p.board.step(direction, pairs.First())))
		}
	}
	return steps
}

func (p *position) DeclineStep() engine.Step { return engine.NoStep }
func (p *position) CountSteps() int          { return p.moves.count() }

// StepText is where the piece starts and where it lands, such as "c4e4".
func (p *position) StepText(step engine.Step) string {
	from, to := ends(step)
	return from.String() + to.String()
}

func (p *position) RandomStep(random *rand.PCG) engine.Step { return stepOf(p.pick(random)) }

// pick draws a step: first among the directions by their counts, then a pair. It compares without branches, which could
// not be foretold.
func (p *position) pick(random *rand.PCG) (from, to square) {
	m := &p.moves
	first := m[east].Count()
	second := first + m[north].Count()
	third := second + m[west].Count()
	n := kit.Below(random, third+m[south].Count())
	direction := atLeast(n, first) + atLeast(n, second) + atLeast(n, third)
	before := [4]int{0, first, second, third}
	return p.board.step(direction, m[direction&3].Nth(n-before[direction&3]))
}

// atLeast is 1 if a >= b, else 0.
func atLeast(a, b int) int { return int(uint64(b-a-1) >> 63) }

func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	steps := 0
	for ; steps < maxTurns && !p.Over(); steps++ {
		p.play(p.pick(random))
		kit.Check(p, p.contradiction)
	}
	return steps, p.Outcome()
}

func (p *position) Perft(depth int) uint64 { return kit.Perft(p, depth, p.perft) }

func (p *position) perft(levels kit.Levels[position]) (total uint64) {
	level := &levels[0]
	level.Child.rules = p.rules
	level.Steps = p.AppendSteps(level.Steps[:0])
	for _, step := range level.Steps {
		level.Child.copyFrom(&p.state)
		level.Child.Play(step)
		if len(levels) == 1 {
			total += uint64(level.Child.CountSteps())
		} else {
			total += level.Child.perft(levels[1:])
		}
	}
	return total
}
