package pitofpillars

import (
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

// showSetUp lists what a step of the entering stage shows.
func (v *view) showSetUp(to square, lists *engine.StepPatternLists) {
	p, near, kind := v.p, neighbours[to&63], uint16(v.p.kind)
	own, theirs := (near & p.control[p.seat&1]).count(), (near & p.control[p.seat.other()&1]).count()
	lists.Show(
		firstSetUpClass+kind*squareClasses+v.class(to),
		firstSetUpBeside+(kind*neighbourCounts+uint16(own))*neighbourCounts+uint16(theirs),
	)
}

// showEntry lists what entering a man of the reserve shows.
func (v *view) showEntry(to square, lists *engine.StepPatternLists) {
	reserve := int(v.p.reserve[v.p.seat&1])
	lists.Show(firstGroup+upTo(reserve-1, groupSizes-1), firstEntryClass+v.class(to))
	v.showLanding(to, manOf(v.p.seat), 0, lists)
}

// showMove lists what a move of a stack shows.
func (v *view) showMove(step engine.Step, lists *engine.StepPatternLists) {
	from, to, k := moved(step)
	old := v.p.stacks[from&63]
	moving, left := old.take(k)
	group := v.groupOf(old, left)
	risk := v.risksOf(v.p.seat)
	danger := uint16(risk.low.bitAt(from) | risk.high.bitAt(from)<<1)
	lists.Show(
		firstGroup+group*groupSizes+upTo(int(k)-1, groupSizes-1),
		firstFled+(group-1)*dangers+danger,
		firstLandingClass+v.class(to),
		firstLeavingClass+v.class(from),
	)
	v.showLanding(to, moving, 1, lists)
}

// groupOf is what kind of move takes men off a stack.
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

// showLanding lists what men that land on a square show, by an entry (0) or a move (1).
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
	exposed, purity := uint16(v.sides[v.p.seat.other()&1].reach.bitAt(to)), uint16(0)
	if mixed {
		purity = 1
	}
	lists.Show(
		firstGround+((ground*slacks+slackNumber(room))*2+exposed)*2+purity,
		firstStepThreats+by*threatCounts+upTo(v.threatsFrom(to, result.height), threatCounts-1),
	)
}

// slackNumber numbers a slack from 0, bounded.
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
		at := from.bit()
		for k := 1; k <= min(int(height), 7); k++ {
			if at = at.shift(d) & v.p.open; at == 0 {
				break
			}
			if at&prey.by(k) != 0 {
				found++
			}
		}
	}
	return found
}

// showDecline lists what leaving the pillars alone shows.
func (v *view) showDecline(lists *engine.StepPatternLists) {
	own, theirs := v.sides[v.p.seat.other()&1].hit.count(), v.sides[v.p.seat&1].hit.count()
	lists.Show(firstDecline + upTo(own, alarms-1)*alarms + upTo(theirs, alarms-1))
}

// showSlide lists what moving a pillar shows.
func (v *view) showSlide(step engine.Step, lists *engine.StepPatternLists) {
	from, to := slid(step)
	length := max(from.file()-to.file(), to.file()-from.file(), from.rank()-to.rank(), to.rank()-from.rank())
	lists.Show(
		firstPillarTo+v.class(to), firstPillarFrom+v.class(from),
		firstBlocks+v.reachOf(to), firstUnblocks+v.reachOf(from), firstSlideLength+upTo(length-1, slideLengths-1),
	)
	occupied := v.p.occupied()
	for near := neighbours[to&63] & occupied; near != 0; near &= near - 1 {
		lists.Show(firstSlideTo + v.besidePillar(near.first()))
	}
	for near := neighbours[from&63] & occupied; near != 0; near &= near - 1 {
		lists.Show(firstSlideFrom + v.besidePillar(near.first()))
	}
}

// reachOf says who could land on a square.
func (v *view) reachOf(at square) uint16 {
	return uint16(v.sides[v.p.seat&1].reach.bitAt(at) | v.sides[v.p.seat.other()&1].reach.bitAt(at)<<1)
}

// besidePillar numbers a stack next to where a pillar comes or goes.
func (v *view) besidePillar(at square) uint16 {
	s := v.p.stacks[at&63]
	owner := s.top()
	number := uint16(owner^v.p.seat)*slacks + slackNumber(v.p.capacity(at)-int(s.height))
	number = number*2 + uint16(v.p.mixed.bitAt(at))
	return number*2 + uint16(v.sides[owner.other()&1].reach.bitAt(at))
}
