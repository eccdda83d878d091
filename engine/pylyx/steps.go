package pylyx

import (
	"math/bits"
	"math/rand/v2"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// The kinds of step, in the order of a game.
const (
	setUpStep  engine.StepKind = iota // seat One places a checker
	choiceStep                        // seat Two chooses to move first, or a colour
	colorStep                         // seat One chooses a colour
	mainStep                          // moves men or passes
	stepKinds
)

var stepKindNames = [stepKinds]string{"set-up", "choice", "colour", "main"}

var guides = [stepKinds]base.Guide{
	{"Place all checkers, white ones first, file by file, no two of a colour in one file or rank.", "@Wc4, @Bc4"},
	{"Take a colour, and your opponent moves first; or take the first move.", "white, black, first"},
	{"Choose your colour.", "white, black"},
	{"Move checkers over empty squares, one diagonally, two straight, three in all directions; or pass.",
		"1h4f6, 2h4f4, 3h4f6, -"},
}

// A step has 16 bits, from the highest: eight for a square, four for a form and four for the distance of a move. The
// form of a move is its direction, plus threeMen if three men move. Without threeMen, the direction gives the number of
// men: one man moves in the first four directions, which are diagonal, and two men move in the others. Steps other than
// moves have distance 0, and their form is one of the constants below. Choices and the pass have the square a1, which
// no board has.
const (
	formShift               = 4
	squareShift             = 8
	stepSpace               = squares << squareShift
	threeMen    engine.Step = 8 << formShift

	placeWhite  engine.Step = 1 << formShift
	placeBlack  engine.Step = 2 << formShift
	chooseFirst engine.Step = 3 << formShift
	chooseWhite engine.Step = 4 << formShift
	chooseBlack engine.Step = 5 << formShift
	passStep    engine.Step = 6 << formShift
)

func placeStep(c color, s square) engine.Step {
	return engine.Step(s)<<squareShift + placeWhite + engine.Step(c)<<formShift
}

// movesOf returns the part that the moves of k men from a square in a direction have in common. Adding the distance to
// it gives a move.
func movesOf(from square, d direction, k int) engine.Step {
	step := engine.Step(from)<<squareShift | engine.Step(d)<<formShift
	if k == 3 {
		step |= threeMen
	}
	return step
}

func isMove(step engine.Step) bool { return step&(1<<formShift-1) != 0 }

// moved returns the start and the end of a move, and the number k of its men.
func moved(step engine.Step) (from, to square, k uint8) {
	from = square(step >> squareShift)
	d := direction(step>>formShift) & 7
	to = square(int16(from) + offset[d]*int16(step&(1<<formShift-1)))
	k = 1 + uint8(d>>2) // one man on diagonals, two on the others
	if step&threeMen != 0 {
		k = 3
	}
	return from, to, k
}

func placed(step engine.Step) square { return square(step >> squareShift) }

// withoutSquare returns placeWhite or placeBlack for a placement, and the step itself for a choice or the pass.
func withoutSquare(step engine.Step) engine.Step { return step & (1<<squareShift - 1) }

// AppendSteps implements [engine.Position]. The pass comes after all moves.
func (p *position) AppendSteps(steps []engine.Step) []engine.Step {
	if p.end != ongoing {
		return steps
	}
	switch p.kind {
	case setUpStep:
		next := p.findPlacements()
		return next.appendSteps(steps)
	case choiceStep:
		return append(steps, chooseFirst, chooseWhite, chooseBlack)
	case colorStep:
		return append(steps, chooseWhite, chooseBlack)
	}
	own := p.mover()
	for s := range p.stacks[own].all {
		steps = p.appendFrom(steps, own, s)
	}
	return append(steps, passStep)
}

func (p *position) DeclineStep() engine.Step { return engine.NoStep }

// CountSteps implements [engine.Position].
func (p *position) CountSteps() int {
	if p.end != ongoing {
		return 0
	}
	switch p.kind {
	case setUpStep:
		next := p.findPlacements()
		return next.count()
	case choiceStep:
		return 3
	case colorStep:
		return 2
	}
	own, count := p.mover(), 1 // 1 for the pass
	for s := range p.stacks[own].all {
		count += p.countFrom(own, s, p.heights[s])
	}
	return count
}

// appendFrom appends to steps the moves of the stack on s.
func (p *position) appendFrom(steps []engine.Step, own color, s square) []engine.Step {
	most := min(3, int(p.heights[s]))
	var slides [axes]slide
	_, end := axesOf(most)
	for a := rising; a < end; a++ {
		slides[a] = p.slide(own, s, a)
	}
	for k := 1; k <= most; k++ {
		first, end := axesOf(k)
		for a := first; a < end; a++ {
			steps = appendSlide(steps, movesOf(s, direction(2*a), k), slides[a].forward)
			steps = appendSlide(steps, movesOf(s, direction(2*a+1), k), slides[a].back)
		}
	}
	return steps
}

// appendSlide appends the moves of 1 to length squares whose common part, made by [movesOf], is moves.
func appendSlide(steps []engine.Step, moves engine.Step, length int) []engine.Step {
	for distance := 1; distance <= length; distance++ {
		steps = append(steps, moves+engine.Step(distance))
	}
	return steps
}

// placements holds the legal placements of the next checker in the set-up.
type placements struct {
	color color
	files [grid]uint16 // by file, the squares as bits of the file's line
}

// findPlacements returns the legal placements. Checkers of a colour are placed in rising order of files, each in a rank
// of its own. A placement is legal only if the set-up can be completed after it.
//
// To complete it, each remaining checker needs a file to the right of the placement, with a free square in a rank of
// its own. If two or more checkers remain after the placement, enough files suffice. There are two more free ranks than
// remaining checkers, and the other colour occupies at most one square in each file and rank, so the condition of Hall
// holds (On Representatives of Subsets, 1935). If a single checker remains, and only the last file is left for it, that
// file may lack a free square. findPlacements checks this case at the end.
func (p *position) findPlacements() (next placements) {
	board := p.rules.board
	placed := p.stacks[white].count()
	if placed == board.men {
		next.color = black
		placed = p.stacks[black].count()
	}
	own := &p.lines[next.color]
	first, free := 0, ^uint16(0) // the first file allowed, and the ranks without a checker of the colour
	for i := range board.size {
		if own[firstFile+i] != 0 {
			first = i + 1
			free &^= own[firstFile+i]
		}
	}
	unplaced := board.men - placed // including the next checker
	for file := first; file <= board.size-unplaced; file++ {
		next.files[file] = free &^ p.lines[blocked][firstFile+file]
	}
	if lastButOne := board.size - 2; unplaced == 2 && first <= lastButOne {
		inLastFile := free &^ p.lines[blocked][firstFile+lastButOne+1]
		if bits.OnesCount16(inLastFile) <= 1 {
			next.files[lastButOne] &^= inLastFile // the rank must stay free for the last checker
		}
	}
	return next
}

func (u *placements) count() (n int) {
	for _, ranks := range &u.files {
		n += bits.OnesCount16(ranks)
	}
	return n
}

func (u *placements) appendSteps(steps []engine.Step) []engine.Step {
	for file, ranks := range &u.files {
		for ; ranks != 0; ranks &= ranks - 1 {
			steps = append(steps, placeStep(u.color, squareAt(file, bits.TrailingZeros16(ranks)-1)))
		}
	}
	return steps
}

// RandomStep draws uniformly from the legal steps.
func (p *position) RandomStep(random *rand.PCG) engine.Step {
	switch p.kind {
	case setUpStep:
		next := p.findPlacements()
		var all [squares]engine.Step
		steps := next.appendSteps(all[:0])
		return steps[base.Below(random, len(steps))]
	case choiceStep: // the numbers of the three choices are consecutive multiples of 1<<formShift
		return chooseFirst + engine.Step(base.Below(random, 3))<<formShift
	case colorStep:
		return chooseWhite + engine.Step(base.Below(random, 2))<<formShift
	}
	return p.randomMain(random)
}

// randomMain draws uniformly from the moves and the pass.
func (p *position) randomMain(random *rand.PCG) engine.Step {
	own := p.mover()
	var from list
	var ends [16]int // for each stack, the number of moves of all stacks up to and including it
	from.fill(&p.stacks[own])
	total := 0
	for i, s := range from.all() {
		total += p.countFrom(own, s, p.heights[s])
		ends[i&15] = total
	}
	n := base.Below(random, total+1)
	if n == total {
		return passStep
	}
	i, before := 0, 0
	for n >= ends[i&15] {
		before = ends[i&15]
		i++
	}
	return p.nthFrom(own, from.squares[i&15], n-before)
}

// nthFrom returns the n-th move of the stack on a square, counted from 0. The stack must have more than n moves.
func (p *position) nthFrom(own color, s square, n int) engine.Step {
	var lengths [directions]int
	for a := range axes {
		l := p.slide(own, s, a)
		lengths[2*a], lengths[2*a+1] = l.forward, l.back
	}
	for k := 1; k <= 3; k++ {
		first, end := axesOf(k)
		for d := direction(2 * first); d < direction(2*end); d++ {
			if n < lengths[d&7] {
				return movesOf(s, d, k) + engine.Step(n+1)
			}
			n -= lengths[d&7]
		}
	}
	return engine.NoStep // not reached
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
