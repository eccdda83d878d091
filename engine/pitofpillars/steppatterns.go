package pitofpillars

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

// AppendStepPatterns implements [engine.PatternPosition].
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	v := stepView{view: view{p: p}}
	if p.kind >= mainStep {
		v.analyse(p)
	}
	switch p.kind {
	case mainStep:
		v.risk = v.risksOf(p.seat)
		v.one = oneSquare(p.open)
		v.walk = v.one
	case pillarStep:
		v.findBeside()
	}
	list := lists.Numbers
	for _, step := range steps {
		switch {
		case p.kind < mainStep:
			list = v.appendSetUp(list, entered(step))
		case form(step) == formEnter:
			to := entered(step)
			list = append(list, mainPattern(groupEntry, p.reserve[p.seat&1]), stepPatterns.entry+v.class(to))
			list = v.appendLanding(list, to, manOf(p.seat), byEntry)
		case form(step) == formMove:
			list = v.appendMove(list, step)
		case form(step) == formPillar:
			list = v.appendSlide(list, step)
		default:
			attacked, attacks := v.sides[p.seat.other()&1].hit.Count(), v.sides[p.seat&1].hit.Count()
			list = append(list, stepPatterns.declines+uint16(min(attacked, alarms-1)*alarms+min(attacks, alarms-1)))
		}
		lists.Ends = append(lists.Ends, len(list))
	}
	lists.Numbers = list
}

// stepView is a view with what the patterns of steps need besides.
type stepView struct {
	view
	risk      risks      // of the stacks of the seat to act, before a main step
	threats   [8]threats // by the number of men that can move, up to counted
	counted   int
	one, walk walks      // by direction, where walks of one square and of counted+1 squares can begin
	beside    [64]uint16 // by square, besidePillar for the stack there, before a pillar step
}

// threats holds by square, as two binary digits, how many stacks the seat to act could capture by moving own men off
// a stack there; 3 stands for more than three too.
type threats struct{ low, high bitboard }

// threatsFrom returns the number of threats from a stack of the given height on a square, at most 3. It counts the
// captures of k men for all squares at once, when it first needs them.
func (v *stepView) threatsFrom(at square, height uint8) int {
	men := int(min(height, 7))
	for ; v.counted < men; v.counted++ {
		k := v.counted + 1
		to := v.sides[v.p.seat&1].prey.by(k)
		ones, twos, fours := base.Tally(v.walk[north]&landing(to, south, k), v.walk[east]&landing(to, west, k),
			v.walk[south]&landing(to, north, k), v.walk[west]&landing(to, east, k))
		fewer := &v.threats[v.counted]
		carry := fewer.low & ones
		more := fours | fewer.high&twos | carry&(fewer.high|twos) // more than three, which the sum stays at
		v.threats[k] = threats{fewer.low ^ ones | more, fewer.high ^ twos ^ carry | more}
		v.walk.longer(&v.one)
	}
	found := &v.threats[men]
	return int(found.low.BitAt(at) | found.high.BitAt(at)<<1)
}

// findBeside sets v.beside.
func (v *stepView) findBeside() {
	for rest := v.p.occupied(); rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		v.beside[at] = v.besidePillar(at)
	}
}

func (v *view) class(at square) uint16 { return uint16(v.p.rules.board.class[at&63]) }

func (v *view) appendSetUp(list []uint16, to square) []uint16 {
	p, near, kind := v.p, neighbours[to&63], uint16(v.p.kind)
	own, theirs := (near & p.control[p.seat&1]).Count(), (near & p.control[p.seat.other()&1]).Count()
	return append(list, stepPatterns.setUp+kind*squareClasses+v.class(to),
		stepPatterns.beside+(kind*neighbourCounts+uint16(own))*neighbourCounts+uint16(theirs))
}

func (v *stepView) appendMove(list []uint16, step engine.Step) []uint16 {
	from, to, k := moved(step)
	old := v.p.stacks[from&63]
	moving, left := old.take(k)
	group := v.groupOf(old, left)
	list = append(list, mainPattern(group, k),
		stepPatterns.fled+(group-groupLeavesOwn)*dangers+uint16(v.risk.danger(from)),
		stepPatterns.landing+v.class(to), stepPatterns.leaving+v.class(from))
	return v.appendLanding(list, to, moving, byMove)
}

// The groups of main steps: one for all entries, and one for each kind of stack that a move can leave behind.
const (
	groupEntry        = iota
	groupLeavesOwn    // leaves part of an own stack of one colour
	groupLeavesNone   // leaves nothing
	groupLeavesTheirs // leaves a stack that the opponent controls
	groupLeavesMixed  // leaves part of a mixed stack, with an own man on top
)

// mainPattern returns the number of the pattern for a main step of the given group. men is the number of men in reserve
// before an entry, or of the men that move.
func mainPattern(group uint16, men uint8) uint16 {
	return stepPatterns.mainSteps + group*4 + uint16(min(men, 4)) - 1
}

// groupOf returns the group of a move that takes men from the stack old and leaves the stack left behind.
func (v *view) groupOf(old, left stack) uint16 {
	switch {
	case left.height == 0:
		return groupLeavesNone
	case left.top() != v.p.seat:
		return groupLeavesTheirs
	case old.mixed():
		return groupLeavesMixed
	}
	return groupLeavesOwn
}

// Indices into stepGroups.threats, by the way in which men come to a square.
const (
	byEntry = iota
	byMove
)

// appendLanding appends the patterns of a step whose men, given by moving, land on the square to. The argument by is
// byEntry or byMove.
func (v *stepView) appendLanding(list []uint16, to square, moving stack, by int) []uint16 {
	here := v.p.stacks[to&63]
	result, mixed := here.land(moving)
	slack := v.p.capacity(to) - int(result.height)
	ground := v.groundOf(here)
	if mixed && slack < 0 {
		own, theirs := v.p.seat, v.p.seat.other()
		taken := min(here.men(theirs)+moving.men(theirs), captureCounts-1)
		onTheirs := ground / groundTheirs // 1 if the men land on a stack of the opponent, else 0
		regained := min(here.men(own)+moving.men(own), captureCounts-1)
		return append(list, stepPatterns.captures+(onTheirs*captureCounts+uint16(taken))*captureCounts+uint16(regained))
	}
	exposed := uint16(v.sides[v.p.seat.other()&1].reach.BitAt(to))
	return append(list, stepPatterns.ground+((ground*slacks+slackNumber(slack))*2+exposed)*2+base.Flag(mixed),
		stepPatterns.threats[by].Of(v.threatsFrom(to, result.height)))
}

// slackNumber bounds a slack to the range from minSlack to maxSlack and returns its index there, counted from 0.
func slackNumber(slack int) uint16 { return uint16(max(minSlack, min(maxSlack, slack)) - minSlack) }

// The ground is what a square holds before men land there. groundOwn and groundTheirs stand for pure stacks, and the
// numbers after them, groundOwn+1 and groundTheirs+1, for mixed ones.
const (
	groundVacant = 0
	groundOwn    = 1 // a stack of the seat to act
	groundTheirs = 3 // a stack of the opponent
)

func (v *view) groundOf(here stack) uint16 {
	if here.height == 0 {
		return groundVacant
	}
	ground := uint16(groundOwn)
	if here.top() != v.p.seat {
		ground = groundTheirs
	}
	if here.mixed() {
		ground++
	}
	return ground
}

func (v *stepView) appendSlide(list []uint16, step engine.Step) []uint16 {
	from, to := slid(step)
	length := max(from.File()-to.File(), to.File()-from.File(), from.Rank()-to.Rank(), to.Rank()-from.Rank())
	list = append(list, stepPatterns.to+v.class(to), stepPatterns.from+v.class(from), stepPatterns.blocks+v.reachOf(to),
		stepPatterns.unblocks+v.reachOf(from), stepPatterns.far.Of(length))
	occupied := v.p.occupied()
	for near := neighbours[to&63] & occupied; near != 0; near &= near - 1 {
		list = append(list, stepPatterns.slideTo+v.beside[near.First()&63])
	}
	for near := neighbours[from&63] & occupied; near != 0; near &= near - 1 {
		list = append(list, stepPatterns.slideFrom+v.beside[near.First()&63])
	}
	return list
}

// reachOf returns who has a move to a square: 0 for nobody, 1 for the seat to act, 2 for its opponent, 3 for both.
func (v *view) reachOf(at square) uint16 {
	return uint16(v.sides[v.p.seat&1].reach.BitAt(at) | v.sides[v.p.seat.other()&1].reach.BitAt(at)<<1)
}

// besidePillar returns the index, among the patterns for stacks next to a pillar, of the pattern for the stack on a
// square. The pattern depends on the seat that controls the stack, on the stack's slack, on whether the stack is mixed,
// and on whether the other seat can move men onto it.
func (v *view) besidePillar(at square) uint16 {
	s := v.p.stacks[at&63]
	owner := s.top()
	number := uint16(owner^v.p.seat)*slacks + slackNumber(v.p.capacity(at)-int(s.height))
	number = number*2 + uint16(v.p.mixed.BitAt(at))
	return number*2 + uint16(v.sides[owner.other()&1].reach.BitAt(at))
}

// The numbers of values that patterns of steps distinguish.
const (
	slacks          = maxSlack - minSlack + 1
	captureCounts   = 5 // numbers of men taken or regained: 0 to 3, and 4 or more
	alarms          = 3 // numbers of attacked stacks, in a decision to decline: 0, 1, and 2 or more
	neighbourCounts = 5 // numbers of men next to a square: 0 to 4
)

// stepGroups holds the patterns of steps; see [base.Terms].
type stepGroups struct {
	base.StepTerms
	mainSteps, fled, ground, captures, declines uint16
	threats                                     [2]base.Group // index byEntry or byMove
	far                                         base.Group
	entry, landing, leaving, to, from           uint16 // a pattern for each class of square
	slideTo, slideFrom, blocks, unblocks        uint16
	setUp, beside                               uint16
}

var stepPatterns = newStepPatterns()

// newStepPatterns returns the groups of patterns in the order of their numbers.
func newStepPatterns() (g stepGroups) {
	slack, owners := base.Numbers("%+d", minSlack, maxSlack), base.Named("own", "theirs")
	exposures, purities := base.Named("away", "exposed"), base.Named("pure", "mixed")
	// The pattern of a main step has its group and a number of men: the men in reserve for an entry, the men that move
	// for a move.
	groups := base.Named("enter", "leaving-own", "leaving-none", "leaving-theirs", "leaving-mixed")
	g.mainSteps = g.Each("%s-%s", groups, base.Named("1", "2", "3", "4+"))
	g.fled = g.Each("%s-%s", groups[groupLeavesOwn:], dangerValues) // by the danger of the stack before the move
	// The patterns of a landing have the ground before it and three facts of the stack after it: its slack, whether
	// moves of the opponent reach it, and whether it is pure.
	g.ground = g.Each("on-%s%s-%s-%s", base.Named("vacant", "own", "own-mixed", "theirs", "their-mixed"), slack,
		exposures, purities)
	// The pattern of a capture has the owner of the stack captured ("own" also if men land on no stack), the men taken
	// and the men regained.
	counts := base.Numbers("%d", 0, captureCounts-1)
	g.captures = g.Each("capture-%s-%s-%s", owners, counts, counts)
	g.threats[byEntry] = g.CountsOrMore("entry-threats", 0, 3) // number of stacks attacked after the step
	g.threats[byMove] = g.CountsOrMore("threats", 0, 3)
	g.entry = g.Each("entry-%s", classNames)
	g.landing = g.Each("landing-%s", classNames)
	g.leaving = g.Each("leaving-%s", classNames)
	attacked := base.Numbers("%d", 0, alarms-1)
	g.declines = g.Each("decline-%s-%s", attacked, attacked) // by numbers of own and of opponent's stacks attacked
	// slideTo and slideFrom describe stacks next to the ends of a pillar's move. A stack is exposed if moves of its
	// controller's opponent reach it.
	g.slideTo = g.Each("pillar-to-%s%s-%s-%s", owners, slack, purities, exposures)
	g.slideFrom = g.Each("pillar-from-%s%s-%s-%s", owners, slack, purities, exposures)
	reached := base.Named("nobody", "own", "theirs", "both") // whose moves reach the ends of a pillar's move
	g.blocks, g.unblocks = g.Each("pillar-blocks-%s", reached), g.Each("pillar-unblocks-%s", reached)
	g.to, g.from = g.Each("pillar-to-%s", classNames), g.Each("pillar-from-%s", classNames)
	g.far = g.CountsOrMore("pillar-far", 1, 7) // the length of a pillar's move
	// The pattern setUp has the class of the square that a man enters, and beside has the numbers of own men and of the
	// opponent's men next to this square.
	entering, near := base.Named(stepKindNames[:mainStep]...), base.Numbers("%d", 0, neighbourCounts-1)
	g.setUp = g.Each("set-up-%s-%s", entering, classNames)
	g.beside = g.Each("set-up-%s-beside-%s-%s", entering, near, near)
	return g
}
