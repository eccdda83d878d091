package pilastri

import (
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// axis is the kind of line that two stacks share: a rank or a file. A pair is two stacks on the same rank or file with
// only vacant squares between them. Its farther stack is the eastern or northern one, its nearer stack is the other.
// Along an axis a stack is the farther one of at most one pair. So a bitboard of farther stacks represents a set of
// pairs; this is what "set of pairs" means in this package.
type axis uint8

const (
	alongRank axis = iota
	alongFile
	axes
)

// sight moves marks, a bitboard of stacks, from each stack to the next one east or north of it. To move north, the
// fields one, three and all in turn let a mark pass up to one, three and seven vacant squares.
type sight struct {
	row   bitboard // vacant squares outside the last file of the grid
	one   bitboard // vacant squares
	three bitboard // vacant squares with a vacant square just south of them
	all   bitboard // vacant squares with three vacant squares just south of them
}

func newSight(vacant bitboard) sight {
	pairs := vacant & (vacant << 8)
	return sight{row: vacant &^ fileH, one: vacant, three: pairs, all: pairs & (pairs << 16)}
}

// alongRank moves marks east, by an addition whose carries run over the vacant squares: a mark added to the first of
// several vacant squares carries to the square after the last of them. The result may contain squares without stacks
// too.
func (v sight) alongRank(marks bitboard) bitboard { return v.row + marks&^fileH<<1 }

// alongFile moves marks north by a Kogge-Stone fill over vacant squares. The result may contain squares without stacks
// too.
func (v sight) alongFile(marks bitboard) bitboard {
	marks |= v.one & (marks << 8)
	marks |= v.three & (marks << 16)
	marks |= v.all & (marks << 32)
	return marks << 8
}

// comparison compares the heights of the two stacks of every pair along an axis. Each field is a set of pairs, each
// pair given by the square of its farther stack (see [axis]).
type comparison struct {
	less  bitboard // pairs whose nearer stack is lower than the farther one
	equal bitboard // pairs of equally high stacks
	tall  bitboard // pairs whose nearer stack has two pieces or more
}

// addDigit updates c by binary digit k of the heights, after all lower digits. near holds the pairs whose nearer stack
// has a 1 in digit k, and far the pairs whose farther stack has a 1 there. Where near and far differ, they decide the
// comparison, whatever the lower digits are.
func (c *comparison) addDigit(near, far bitboard, k int) {
	if k > 0 {
		c.tall |= near
	}
	differ := near ^ far
	c.less = c.less&^differ | far&differ
	c.equal &^= differ
}

// compareAll compares the heights of all pairs along ranks and along files, from the lowest binary digit of the heights
// to the highest.
func (b *board) compareAll(v sight) (rank, file comparison) {
	rank.equal, file.equal = ^bitboard(0), ^bitboard(0)
	for k := 0; k < digits && b.levels>>k != 0; k++ {
		digit := b.digits[k]
		// A pair is compared on the square of its farther stack (see [axis]). v moves the nearer stack's digit there.
		rank.addDigit(v.alongRank(digit), digit, k)
		file.addDigit(v.alongFile(digit), digit, k)
	}
	return rank, file
}

// onto returns the pairs whose nearer stack's top piece may land on the farther stack. The result may contain squares
// that are not the farther stack of any pair. The argument jump is [rules].jump.
func (c *comparison) onto(jump bitboard) bitboard { return c.equal | c.less&(c.tall|jump) }

// back returns the pairs whose farther stack's top piece may land on the nearer stack. The argument singles is the set
// of single pieces that may land only on single pieces. A missing nearer stack counts as height 0, on which no piece
// can land.
func (c *comparison) back(singles bitboard) bitboard { return c.equal | ^(c.less | singles) }

// moves holds, by direction, the set of pairs on which a step is legal. For sets of pairs, see [axis].
type moves [4]bitboard

// The directions of steps. Bit 0 is the [axis]. Bit 1 is 0 if the piece moves from the nearer stack of a pair onto the
// farther one (east, north), and 1 if it moves back (west, south).
const (
	east = iota
	north
	west
	south
)

// find sets m to the steps of a seat. A piece may land on a stack that is at least as high as the stack it leaves. With
// jumpers=off, a single piece may land only on another single piece.
func (m *moves) find(b *board, r *rules, s seat) {
	v := newSight(r.shape.squares &^ b.occupied())
	rank, file := b.compareAll(v)
	m.fill(b, r.jump, s, v, rank, file)
}

// fill sets m to the steps of a seat, given the comparisons of all pairs.
func (m *moves) fill(b *board, jump bitboard, s seat, v sight, rank, file comparison) {
	own, occupied, singles := b.tops[s&1], b.occupied(), b.singles()&^jump
	m[east] = rank.onto(jump) & v.alongRank(own) & occupied
	m[north] = file.onto(jump) & v.alongFile(own) & occupied
	m[west] = rank.back(singles) & own
	m[south] = file.back(singles) & own
}

func (m *moves) count() int {
	return m[east].Count() + m[north].Count() + m[west].Count() + m[south].Count()
}
func (m *moves) any() bool { return m[east]|m[north]|m[west]|m[south] != 0 }

// nearer returns the nearer stack of the pair along an axis that has the given farther stack.
func (b *board) nearer(farther square, along axis) square {
	return (behind[along&1][farther&63] & b.occupied()).Last()
}

// step returns the start and end of the step in a direction on the pair that has the given farther stack. Exclusive or
// exchanges the two stacks without a branch, which the processor could not predict.
func (b *board) step(direction int, farther square) (from, to square) {
	nearer := b.nearer(farther, axis(direction&1))
	swap := (nearer ^ farther) & -square(direction>>1)
	return nearer ^ swap, farther ^ swap
}

// stepSpace is the number of combinations of a start and an end square. The two squares differ, so no step is 0.
const stepSpace = 64 * 64

func stepOf(from, to square) engine.Step      { return engine.Step(from)<<6 | engine.Step(to) }
func ends(step engine.Step) (from, to square) { return square(step >> 6 & 63), square(step & 63) }

// AppendSteps implements [engine.Position].
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

// StepText returns the square where the piece starts and the square where it lands, such as "c4e4".
func (p *position) StepText(step engine.Step) string {
	from, to := ends(step)
	return from.String() + to.String()
}

func (p *position) RandomStep(random *rand.PCG) engine.Step { return stepOf(p.pick(random)) }

// pick draws uniformly from the legal steps.
func (p *position) pick(random *rand.PCG) (from, to square) {
	direction, n := 0, base.Below(random, p.moves.count())
	for n >= p.moves[direction&3].Count() {
		n -= p.moves[direction&3].Count()
		direction++
	}
	return p.board.step(direction, p.moves[direction&3].Nth(n))
}

// Playout implements [engine.Playout].
func (p *position) Playout(random *rand.PCG, maxTurns int) (int, engine.Outcome) {
	steps := 0
	for ; steps < maxTurns && !p.Over(); steps++ {
		p.play(p.pick(random))
		base.Check(p)
	}
	return steps, p.Outcome()
}

func (p *position) Perft(depth int) uint64 { return base.Perft(p, depth) }
