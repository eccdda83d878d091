package pitofpillars

import (
	"fmt"

	"pillars/engine"
)

// Patterns of steps are named in stepnames.go, where each says what it means.

// AppendStepPatterns looks at both sides once, then lists what each step shows.
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	v := view{p: p, capacity: findCapacities(p.open), next: p.seat}
	if p.kind >= mainStep {
		v.look()
	}
	for _, step := range steps {
		switch {
		case p.kind < mainStep:
			v.showSetUp(entered(step), lists)
		case form(step) == formEnter:
			v.showEntry(entered(step), lists)
		case form(step) == formMove:
			v.showMove(step, lists)
		case form(step) == formPillar:
			v.showSlide(step, lists)
		default:
			v.showDecline(lists)
		}
		lists.EndStep()
	}
}

func (v *view) class(at square) uint16 { return uint16(classes[v.p.rules.board.size][at&63]) }

func (v *view) showSetUp(to square, lists *engine.StepPatternLists) {
	p, near, kind := v.p, neighbours[to&63], uint16(v.p.kind)
	own, theirs := (near & p.control[p.seat&1]).Count(), (near & p.control[p.seat.other()&1]).Count()
	lists.Show(
		firstSetUpClass+kind*squareClasses+v.class(to),
		firstSetUpBeside+(kind*neighbourCounts+uint16(own))*neighbourCounts+uint16(theirs),
	)
}

func (v *view) showEntry(to square, lists *engine.StepPatternLists) {
	reserve := int(v.p.reserve[v.p.seat&1])
	lists.Show(firstGroup+upTo(reserve-1, groupSizes-1), firstEntryClass+v.class(to))
	v.showLanding(to, manOf(v.p.seat), 0, lists)
}

func (v *view) showMove(step engine.Step, lists *engine.StepPatternLists) {
	from, to, k := moved(step)
	old := v.p.stacks[from&63]
	moving, left := old.take(k)
	group := v.groupOf(old, left)
	risk := v.risksOf(v.p.seat)
	danger := uint16(risk.low.BitAt(from) | risk.high.BitAt(from)<<1)
	lists.Show(
		firstGroup+group*groupSizes+upTo(int(k)-1, groupSizes-1),
		firstFled+(group-1)*dangers+danger,
		firstLandingClass+v.class(to),
		firstLeavingClass+v.class(from),
	)
	v.showLanding(to, moving, 1, lists)
}

func (v *view) groupOf(old, left stack) uint16 {
	switch {
	case left.height == 0:
		return 2
	case left.top() != v.p.seat:
		return 3
	case old.mixed():
		return 4
	}
	return 1
}

func (v *view) showLanding(to square, men stack, by uint16, lists *engine.StepPatternLists) {
	here := v.p.stacks[to&63]
	result, mixed := here.land(men)
	room := v.p.capacity(to) - int(result.height)
	ground := v.groundOf(here)
	if mixed && room < 0 {
		taken, own := v.captured(here, men)
		lists.Show(firstCapture + (ground/3*captureCounts+upTo(taken, captureCounts-1))*captureCounts +
			upTo(own, captureCounts-1))
		return
	}
	exposed, purity := uint16(v.sides[v.p.seat.other()&1].reach.BitAt(to)), uint16(0)
	if mixed {
		purity = 1
	}
	lists.Show(
		firstGround+((ground*slacks+slackNumber(room))*2+exposed)*2+purity,
		firstStepThreats+by*threatCounts+upTo(v.threatsFrom(to, result.height), threatCounts-1),
	)
}

func slackNumber(slack int) uint16 { return uint16(max(minSlack, min(maxSlack, slack)) - minSlack) }

// groundOf is what kind of ground a stack is to land on; from 3 on it is the opponent's.
func (v *view) groundOf(here stack) uint16 {
	if here.height == 0 {
		return 0
	}
	ground := uint16(1)
	if here.top() != v.p.seat {
		ground = 3
	}
	if here.mixed() {
		ground++
	}
	return ground
}

func (v *view) captured(a, b stack) (taken, own int) {
	taken = a.reds() + b.reds()
	own = int(a.height) + int(b.height) - taken
	if v.p.seat == red {
		return own, taken
	}
	return taken, own
}

// threatsFrom counts the stacks that men of one colour could capture by moving off a stack of the given height.
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

func (v *view) showDecline(lists *engine.StepPatternLists) {
	own, theirs := v.sides[v.p.seat.other()&1].hit.Count(), v.sides[v.p.seat&1].hit.Count()
	lists.Show(firstDecline + upTo(own, alarms-1)*alarms + upTo(theirs, alarms-1))
}

func (v *view) showSlide(step engine.Step, lists *engine.StepPatternLists) {
	from, to := slid(step)
	length := max(from.File()-to.File(), to.File()-from.File(), from.Rank()-to.Rank(), to.Rank()-from.Rank())
	lists.Show(
		firstPillarTo+v.class(to), firstPillarFrom+v.class(from),
		firstBlocks+v.reachOf(to), firstUnblocks+v.reachOf(from), firstSlideLength+upTo(length-1, slideLengths-1),
	)
	occupied := v.p.occupied()
	for near := neighbours[to&63] & occupied; near != 0; near &= near - 1 {
		lists.Show(firstSlideTo + v.besidePillar(near.First()))
	}
	for near := neighbours[from&63] & occupied; near != 0; near &= near - 1 {
		lists.Show(firstSlideFrom + v.besidePillar(near.First()))
	}
}

func (v *view) reachOf(at square) uint16 {
	return uint16(v.sides[v.p.seat&1].reach.BitAt(at) | v.sides[v.p.seat.other()&1].reach.BitAt(at)<<1)
}

func (v *view) besidePillar(at square) uint16 {
	s := v.p.stacks[at&63]
	owner := s.top()
	number := uint16(owner^v.p.seat)*slacks + slackNumber(v.p.capacity(at)-int(s.height))
	number = number*2 + uint16(v.p.mixed.BitAt(at))
	return number*2 + uint16(v.sides[owner.other()&1].reach.BitAt(at))
}

// How many patterns of steps each group has along each of its sides.
const (
	stepGroups      = 5 // kinds of main step: entries, and moves by what they leave behind
	groupSizes      = 4 // men that move, or in reserve, the last for more
	grounds         = 5 // what men land on
	slacks          = maxSlack - minSlack + 1
	threatCounts    = 4 // stacks that a stack attacks
	captureCounts   = 5 // men taken or regained, the last for more
	alarms          = 3 // stacks attacked, the last for more
	reaches         = 4 // who can land on a square: nobody, the seat to act, its opponent, both
	slideLengths    = 7
	setUpKinds      = 3 // kinds of step of the entering stage
	neighbourCounts = 5
	besidePillar    = 2 * slacks * 2 * 2 // a stack next to a pillar: whose, slack, mixed or not, exposed or not
)

// The first pattern of each group.
const (
	firstGroup        = 0
	firstFled         = firstGroup + stepGroups*groupSizes
	firstGround       = firstFled + (stepGroups-1)*dangers
	firstCapture      = firstGround + grounds*slacks*2*2
	firstStepThreats  = firstCapture + 2*captureCounts*captureCounts
	firstEntryClass   = firstStepThreats + 2*threatCounts
	firstLandingClass = firstEntryClass + squareClasses
	firstLeavingClass = firstLandingClass + squareClasses
	firstDecline      = firstLeavingClass + squareClasses
	firstSlideTo      = firstDecline + alarms*alarms
	firstSlideFrom    = firstSlideTo + besidePillar
	firstBlocks       = firstSlideFrom + besidePillar
	firstUnblocks     = firstBlocks + reaches
	firstPillarTo     = firstUnblocks + reaches
	firstPillarFrom   = firstPillarTo + squareClasses
	firstSlideLength  = firstPillarFrom + squareClasses
	firstSetUpClass   = firstSlideLength + slideLengths
	firstSetUpBeside  = firstSetUpClass + setUpKinds*squareClasses
)

var stepPatternList = newStepPatternList()

func (r *rules) StepPatterns() []engine.Term { return stepPatternList }

// Names of what steps show.
var (
	groupNames = [stepGroups]string{"enter", "leaving-own", "leaving-none", "leaving-theirs", "leaving-mixed"}
	groupHelps = [stepGroups]string{"an entry", "a move that leaves own men of a stack of one colour",
		"a move of a whole stack",
		"a move that leaves the opponent a stack", "a move that leaves an own stack of a mixed one"}
	groundNames = [grounds]string{"vacant", "own", "own-mixed", "theirs", "their-mixed"}
	groundHelps = [grounds]string{"a vacant square", "an own stack of one colour", "an own mixed stack",
		"a stack of the opponent's of one colour",
		"a mixed stack of the opponent's"}
	dangerNames   = [dangers]string{"safe", "answered", "covered", "hit"}
	exposureNames = [2]string{"away", "exposed"}
	purityNames   = [2]string{"pure", "mixed"}
	sideNames     = [2]string{"own", "theirs"}
	reachNames    = [reaches]string{"nobody", "own", "theirs", "both"}
)

func newStepPatternList() []engine.Term {
	w := &patternWriter{}
	for group, name := range groupNames {
		what := "men moving"
		if group == 0 {
			what = "men in reserve"
		}
		w.Open(name, 1, groupSizes, 1, groupHelps[group]+", %s "+what)
	}
	for group, name := range groupNames[1:] {
		for danger, of := range dangerNames {
			w.Name(name+"-"+of, "%s, the stack being one %s", groupHelps[group+1], dangerHelps[danger])
		}
	}
	w.landings()
	w.squares("entry", "an entry on")
	w.squares("landing", "a move that ends on")
	w.squares("leaving", "a move from")
	for own := range alarms {
		for theirs := range alarms {
			w.Name(fmt.Sprintf("decline-%d-%d", own, theirs),
				"no pillar moves; the opponent attacks %d stacks and the seat %d (%d for more)", own, theirs, alarms-1)
		}
	}
	w.slides()
	for kind := range setUpKinds {
		w.squares("set-up-"+stepKindNames[kind], "the "+stepKindNames[kind]+" step of the entering stage on")
	}
	for kind := range setUpKinds {
		for own := range neighbourCounts {
			for theirs := range neighbourCounts {
				w.Name(fmt.Sprintf("set-up-%s-beside-%d-%d", stepKindNames[kind], own, theirs),
					"the %s step of the entering stage, next to %d own men and %d of the opponent's",
					stepKindNames[kind], own, theirs)
			}
		}
	}
	return w.List
}

func (w *patternWriter) squares(name, help string) {
	for _, class := range classNames {
		w.Name(name+"-"+class, "%s a square like %s", help, class)
	}
}

func (w *patternWriter) landings() {
	for ground, name := range groundNames {
		for slack := minSlack; slack <= maxSlack; slack++ {
			for exposed, how := range exposureNames {
				for mixed, purity := range purityNames {
					w.Name(fmt.Sprintf("on-%s%+d-%s-%s", name, slack, how, purity),
						"landing on %s, for a %s stack with a slack of %+d, bounded to -2..3; %s: moves of the "+
							"opponent's reach it or not",
						groundHelps[ground], purityNames[mixed], slack, exposureNames[exposed])
				}
			}
		}
	}
	for side, whose := range sideNames {
		for taken := range captureCounts {
			for own := range captureCounts {
				w.Name(fmt.Sprintf("capture-%s-%d-%d", whose, taken, own),
					"capturing on %s, %d men taken and %d regained (%d for more)",
					[2]string{"a square without a stack of the opponent's", "a stack of the opponent's"}[side], taken,
					own, captureCounts-1)
			}
		}
	}
	w.Open("entry-threats", 0, threatCounts, 1, "an entry that then attacks %s stacks")
	w.Open("threats", 0, threatCounts, 1, "a move that ends attacking %s stacks")
}

func (w *patternWriter) slides() {
	for _, end := range [2]string{"to", "from"} {
		for side, whose := range sideNames {
			for slack := minSlack; slack <= maxSlack; slack++ {
				for mixed, purity := range purityNames {
					for exposed, how := range exposureNames {
						w.Name(fmt.Sprintf("pillar-%s-%s%+d-%s-%s", end, whose, slack, purity, how),
							"a pillar moves %s a square next to %s %s stack with a slack of %+d; %s: moves of its "+
								"opponent's reach it or not",
							end, [2]string{"an own", "the opponent's"}[side], purityNames[mixed], slack,
							exposureNames[exposed])
					}
				}
			}
		}
	}
	for reach, who := range reachNames {
		w.Name("pillar-blocks-"+who, "a pillar moves to a square that moves of %s reach", reachNames[reach])
	}
	for reach, who := range reachNames {
		w.Name("pillar-unblocks-"+who, "a pillar moves from a square next to which moves of %s end", reachNames[reach])
	}
	w.squares("pillar-to", "a pillar moves to")
	w.squares("pillar-from", "a pillar moves from")
	w.Open("pillar-far", 1, slideLengths, 1, "a pillar moves %s squares")
}
