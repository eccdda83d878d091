package pitofpillars

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// AppendStepPatterns implements [engine.PatternPosition].
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	v := view{p: p}
	if p.kind >= mainStep {
		v.analyse(p)
	}
	for _, step := range steps {
		switch {
		case p.kind < mainStep:
			v.showSetUp(entered(step), lists)
		case form(step) == formEnter:
			to := entered(step)
			lists.Show(stepPatterns.mainSteps[groupEntry].Of(int(p.reserve[p.seat&1])), stepPatterns.entry+v.class(to))
			v.showLanding(to, manOf(p.seat), byEntry, lists)
		case form(step) == formMove:
			v.showMove(step, lists)
		case form(step) == formPillar:
			v.showSlide(step, lists)
		default:
			attacked, attacks := v.sides[p.seat.other()&1].hit.Count(), v.sides[p.seat&1].hit.Count()
			lists.Show(stepPatterns.declines[min(attacked, alarms-1)].Of(attacks))
		}
		lists.EndStep()
	}
}

func (v *view) class(at square) uint16 { return uint16(v.p.rules.board.class[at&63]) }

func (v *view) showSetUp(to square, lists *engine.StepPatternLists) {
	p, near, kind := v.p, neighbours[to&63], uint16(v.p.kind)
	own, theirs := (near & p.control[p.seat&1]).Count(), (near & p.control[p.seat.other()&1]).Count()
	lists.Show(stepPatterns.setUp+kind*squareClasses+v.class(to),
		stepPatterns.beside+(kind*neighbourCounts+uint16(own))*neighbourCounts+uint16(theirs))
}

func (v *view) showMove(step engine.Step, lists *engine.StepPatternLists) {
	from, to, k := moved(step)
	old := v.p.stacks[from&63]
	moving, left := old.take(k)
	group := v.groupOf(old, left)
	risks := v.risksOf(v.p.seat)
	lists.Show(stepPatterns.mainSteps[group].Of(int(k)),
		stepPatterns.fled+(group-groupLeavesOwn)*dangers+uint16(risks.danger(from)),
		stepPatterns.landing+v.class(to), stepPatterns.leaving+v.class(from))
	v.showLanding(to, moving, byMove, lists)
}

// Indices into stepGroups.mainSteps: entries, then moves by the men that they leave behind.
const (
	groupEntry        = iota
	groupLeavesOwn    // part of an own stack of one colour
	groupLeavesNone   // nothing
	groupLeavesTheirs // a stack that the opponent controls
	groupLeavesMixed  // part of a mixed stack, with an own man on top
	mainGroups
)

// groupOf returns the index in stepGroups.mainSteps for a move from the stack old, after which the stack left remains.
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

// Indices into stepGroups.threats: how men come to a square.
const (
	byEntry = iota
	byMove
)

// showLanding appends the patterns of moving men that come to a square. The argument by is byEntry or byMove.
func (v *view) showLanding(to square, moving stack, by int, lists *engine.StepPatternLists) {
	here := v.p.stacks[to&63]
	result, mixed := here.land(moving)
	slack := v.p.capacity(to) - int(result.height)
	ground := v.groundOf(here)
	if mixed && slack < 0 {
		own, theirs := v.p.seat, v.p.seat.other()
		taken := min(here.men(theirs)+moving.men(theirs), captureCounts-1)
		onTheirs := ground / groundTheirs // 1 if the men land on a stack of the opponent, else 0
		lists.Show(stepPatterns.captures[onTheirs][taken].Of(here.men(own) + moving.men(own)))
		return
	}
	exposed := uint16(v.sides[v.p.seat.other()&1].reach.BitAt(to))
	lists.Show(stepPatterns.ground+((ground*slacks+slackNumber(slack))*2+exposed)*2+base.Flag(mixed),
		stepPatterns.threats[by].Of(v.threatsFrom(to, result.height)))
}

// slackNumber bounds a slack to the range from minSlack to maxSlack and returns its index there, counted from 0.
func slackNumber(slack int) uint16 { return uint16(max(minSlack, min(maxSlack, slack)) - minSlack) }

// What is on a square before men land there. Each number is for pure stacks, and the next number for mixed ones.
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

// threatsFrom counts the stacks that the seat to act could capture by moving own men off a stack of this height.
func (v *view) threatsFrom(from square, height uint8) int {
	prey, found := &v.sides[v.p.seat&1].prey, 0
	for d := north; d < orthogonals; d++ {
		at := from.Bit()
		for k := 1; k <= min(int(height), 7); k++ {
			if at = shift(at, d) & v.p.open; at == 0 {
				break
			}
			if at&prey.by(k) != 0 {
				found++
			}
		}
	}
	return found
}

func (v *view) showSlide(step engine.Step, lists *engine.StepPatternLists) {
	from, to := slid(step)
	length := max(from.File()-to.File(), to.File()-from.File(), from.Rank()-to.Rank(), to.Rank()-from.Rank())
	lists.Show(stepPatterns.to+v.class(to), stepPatterns.from+v.class(from), stepPatterns.blocks+v.reachOf(to),
		stepPatterns.unblocks+v.reachOf(from), stepPatterns.far.Of(length))
	occupied := v.p.occupied()
	for near := neighbours[to&63] & occupied; near != 0; near &= near - 1 {
		lists.Show(stepPatterns.slideTo + v.besidePillar(near.First()))
	}
	for near := neighbours[from&63] & occupied; near != 0; near &= near - 1 {
		lists.Show(stepPatterns.slideFrom + v.besidePillar(near.First()))
	}
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

// stepGroups holds the patterns of steps. A field is the number of the first pattern of a group, or finds the pattern
// for a count; newStepPatterns says what the patterns mean. Within a group they are numbered as by [base.Terms.Each]:
// the last property changes fastest.
type stepGroups struct {
	base.Terms
	mainSteps                         [mainGroups]base.Group       // entries by men in reserve, moves by men that move
	captures                          [2][captureCounts]base.Group // onto their stack (1) or not (0), by men taken
	threats                           [2]base.Group                // of entries, of moves
	declines                          [alarms]base.Group           // by own stacks that the opponent attacks
	far                               base.Group
	fled, ground                      uint16
	entry, landing, leaving, to, from uint16 // by class of square
	slideTo, slideFrom                uint16
	blocks, unblocks                  uint16 // by who can land on a square: nobody, the seat to act, its opponent, both
	setUp, beside                     uint16
}

var stepPatterns = newStepPatterns()

var (
	slackValues = base.Numbers("%+d", minSlack, maxSlack)
	exposures   = base.Named("away", "exposed")
	purities    = base.Named("pure", "mixed")
)

// newStepPatterns returns the groups of step patterns with their names, in the order of their numbers.
func newStepPatterns() (g stepGroups) {
	kinds := []base.Value{{"enter", "an entry"}, {"leaving-own", "a move that leaves own men of a stack of one colour"},
		{"leaving-none", "a move of a whole stack"}, {"leaving-theirs", "a move that leaves the opponent a stack"},
		{"leaving-mixed", "a move that leaves an own stack of a mixed one"}}
	for kind, value := range kinds {
		counted := "men moving"
		if kind == groupEntry {
			counted = "men in reserve"
		}
		g.mainSteps[kind] = g.CountsOrMore(value.Name(), 1, 4, value.Help()+", %s "+counted)
	}
	g.fled = g.Each("%s-%s", "%s, the stack being one %s", kinds[groupLeavesOwn:], dangerValues)
	g.landings()
	g.entry = g.Each("entry-%s", "an entry on a square like %s", classNames)
	g.landing = g.Each("landing-%s", "a move that ends on a square like %s", classNames)
	g.leaving = g.Each("leaving-%s", "a move from a square like %s", classNames)
	for own := range g.declines {
		g.declines[own] = g.Counts(fmt.Sprintf("decline-%d", own), 0, alarms-1, fmt.Sprintf(
			"no pillar moves; the opponent attacks %d stacks and the seat %%s (2 for more)", own))
	}
	g.slides()
	entering := base.Named(stepKindNames[:mainStep]...)
	g.setUp = g.Each("set-up-%s-%s", "the %s step of the entering stage on a square like %s", entering, classNames)
	counts := base.Numbers("%d", 0, neighbourCounts-1)
	g.beside = g.Each("set-up-%s-beside-%s-%s",
		"the %s step of the entering stage, next to %s own men and %s of the opponent's", entering, counts, counts)
	return g
}

func (g *stepGroups) landings() {
	g.ground = g.Each("on-%s%s-%s-%s", "landing on %[1]s, for a %[4]s stack with a slack of %[2]s, bounded to -2..3; "+
		"%[3]s: moves of the opponent's reach it or not",
		[]base.Value{{"vacant", "a vacant square"}, {"own", "an own stack of one colour"},
			{"own-mixed", "an own mixed stack"}, {"theirs", "a stack of the opponent's of one colour"},
			{"their-mixed", "a mixed stack of the opponent's"}},
		slackValues, exposures, purities)
	for side, whose := range []base.Value{{"own", "a square without a stack"}, {"theirs", "a stack"}} {
		for taken := range captureCounts {
			g.captures[side][taken] = g.Counts(fmt.Sprintf("capture-%s-%d", whose.Name(), taken), 0, captureCounts-1,
				fmt.Sprintf("capturing on %s of the opponent's, %d men taken and %%s regained (4 for more)",
					whose.Help(), taken))
		}
	}
	g.threats[byEntry] = g.CountsOrMore("entry-threats", 0, 3, "an entry that then attacks %s stacks")
	g.threats[byMove] = g.CountsOrMore("threats", 0, 3, "a move that ends attacking %s stacks")
}

func (g *stepGroups) slides() {
	beside := func(end string) uint16 {
		return g.Each("pillar-"+end+"-%s%s-%s-%s", "a pillar moves "+end+" a square next to %[1]s %[3]s stack with a "+
			"slack of %[2]s; %[4]s: moves of its opponent's reach it or not",
			[]base.Value{{"own", "an own"}, {"theirs", "the opponent's"}}, slackValues, purities, exposures)
	}
	g.slideTo, g.slideFrom = beside("to"), beside("from")
	reached := base.Named("nobody", "own", "theirs", "both")
	g.blocks = g.Each("pillar-blocks-%s", "a pillar moves to a square that moves of %s reach", reached)
	g.unblocks = g.Each("pillar-unblocks-%s", "a pillar moves from a square next to which moves of %s end", reached)
	g.to = g.Each("pillar-to-%s", "a pillar moves to a square like %s", classNames)
	g.from = g.Each("pillar-from-%s", "a pillar moves from a square like %s", classNames)
	g.far = g.CountsOrMore("pillar-far", 1, 7, "a pillar moves %s squares")
}
