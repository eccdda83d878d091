package pitofpillars

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// view is an analysis of a position for both seats.
type view struct {
	p        *position
	capacity capacities
	next     seat // the seat with the next main step
	sides    [2]side
	men      [2]int // by seat, the men on the board and in reserve; a stack of one colour counts up to 7
}

// side is the part of a view for one seat.
type side struct {
	movers            // the seat's stacks, by the number of men that can move
	prey   vulnerable // stacks that the seat's men capture by landing, by number of men
	reach  bitboard   // squares where a move of the seat can end
	hit    bitboard   // squares where a main step of the seat could capture
	moves  int        // number of moves of the seat's stacks
}

// AppendPatterns implements [engine.PatternPosition]. It analyses both seats before it lists patterns, because a seat's
// dangers are its opponent's attacks.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	if p.InOpening() {
		p.appendSetUp((*[2][]uint16)(lists[:2]))
		return
	}
	var v view
	v.analyse(p)
	for s := range v.sides {
		list := v.appendCounts(lists[s], seat(s))
		list = v.appendPure(list, seat(s))
		list = v.appendMixed(list, seat(s))
		list = v.appendThreats(list, seat(s))
		lists[s] = v.appendPillars(list, seat(s))
	}
	for s, men := range v.men { // v.men is complete only now, since mixed stacks hold men of both seats
		lists[s] = append(lists[s], patterns.men.Of(men))
	}
}

// Phase implements [engine.PatternPosition]. It rises with the number of pillars, since every capture leaves one, and
// reaches PhaseEnd when an eighth of the squares have pillars. Games between good players end with one to about eight
// pillars.
func (p *position) Phase() int {
	pillars := (p.pillars[white] | p.pillars[red]).Count()
	return min(engine.PhaseEnd, 8*engine.PhaseEnd*pillars/p.rules.board.squares.Count())
}

// analyse fills the view with the analysis of p. In v.men it counts only the reserves; appendPure and appendMixed add
// the men on the board.
func (v *view) analyse(p *position) {
	v.p, v.capacity, v.next = p, findCapacities(p.open), p.seat
	if p.kind == pillarStep { // the pillar step ends the turn, so the next main step is the opponent's
		v.next = v.next.other()
	}
	for s := range v.sides {
		side := &v.sides[s]
		side.find(v.p, v.p.control[s])
		side.prey = v.p.vulnerableTo(seat(s), &v.capacity)
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

// move adds the moves of k men to the analysis of a seat. walk holds the squares from which men can move k squares.
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

// order returns the index of a seat in the arrays of two in patternGroups: 0 for the seat with the next main step, else
// 1.
func (v *view) order(s seat) seat { return (v.next ^ s) & 1 }

// appendCounts appends the patterns of a seat that count its stacks, its reserve and its moves.
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
		list = append(list, patterns.step+uint16(v.p.kind-mainStep))
	}
	return list
}

// riskOf returns the index of the pattern for a slack and a danger (such as dangerCapture) of a stack, among the
// patterns that patternGroups.risks appends. Each slack from minSlack to 0 has two patterns, for dangerNone and
// dangerCapture: an opponent who lands on such a stack captures it, so there are no other dangers. Each larger slack
// has a pattern for every danger. The largest slack comes last, because mixed stacks never have it and so lack its
// patterns.
func riskOf(slack, danger int) uint16 {
	slack = max(minSlack, min(maxSlack, slack))
	if slack > 0 {
		return uint16(2*(1-minSlack) + (slack-1)*dangers + danger)
	}
	return uint16((slack-minSlack)*2 + danger/dangerCapture)
}

// lowestSlack is the slack of a stack of seven men on a square of capacity 0.
const lowestSlack = -7

// riskTable holds the results of riskOf, by the slack less lowestSlack, times dangers, plus the danger.
var riskTable = func() (table [64]uint16) {
	for i := range table {
		table[i] = riskOf(i/dangers+lowestSlack, i%dangers)
	}
	return table
}()

// risks holds the dangers of a seat's stacks. A danger is a number of two binary digits, from dangerNone to
// dangerCapture.
type risks struct {
	open      bitboard // the open squares, for capacities
	low, high bitboard // the lower and the higher digit of each stack's danger
}

// risksOf returns the dangers of the stacks that the seat s controls.
func (v *view) risksOf(s seat) risks {
	own, theirs := &v.sides[s&1], &v.sides[s.other()&1]
	return risks{v.p.open, theirs.hit | theirs.reach&own.reach, theirs.hit | theirs.reach&^own.reach}
}

// danger returns the danger of the stack on a square.
func (r *risks) danger(at square) uint64 { return r.low.BitAt(at) | r.high.BitAt(at)<<1 }

// of returns the result of riskOf for a stack of the given height on the square at.
func (r *risks) of(at square, height uint8) uint16 {
	slack := (neighbours[at&63] & r.open).Count() - int(height)
	return riskTable[((slack-lowestSlack)*dangers+int(r.danger(at)))&63]
}

// appendPure appends the patterns of the pure stacks that the seat controls, and adds their men to v.men.
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

// mixtures is the number of mixtures. The mixture of a mixed stack of two to four men says which men differ from the
// top man in colour; there are eleven of these. All taller stacks have the same mixture.
const mixtures = 12

// mixtureOf numbers the mixtures of stacks of up to four men. Its index has a leading 1, followed by a bit for each man
// below the top man, from the bottom up. The bit is 1 if the man differs from the top man in colour.
var mixtureOf = [16]uint8{3: 0, 5: 1, 6: 2, 7: 3, 9: 4, 10: 5, 11: 6, 12: 7, 13: 8, 14: 9, 15: 10}

// mixture returns the number of a mixed stack's mixture.
func (s stack) mixture() uint8 {
	if s.height > 4 {
		return mixtures - 1
	}
	allLikeTop := -(s.colors & 1) // the colours of a pure stack of the top man's colour
	others := uint8(s.colors^allLikeTop) & (1<<s.height - 1)
	return mixtureOf[(others>>1|1<<(s.height-1))&15]
}

// appendMixed appends the patterns of the mixed stacks that the seat controls, and adds the men of both seats in these
// stacks to v.men.
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

// appendThreats appends the patterns of the seat's attacks and of its stacks that the opponent attacks.
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

// prize returns the largest number of men that the opponent of s has in one of the given stacks, where it counts up to
// 7 men in a pure stack. All pure stacks among the given ones must belong to the opponent.
func (p *position) prize(s seat, stacks bitboard) int {
	most := 0
	for rest := stacks; rest != 0; rest &= rest - 1 {
		if here := p.stacks[rest.First()&63]; here.mixed() {
			most = max(most, here.men(s.other()))
		} else {
			most = max(most, min(7, int(here.height)))
		}
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

// squareClasses is the number of classes of [base.SquareClass].
const squareClasses = 9

var classNames = base.SquareClasses(maxSize)

// lastStacks is the largest number of remaining stacks for which patterns count how many of them are attacked.
const lastStacks = 3

// patternGroups holds the patterns of positions. [base.Terms] explains the fields; where it says "the seat that acts
// next", this game means the seat with the next main step.
type patternGroups struct {
	base.Terms
	stacks, reserve, men, pillars, hemming, crowding, fixed, stuck base.Group
	entries                                                        [3]base.Group    // by reserve: 1, 2, 3 or more
	loss                                                           [2][2]base.Group // for pure stacks, for mixed stacks
	targets, landings, prize                                       [2]base.Group
	last                                                           [2][lastStacks + 1]base.Group
	mobility                                                       [2]base.Ranges
	pureRisk, mixedRisk                                            [2]uint16
	pure, mixed, pillar, step                                      uint16
	setUp                                                          setUpPatterns
}

var patterns = newPatterns()

// newPatterns returns the groups of patterns in the order of their numbers.
func newPatterns() (g patternGroups) {
	g.Orders = [2]base.Value{{"next", "has the next main step"}, {"wait", "awaits the opponent's main step"}}
	g.stacks = g.CountsOrMore("stacks", 0, 12, "%s stacks controlled")
	g.reserve = g.CountsOrMore("reserve", 0, 6, "%s men in reserve")
	for i, men := range []base.Value{{"1", "one man"}, {"2", "two men"}, {"3+", "three men or more"}} {
		g.entries[i] = g.CountsOrMore("entries-"+men.Name(), 0, 3,
			men.Help()+" in reserve, and %s stacks that one of them captures by entering")
	}
	g.men = g.CountsOrMore("men", 0, 20, "%s men on the board, up to 7 in a stack of one colour, and in reserve")
	g.pure = g.Each("pure-%s-%s", "an own stack of %s men of one colour (7 for more) on a square like %s",
		base.Numbers("%d", 1, 7), classNames)
	g.mixed = g.Each("mixed-%s-%s", "an own mixed stack on a square like %[2]s, its men from bottom to top own (o) or "+
		"the opponent's (t)", base.Named("to", "oto", "too", "tto", "ooto", "otoo", "otto", "tooo", "toto", "ttoo",
		"ttto", "more"), classNames)
	g.pureRisk, g.mixedRisk = g.risks("pure", maxSlack), g.risks("mixed", maxSlack-1)
	g.threats()
	g.pillars = g.CountsOrMore("pillars", 0, 8, "%s pillars")
	g.pillar = g.Each("pillar-%s", "a pillar on a square like %s", classNames)
	g.hemming = g.CountsOrMore("hemming", 0, 4, "%s pillars next to stacks of the opponent's")
	g.crowding = g.CountsOrMore("crowding", 0, 4, "%s pillars next to own stacks")
	g.fixed = g.CountsOrMore("fixed", 0, 3, "%s pillars, of one or more, that cannot move")
	for order, who := range g.Orders {
		g.mobility[order] = g.Ranges("mobility-"+who.Name(), []int{0, 1, 3, 5, 7, 9, 12, 15, 19, 23, 28, 34, 41, 51},
			"%d to %s moves of stacks, and the seat "+who.Help())
	}
	g.stuck = g.CountsOrMore("stuck-stacks", 1, 3, "%s own stacks with no open square next to them")
	g.step = g.Each("step-%s", "the seat has the next main step, and the step to come is of the kind %s",
		base.Named(stepKindNames[mainStep:]...))
	g.setUp = g.setUpPatterns()
	return g
}

// The dangers of a stack, in rising order.
const (
	dangerNone     = iota
	dangerAnswered // a main step of the opponent could land on the stack, and so could a move of its owner
	dangerCovered  // a main step of the opponent could land on the stack, but no move of its owner could
	dangerCapture  // a main step of the opponent could capture the stack
	dangers
)

var dangerValues = []base.Value{
	{"safe", "that no move of the opponent's reaches"},
	{"answered", "that a move of the opponent's reaches, as does an own one"},
	{"covered", "that a move of the opponent's reaches, and no own one"},
	{"hit", "that the opponent attacks"},
}

// minSlack and maxSlack bound the slacks that patterns distinguish. A slack outside this range counts as the nearer
// bound. With a slack of 0 or less, an opponent who lands on the stack captures it.
const (
	minSlack = -2
	maxSlack = 3
)

// risks appends the patterns for the slack and the danger of stacks of a kind, "pure" or "mixed". The largest slack of
// such stacks is largest. risks returns two numbers: of the first pattern for the seat with the next main step, and of
// the first pattern for its opponent. Adding the result of riskOf gives the number of the pattern for a slack and a
// danger.
func (g *patternGroups) risks(kind string, largest int) (first [2]uint16) {
	for order, who := range g.Orders {
		name := "slack-" + who.Name() + "-" + kind + "%s-%s"
		help := "an own " + kind + " stack with a slack (capacity less height) of %s, bounded to -2..3, %s, and the " +
			"seat " + who.Help()
		first[order] = g.Each(name, help, base.Numbers("%+d", minSlack, 0),
			[]base.Value{dangerValues[dangerNone], dangerValues[dangerCapture]})
		g.Each(name, help, base.Numbers("%+d", 1, largest), dangerValues)
	}
	return first
}

func (g *patternGroups) threats() {
	for mixed, kind := range [2]string{"pure", "mixed"} {
		for order, who := range g.Orders {
			g.loss[mixed][order] = g.CountsOrMore("loss-"+who.Name()+"-"+kind, 1+mixed, 5,
				"an own "+kind+" stack of %s men that the opponent attacks, and the seat "+who.Help())
		}
	}
	g.targets = g.OrderedCounts("targets", 0, 4, "%s stacks with a man of the opponent's that a main step could "+
		"capture")
	g.landings = g.OrderedCounts("landings", 0, 5, "%s stacks of the opponent's that a move could land on")
	g.prize = g.OrderedCounts("prize", 0, 5, "%s men of the opponent's in the best stack that a main step could "+
		"capture")
	for order, who := range g.Orders {
		for stacks := range lastStacks + 1 {
			g.last[order][stacks] = g.Counts(fmt.Sprintf("last-%s-%d", who.Name(), stacks), 0, min(stacks, 2),
				fmt.Sprintf("%d stacks left, %%s of them (2 for more) attacked, and the seat %s", stacks, who.Help()))
		}
	}
}
