package pilastri

import (
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// pillar is a stack as a stepView analyses it. A pillar of height 0 means that there is no stack.
type pillar struct {
	height, owner, kind uint8    // owner owns the top piece; kind is an index into kindNames
	out                 uint8    // number of ways for the top piece to move
	in                  [2]uint8 // by seat, the number of ways for pieces of the seat to land on the stack
	near                [4]uint8 // by direction, the square of the next stack, or nowhere
}

// nowhere is the square of a missing neighbour. The pillar there always has height 0.
const nowhere = 64

// stepView is an analysis of a position for the patterns of its steps. In it and in its parts, seats and owners are
// relative: 0 is the seat to act and 1 its opponent.
type stepView struct {
	pillars [nowhere + 1]pillar // by square
	steps   [2]int              // by seat, the number of its steps if it were to act
	board   *board
	jump    bool // whether single pieces may land on any stack
	seat    seat // the seat to act in the position
	stage   int  // the stage of the game; see stages
}

// lands returns 1 if the top piece of a stack of height from may land on a stack of height to, else 0. The argument
// jump says whether single pieces may land on any stack.
func lands(from, to uint8, jump bool) uint8 {
	return uint8(base.Flag(from > 0 && to >= from && (from > 1 || to == 1 || jump)))
}

// AppendStepPatterns implements [engine.PatternPosition].
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	v := stepView{board: &p.board, jump: p.rules.jump != 0, seat: p.seat & 1}
	v.analyse()
	for _, step := range steps {
		from, to := ends(step)
		v.show(from, to, lists)
		lists.EndStep()
	}
}

// analyse fills the pillars, the steps and the stage. It visits the stacks rank by rank, and joins each stack to the
// stack visited last on its rank and to the stack visited last on its file.
func (v *stepView) analyse() {
	b := v.board
	var inFile [8]uint8 // by file, the square of the stack visited last
	for file := range inFile {
		inFile[file] = nowhere
	}
	before := uint8(nowhere) // the square of the stack visited last on this rank
	for rest := b.occupied(); rest != 0; rest &= rest - 1 {
		at := uint8(rest.First()) & 63
		s := &v.pillars[at]
		s.height, s.owner = b.heights[at], uint8(b.tops[v.seat^1]>>at&1)
		s.kind = v.kindOf(square(at), s.height, s.owner)
		if before>>3 != at>>3 { // a new rank begins
			before = nowhere
		}
		s.near = [4]uint8{nowhere, nowhere, before, inFile[at&7]} // later stacks set the east and the north
		v.join(at, before, west)
		v.join(at, inFile[at&7], south)
		before, inFile[at&7] = at, at
	}
	for v.stage < len(stages)-1 && v.steps[1] >= stages[v.stage+1] {
		v.stage++
	}
}

// kindOf returns the kind that the stack on the square at would have if it were cut down to the given height. The
// argument owner is the owner of its top piece after the cut.
func (v *stepView) kindOf(at square, height, owner uint8) uint8 {
	return kindOf(height, owner^v.ownerOf(at, height-1))
}

// ownerOf returns the owner of the top piece that the stack on the square at would have if it were cut down to the
// given height.
func (v *stepView) ownerOf(at square, height uint8) uint8 {
	return uint8(v.board.owner(at, int(height)-1) ^ v.seat)
}

// join records the square at as a neighbour of the square other, and counts the ways to move between their stacks. The
// square other lies in the given direction from at, and the caller has recorded it as a neighbour of at. If other is
// nowhere, join does nothing.
func (v *stepView) join(at, other uint8, direction int) {
	if other == nowhere {
		return
	}
	a, b := &v.pillars[at&63], &v.pillars[other&63]
	b.near[direction^2] = at // the opposite direction
	out, back := lands(a.height, b.height, v.jump), lands(b.height, a.height, v.jump)
	a.out += out
	b.in[a.owner&1] += out
	v.steps[a.owner&1] += int(out)
	b.out += back
	a.in[b.owner&1] += back
	v.steps[b.owner&1] += int(back)
}

// change is the effect of a step on its two stacks and on their neighbours. Its arrays are indexed by seat. The last
// four fields are differences: the count after the step less the count before it.
type change struct {
	jump      bool   // whether single pieces may land on any stack
	left      pillar // the stack that the piece has left, after the step; of height 0 if no piece is left there
	raised    pillar // the stack on which the piece has landed, after the step
	company   [2]int // number of stacks next to raised
	stranded  [2]int // number of stacks, without left and raised, that lose their only neighbour
	steps     [2]int // number of steps that the seat would have if it were to act
	movable   [2]int // number of stacks that can move
	secure    [2]int // number of stacks that can move and that the other seat cannot land on
	safeSteps [2]int // number of steps of the stacks counted in secure
}

// change returns the effect of a step.
func (v *stepView) change(from, to square) (c change) {
	start, end, forward := &v.pillars[from&63], &v.pillars[to&63], directionOf(from, to)
	c.jump = v.jump
	left, raised := &c.left, &c.raised
	// raised.owner stays 0, the seat to act. In raised, the piece below the top one is the former top piece of end.
	raised.height, left.height = end.height+1, start.height-1
	raised.kind = kindOf(raised.height, end.owner)
	behind := left // the neighbour of raised on the side from which the piece has come
	if left.height > 0 {
		left.owner = v.ownerOf(from, left.height)
		left.kind = v.kindOf(from, left.height, left.owner)
		for direction, near := range start.near {
			if direction != forward {
				c.meet(left, start, &v.pillars[near&127])
			}
		}
	} else {
		behind = &v.pillars[start.near[forward^2]&127]
		// The two neighbours across the line of the step now see each other.
		c.closeGap(start, &v.pillars[start.near[(forward+1)&3]&127], &v.pillars[start.near[(forward+3)&3]&127])
	}
	for direction, near := range end.near {
		before, other := end, &v.pillars[near&127] // raised replaces before as a neighbour of other
		if direction == forward^2 {
			before, other = start, behind
		}
		c.company[other.owner&1] += int(min(1, other.height))
		if other == left { // left is lower, so the top piece of raised cannot land on it
			raised.in[left.owner&1] += lands(left.height, raised.height, v.jump)
		} else {
			c.meet(raised, before, other)
		}
	}
	c.countEnds(start, end)
	return c
}

// meet counts the ways to land, in both directions, between the stack a and its neighbour now. The step has changed
// this neighbour: it takes the place of before as a neighbour of a.
func (c *change) meet(now, before, a *pillar) {
	now.out += lands(now.height, a.height, c.jump)
	now.in[a.owner&1] += lands(a.height, now.height, c.jump)
	c.replace(before, now, a)
}

// closeGap makes a and b neighbours. They are on opposite sides of gone, a stack that has vanished.
func (c *change) closeGap(gone, a, b *pillar) {
	c.steps[a.owner&1] += int(lands(a.height, b.height, c.jump))
	c.steps[b.owner&1] += int(lands(b.height, a.height, c.jump))
	c.replace(gone, b, a)
	c.replace(gone, a, b)
	if b.height == 0 && a.seesOne() {
		c.stranded[a.owner&1]++
	}
	if a.height == 0 && b.seesOne() {
		c.stranded[b.owner&1]++
	}
}

// replace updates c.movable, c.secure and c.safeSteps for the stack a when one of its neighbours changes from before to
// now.
func (c *change) replace(before, now, a *pillar) {
	side := a.owner & 1
	// After the step, out is the number of ways to move off a, and hits is the number of the other seat's ways to land
	// on a.
	out := a.out + lands(a.height, now.height, c.jump) - lands(a.height, before.height, c.jump)
	hits := a.in[side^1] + lands(now.height, a.height, c.jump)&(now.owner^side) -
		lands(before.height, a.height, c.jump)&(before.owner^side)
	c.add(side, 1, out, hits)
	c.add(side, -1, a.out, a.in[side^1])
}

// add adds a stack to the counts of a seat, or removes it if sign is -1. The argument out is the number of ways to move
// off the stack, and hits the number of ways for the other seat to land on it.
func (c *change) add(seat uint8, sign int, out, hits uint8) {
	if out == 0 {
		return
	}
	c.movable[seat&1] += sign
	if hits == 0 {
		c.secure[seat&1] += sign
		c.safeSteps[seat&1] += sign * int(out)
	}
}

// seesOne reports whether the stack has just one neighbour.
func (a *pillar) seesOne() bool {
	seen := 0
	for _, near := range a.near {
		if near != nowhere {
			seen++
		}
	}
	return a.height > 0 && seen == 1
}

// countEnds adds to c the changes of the counts that come from the two stacks where the step starts and ends.
func (c *change) countEnds(start, end *pillar) {
	left, raised := &c.left, &c.raised
	for seat := range c.steps {
		c.steps[seat] += int(left.in[seat]+raised.in[seat]) - int(start.in[seat]+end.in[seat])
	}
	// Subtracting start and end removes every step between these two stacks twice, in the field out of one stack and
	// the field in of the other. So each is added back once: 1 for the step being made, lands for the opposite step.
	c.steps[0] += int(raised.out) - int(start.out) + 1
	c.steps[left.owner&1] += int(left.out)
	c.steps[end.owner&1] += int(lands(end.height, start.height, c.jump)) - int(end.out)
	left.out += lands(left.height, raised.height, c.jump) // only here, since c.steps has counted it in raised.in
	c.add(0, 1, raised.out, raised.in[1])
	c.add(left.owner, 1, left.out, left.in[left.owner&1^1])
	c.add(0, -1, start.out, start.in[1])
	c.add(end.owner, -1, end.out, end.in[end.owner&1^1])
}

func directionOf(from, to square) int {
	switch {
	case from>>3 == to>>3 && from < to:
		return east
	case from>>3 == to>>3:
		return west
	case from < to:
		return north
	}
	return south
}

// show appends the patterns of a step.
func (v *stepView) show(from, to square, lists *engine.StepPatternLists) {
	c, g := v.change(from, to), &stepPatterns
	start, end := &v.pillars[from&63], &v.pillars[to&63]
	held := uint16(min(c.raised.in[0], landingCounts-1))*landingCounts + uint16(min(c.raised.in[1], landingCounts-1))
	lists.Show(
		g.onto+(uint16(start.kind)*2+uint16(end.owner))*kinds+uint16(end.kind),
		g.from+start.life(), g.to[end.owner&1]+end.life(), g.raised+c.raised.life(),
		g.held+uint16(c.raised.kind)*landingCounts*landingCounts+held,
		g.beside+uint16((c.company[0]*companyCounts+c.company[1])*2)+uint16(end.owner),
		g.steps.of(v.stage, c.steps), g.movable.of(v.stage, c.movable), g.secure.of(v.stage, c.secure),
		g.safeSteps.of(v.stage, c.safeSteps))
	if c.left.height > 0 {
		lists.Show(g.left[c.left.owner&1] + c.left.life())
	}
	if c.stranded != [2]int{} {
		// The index is 0 if the step strands own stacks, 1 for the opponent's and 2 for both.
		lists.Show(g.stranded + uint16(min(c.stranded[0], 1)+2*min(c.stranded[1], 1)) - 1)
	}
	if own, theirs := v.steps[0]+c.steps[0], v.steps[1]+c.steps[1]; own <= mostFew && theirs <= mostFew {
		lists.Show(g.after + uint16(own*(mostFew+1)+theirs))
	}
}

// life returns the index of a pattern for the kind of the stack a, its ways to move, and the ways for the other seat to
// land on it.
func (a *pillar) life() uint16 {
	return (uint16(a.kind)*moveCounts+uint16(min(a.out, moveCounts-1)))*landingCounts +
		uint16(min(a.in[a.owner&1^1], landingCounts-1))
}

// balance is a group of patterns that say how much a step changes a count of each seat, by the stage of the game.
type balance struct {
	first uint16 // the number of the first pattern
	most  int    // the largest gain, and the largest loss, that patterns distinguish
}

// of returns the number of the pattern for a stage and for the gains of both seats, which are negative for losses.
func (b balance) of(stage int, gained [2]int) uint16 {
	values := 2*b.most + 1
	own, theirs := max(-b.most, min(b.most, gained[0]))+b.most, max(-b.most, min(b.most, gained[1]))+b.most
	return b.first + uint16((stage*values+own)*values+theirs)
}

// stages divides the game by the number of steps that the opponent would have if it were to act. Each entry is the
// smallest such number in its stage.
var stages = [...]int{0, 4, 8, 14, 25, 41}

// companyCounts is the number of possible counts of stacks next to a stack: 0 to 4.
const companyCounts = 5

// stepGroups holds the patterns of steps; see [base.Terms]. A [balance] is the group for one count.
type stepGroups struct {
	base.StepTerms
	onto, from, raised, held, beside, stranded, after uint16
	to, left                                          [2]uint16 // by the owner of the stack
	steps, movable, secure, safeSteps                 balance
}

var stepPatterns = newStepPatterns()

// newStepPatterns returns the groups of patterns in the order of their numbers. Most patterns describe the stacks that
// a piece leaves and reaches, before the step or after it, by their kinds and "lives".
func newStepPatterns() (g stepGroups) {
	stackKinds, owners := base.Named(kindNames[:]...), base.Named("own", "theirs")
	// The life of a stack is its ways to move, and the ways for its owner's opponent to land on it.
	moves, landings := base.Named("0", "1", "2", "3+"), base.Named("0", "1", "2+")
	g.onto = g.Each("%s-onto-%s-%s", stackKinds, owners, stackKinds)
	g.from = g.Each("from-%s-%s-%s", stackKinds, moves, landings)
	for i := range owners {
		g.to[i] = g.Each("to-%s-%s-%s-%s", owners[i:i+1], stackKinds, moves, landings)
		g.left[i] = g.Each("left-%s-%s-%s-%s", owners[i:i+1], stackKinds, moves, landings)
	}
	g.raised = g.Each("raised-%s-%s-%s", stackKinds, moves, landings)
	g.held = g.Each("held-%s-%s-%s", stackKinds, landings, landings) // landings of own pieces, then of the opponent's
	counts := base.Numbers("%d", 0, companyCounts-1)
	g.beside = g.Each("beside-%s-%s-%s", counts, counts, owners) // own and opponent's stacks next to it; former owner
	g.steps, g.movable = g.balance("steps", 7), g.balance("movable", 3)
	g.secure, g.safeSteps = g.balance("secure", 3), g.balance("safe-steps", 5)
	g.stranded = g.Each("strands-%s", base.Named("own", "theirs", "both"))
	few := base.Numbers("%d", 0, mostFew)
	g.after = g.Each("after-%s-%s", few, few) // own steps and the opponent's, after the step
	return g
}

// balance appends the patterns of a [balance] that distinguishes gains and losses of up to most.
func (g *stepGroups) balance(name string, most int) balance {
	var when []base.Value
	for _, least := range stages {
		when = append(when, base.Named(strconv.Itoa(least))...)
	}
	gained := base.Numbers("%+d", -most, most)
	return balance{g.Each(name+"-%s-%s-%s", when, gained, gained), most}
}
