package pitofpillars

import "pillars/engine"

// Patterns are listed in patternnames.go, where each says what it means. Both sides are looked at together, since what
// one side attacks is what the other may lose.

type view struct {
	p        *position
	capacity capacities
	next     seat // who has the next main step
	sides    [2]side
	men      [2]int // on the board, up to 7 in a stack of one colour, and in reserve
}

type side struct {
	movers
	prey  vulnerable // stacks with an opponent's man, by how many men must land to capture
	reach bitboard   // squares where a move can end
	hit   bitboard   // stacks with an opponent's man that a main step could capture
	moves int
}

// AppendPatterns looks at both sides, then lists what each of them shows.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	var v view
	v.look(p)
	for s := range v.sides {
		list := v.appendCounts(lists[s], seat(s))
		list = v.appendPure(list, seat(s))
		list = v.appendMixed(list, seat(s))
		list = v.appendThreats(list, seat(s))
		lists[s] = v.appendPillars(list, seat(s))
	}
	for s, men := range v.men {
		lists[s] = append(lists[s], patterns.men.Of(men))
	}
}

// Phase goes by captures, each of which leaves a pillar. Decent play ends with one to about eight squares.
func (p *position) Phase() int {
	pillars := (p.pillars[white] | p.pillars[red]).Count()
	return min(engine.PhaseEnd, 8*engine.PhaseEnd*pillars/p.rules.board.squares.Count())
}

func (v *view) look(p *position) {
	v.p, v.capacity, v.next = p, findCapacities(p.open), p.seat
	if p.kind == pillarStep { // which still belongs to the turn of the one who acts
		v.next = v.next.other()
	}
	for s := range v.sides {
		side := &v.sides[s]
		side.find(v.p, v.p.control[s])
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

func (s *side) move(k int, walk *walks) {
	from := s.movers[k-1]
	if from == 0 {
		return
	}
	n, e, so, w := from&walk[north], from&walk[east], from&walk[south], from&walk[west]
	s.moves += n.Count() + e.Count() + so.Count() + w.Count()
	landings := landing(n, north, k) | landing(e, east, k) | landing(so, south, k) | landing(w, west, k)
	s.reach |= landings
	s.hit |= landings & s.prey.by(k)
}

// order is 0 for the seat with the next main step, else 1.
func (v *view) order(s seat) seat { return (v.next ^ s) & 1 }

func (v *view) appendCounts(list []uint16, s seat) []uint16 {
	own, side := v.p.control[s&1], &v.sides[s&1]
	order, reserve := v.order(s), int(v.p.reserve[s&1])
	list = append(list, patterns.stacks.Of(own.Count()), patterns.reserve.Of(reserve),
		patterns.mobility[order].Of(side.moves))
	if reserve > 0 {
		list = append(list, patterns.entries[min(reserve, 3)-1].Of(side.prey[0].Count()))
	}
	if stuck := own & v.capacity[0]; stuck != 0 {
		list = append(list, patterns.stuck.Of(stuck.Count()))
	}
	if order == 0 {
		list = append(list, patterns.step+uint16(v.p.kind))
	}
	return list
}

// riskOf is indexed by capacity, height (7 for 7 and more) and danger. The risks of the largest slack come last; mixed
// stacks never have it.
var riskOf = func() (table [8][8][dangers]uint8) {
	for capacity := range table {
		for height := range table[capacity] {
			slack := max(minSlack, min(maxSlack, capacity-height))
			for danger := range table[capacity][height] {
				if slack > 0 {
					table[capacity][height][danger] = uint8(-minSlack*2 + 2 + (slack-1)*dangers + danger)
				} else {
					table[capacity][height][danger] = uint8((slack-minSlack)*2 + danger/dangerCapture)
				}
			}
		}
	}
	return table
}()

type risks struct {
	open      bitboard
	low, high bitboard // the binary digits of the dangers
}

func (v *view) risksOf(s seat) risks {
	own, theirs := &v.sides[s&1], &v.sides[s.other()&1]
	return risks{v.p.open, theirs.hit | theirs.reach&own.reach, theirs.hit | theirs.reach&^own.reach}
}

func (r *risks) of(at square, height uint8) uint16 {
	capacity, danger := (neighbours[at&63] & r.open).Count(), r.low.BitAt(at)|r.high.BitAt(at)<<1
	return uint16(riskOf[capacity&7][height&7][danger&3])
}

func (v *view) appendPure(list []uint16, s seat) []uint16 {
	pure := v.p.control[s&1] &^ v.p.mixed
	class, stacks := &v.p.rules.board.class, &v.p.stacks
	risk, firstRisk := v.risksOf(s), patterns.pureRisk[v.order(s)]
	for rest := pure; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		height := min(stacks[at].height, 7)
		list = append(list, patterns.pure+uint16(height-1)*squareClasses+uint16(class[at]),
			firstRisk+risk.of(at, height))
	}
	v.men[s&1] += v.p.heights(pure)
	return list
}

// mixtures counts the colourings of mixed stacks of two to four men, and one for all taller ones.
const mixtures = 12

var mixtureOf = [16]uint8{3: 0, 5: 1, 6: 2, 7: 3, 9: 4, 10: 5, 11: 6, 12: 7, 13: 8, 14: 9, 15: 10}

// mixture says which of the men below the top one are of another colour.
func (s stack) mixture() uint8 {
	if s.height > 4 {
		return mixtures - 1
	}
	others := uint8(s.colors^-(s.colors&1)) & (1<<s.height - 1)
	return mixtureOf[(others>>1|1<<(s.height-1))&15]
}

func (v *view) appendMixed(list []uint16, s seat) []uint16 {
	mixed := v.p.control[s&1] & v.p.mixed
	if mixed == 0 {
		return list
	}
	class := &v.p.rules.board.class
	risk, firstRisk := v.risksOf(s), patterns.mixedRisk[v.order(s)]
	for rest := mixed; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		here := v.p.stacks[at]
		list = append(list, patterns.mixed+uint16(here.mixture())*squareClasses+uint16(class[at]),
			firstRisk+risk.of(at, min(here.height, 7)))
		reds := here.reds()
		v.men[white] += int(here.height) - reds
		v.men[red] += reds
	}
	return list
}

func (v *view) appendThreats(list []uint16, s seat) []uint16 {
	own, order := v.p.control[s&1], v.order(s)
	mine, theirs := &v.sides[s&1], &v.sides[s.other()&1]
	list = append(list, patterns.targets[order].Of(mine.hit.Count()),
		patterns.landings[order].Of((mine.reach & v.p.control[s.other()&1]).Count()),
		patterns.prize[order].Of(v.p.prize(s, mine.hit)))
	losses := own & theirs.hit
	if n := own.Count(); n <= lastStacks {
		list = append(list, patterns.last[order][n].Of(losses.Count()))
	}
	for rest := losses; rest != 0; rest &= rest - 1 {
		at := rest.First()
		list = append(list, patterns.loss[v.p.mixed.BitAt(at)][order].Of(int(v.p.stacks[at&63].height)))
	}
	return list
}

// prize is the most men of the opponent's in a stack, those of one colour counted up to 7.
func (p *position) prize(s seat, stacks bitboard) int {
	var pure movers
	pure.find(p, stacks&^p.mixed)
	most := 0
	for most < len(pure) && pure[most] != 0 {
		most++
	}
	for rest := stacks & p.mixed; rest != 0; rest &= rest - 1 {
		most = max(most, p.stacks[rest.First()&63].men(s.other()))
	}
	return most
}

func (v *view) appendPillars(list []uint16, s seat) []uint16 {
	pillars := v.p.pillars[s&1]
	list = append(list, patterns.pillars.Of(pillars.Count()))
	if pillars == 0 {
		return list
	}
	class := &v.p.rules.board.class
	for rest := pillars; rest != 0; rest &= rest - 1 {
		list = append(list, patterns.pillar+uint16(class[rest.First()&63]))
	}
	own, theirs := orthogonalSpread(v.p.control[s&1]), orthogonalSpread(v.p.control[s.other()&1])
	return append(list, patterns.hemming.Of((pillars & theirs).Count()), patterns.crowding.Of((pillars & own).Count()),
		patterns.fixed.Of((pillars &^ spread(v.p.vacant())).Count()))
}
