package pitofpillars

import "pillars/engine"

// Patterns are listed in patternnames.go, where each says what it means. Both sides are looked at together, since what one side attacks is what the
// other may lose.

// view is what the patterns of both sides draw on.
type view struct {
	p        *position
	capacity capacities
	next     seat // who has the next main step
	sides    [2]side
	men      [2]int // on the board, up to 7 in a stack of one colour, and in reserve
}

// side is what one seat could do, were it to take a main step now.
type side struct {
	movers
	prey  vulnerable // stacks with an opponent's man, by how many men must land to capture
	reach bitboard   // squares where a move can end
	hit   bitboard   // stacks with an opponent's man that a main step could capture
	moves int
}

// AppendPatterns looks at both sides, then lists what each of them shows.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	v := view{p: p, capacity: findCapacities(p.open), next: p.seat}
	if p.kind == pillarStep {
		v.next = v.next.other()
	}
	v.look()
	for s := range v.sides {
		list := v.appendCounts(lists[s], seat(s))
		list = v.appendPure(list, seat(s))
		list = v.appendMixed(list, seat(s))
		list = v.appendThreats(list, seat(s))
		lists[s] = v.appendPillars(list, seat(s))
	}
	for s, men := range v.men {
		lists[s] = append(lists[s], firstMen+upTo(men, menCounts-1))
	}
}

// Phase goes by captures, each of which leaves a pillar for good. Decent play ends with one pillar to about eight squares.
func (p *position) Phase() int {
	pillars := (p.pillars[white] | p.pillars[red]).count()
	return min(engine.PhaseEnd, 8*engine.PhaseEnd*pillars/p.rules.board.squares.count())
}

// look finds what both seats could do.
func (v *view) look() {
	for s := range v.sides {
		side := &v.sides[s]
		side.find(v.p, seat(s))
		side.prey = v.p.vulnerable(seat(s), &v.capacity)
		if v.p.reserve[s] > 0 {
			side.hit = side.prey[0]
			v.men[s] = int(v.p.reserve[s])
		}
	}
	one := oneSquare(v.p.open)
	walk := one
	for k := 1; k <= len(movers{}) && v.sides[white].movers[k-1]|v.sides[red].movers[k-1] != 0; k++ {
		v.sides[white].move(k, &walk)
		v.sides[red].move(k, &walk)
		walk.longer(&one)
	}
}

// move adds the moves of k men.
func (s *side) move(k int, walk *walks) {
	from := s.movers[k-1]
	if from == 0 {
		return
	}
	n, e, so, w := from&walk[north], from&walk[east], from&walk[south], from&walk[west]
	s.moves += n.count() + e.count() + so.count() + w.count()
	landings := landing(n, north, k) | landing(e, east, k) | landing(so, south, k) | landing(w, west, k)
	s.reach |= landings
	s.hit |= landings & s.prey.by(k)
}

// order is 0 for the seat that has the next main step and 1 for the other.
func (v *view) order(s seat) uint16 { return uint16(v.next ^ s) }

// upTo is n, or limit if it is more.
func upTo(n, limit int) uint16 { return uint16(min(n, limit)) }

// appendCounts lists what is counted over the whole board.
func (v *view) appendCounts(list []uint16, s seat) []uint16 {
	own, side := v.p.control[s&1], &v.sides[s&1]
	order, reserve := v.order(s), int(v.p.reserve[s&1])
	list = append(list,
		firstStacks+upTo(own.count(), stackCounts-1),
		firstReserve+upTo(reserve, reserveCounts-1),
		firstMobility+order*mobilities+uint16(mobilityOf[min(side.moves, len(mobilityOf)-1)]),
	)
	if reserve > 0 {
		list = append(list, firstEntries+upTo(reserve-1, 2)*entryTargets+upTo(side.prey[0].count(), entryTargets-1))
	}
	if stuck := own & v.capacity[0]; stuck != 0 {
		list = append(list, firstStuck+upTo(stuck.count()-1, stuckCounts-1))
	}
	if order == 0 {
		list = append(list, firstStep+uint16(v.p.kind))
	}
	return list
}
