package pitofpillars

import (
	"pillars/engine"
)

// capacities holds the squares without a pillar by their capacity, 0 to 4.
type capacities [5]bitboard

// findCapacities counts the open neighbours of all squares at once, adding four sets of bits column by column.
func findCapacities(open bitboard) capacities {
	n, e, s, w := open>>8, open&^fileA>>1, open<<8, open&^fileH<<1
	ne, carryNE := n^e, n&e
	sw, carrySW := s^w, s&w
	ones, carry := ne^sw, ne&sw
	twos := carryNE ^ carrySW ^ carry
	fours := carryNE & carrySW // four open neighbours are the only way to a count of four
	return capacities{
		open &^ (ones | twos | fours),
		open & ones &^ twos,
		open & twos &^ ones,
		open & ones & twos,
		open & fours,
	}
}

// vulnerable says, for a seat that attacks, on which squares landing with k men captures if the men that land are all
// its own: vulnerable[k-1] are the stacks with an opponent's man whose height and k together exceed the capacity. Four
// men or more capture everywhere.
type vulnerable [4]bitboard

func (p *position) vulnerable(attacker seat, capacity *capacities) vulnerable {
	prey := p.control[attacker.other()&1] | p.mixed
	ones, twos, fours := p.height[0], p.height[1], p.height[2]
	two := twos | fours
	three := ones&twos | fours
	low := capacity[0] | capacity[1]
	return vulnerable{
		prey & (low | capacity[2]&two | capacity[3]&three | capacity[4]&fours),
		prey & (low | capacity[2] | capacity[3]&two | capacity[4]&three),
		prey &^ (capacity[4] &^ two),
		prey,
	}
}

// by is the set on which landing with k men captures.
func (v *vulnerable) by(k int) bitboard { return v[min(k, 4)-1] }

// landing is where walks of k squares from a set end. The walks are known to stay on the board.
func landing(from bitboard, d direction, k int) bitboard {
	switch d {
	case north:
		return from << (8 * uint(k) & 63)
	case east:
		return from << (uint(k) & 63)
	case south:
		return from >> (8 * uint(k) & 63)
	default:
		return from >> (uint(k) & 63)
	}
}

// attacked is the set of stacks that the attacker could capture with a main step, were it his turn; captures by a
// moving part that itself holds both colours on a square without an opponent's man are left out.
func (p *position) attacked(attacker seat, m *movers, one *walks, v *vulnerable) bitboard {
	var hit bitboard
	walk := *one
	for k := 1; k <= len(m) && m[k-1] != 0; k++ {
		from := m[k-1]
		reach := landing(from&walk[north], north, k) | landing(from&walk[east], east, k) |
			landing(from&walk[south], south, k) | landing(from&walk[west], west, k)
		hit |= reach & v.by(k)
		walk.longer(one)
	}
	if p.reserve[attacker&1] > 0 {
		hit |= v[0]
	}
	return hit
}

// The features, in the order of featureList. Each is the seat's count less the opponent's, unless its help says
// otherwise.
const (
	featureTempo = iota
	featureStacks
	featureOneStack
	featureTwoStacks
	featureThreeStacks
	featureHeld
	featureBuried
	featureReserve
	featurePillars
	featureMobility
	featureStuck
	featureTall
	featureRoom
	featureExposed
	featureReserveThreat
	featureAttacks
	featureAttackedMen
	featureAttacksOnMove
	featureMenOnMove
	featureLastInDanger
	featureCount
)

var featureList = [featureCount]engine.Term{
	featureTempo:       {Name: "tempo", Help: "1 if the seat has the next main step, -1 if the opponent has"},
	featureStacks:      {Name: "stacks", Help: "stacks controlled"},
	featureOneStack:    {Name: "one-stack", Help: "1 if at most one stack is left"},
	featureTwoStacks:   {Name: "two-stacks", Help: "1 if exactly two stacks are left"},
	featureThreeStacks: {Name: "three-stacks", Help: "1 if exactly three stacks are left"},
	featureHeld:        {Name: "held-men", Help: "own men in own stacks, up to 7 in a stack of one colour"},
	featureBuried:      {Name: "buried-men", Help: "own men in the opponent's stacks"},
	featureReserve:     {Name: "reserve", Help: "men in reserve"},
	featurePillars:     {Name: "pillars", Help: "pillars"},
	featureMobility:    {Name: "mobility", Help: "moves of stacks, entries left out"},
	featureStuck:       {Name: "stuck", Help: "own stacks with no open square next to them"},
	featureTall:        {Name: "tall", Help: "own stacks of three men or more"},
	featureRoom:        {Name: "room", Help: "open squares next to own stacks, summed over the four directions"},
	featureExposed: {Name: "exposed", Help: "stacks with own men that a single man of the opponent landing " +
		"there would capture"},
	featureReserveThreat: {Name: "reserve-threat",
		Help: "stacks that the seat's reserve could capture by entering, if it has a man"},
	featureAttacks: {Name: "attacks", Help: "stacks with an opponent's man that the seat could capture with a " +
		"main step, were it its turn"},
	featureAttackedMen: {Name: "attacked-men", Help: "height of the stacks counted in attacks, up to 7 each"},
	featureAttacksOnMove: {Name: "attacks-on-move",
		Help: "attacks of the side with the next main step, the opponent's negative"},
	featureMenOnMove: {Name: "men-on-move",
		Help: "attacked-men of the side with the next main step, the opponent's negative"},
	featureLastInDanger: {Name: "last-in-danger",
		Help: "1 if at most two stacks are left and one of them is attacked"},
}

func (r *rules) Features() []engine.Term { return featureList[:] }

func (p *position) Features(seatOf engine.Seat, features []int32) {
	own := seat(seatOf)
	capacity := findCapacities(p.open)
	one := oneSquare(p.open)
	clear(features)
	p.addSide(features, own, 1, &capacity, &one)
	p.addSide(features, own.other(), -1, &capacity, &one)
}

func (p *position) addSide(features []int32, s seat, sign int32, capacity *capacities, one *walks) {
	features = features[:featureCount]
	own := p.control[s&1]
	stacks := own.count()
	held, buried := p.menOf(s)
	var m movers
	m.find(p, s)
	exposed := p.vulnerable(s.other(), capacity)
	prey := p.vulnerable(s, capacity)
	attacked := p.attacked(s, &m, one, &prey)
	attackedMen := int32(p.heights(attacked))

	features[featureStacks] += sign * int32(stacks)
	switch stacks {
	case 0, 1:
		features[featureOneStack] += sign
	case 2:
		features[featureTwoStacks] += sign
	case 3:
		features[featureThreeStacks] += sign
	}
	features[featureHeld] += sign * int32(held)
	features[featureBuried] += sign * int32(buried)
	features[featureReserve] += sign * int32(p.reserve[s&1])
	features[featurePillars] += sign * int32(p.pillars[s&1].count())
	features[featureMobility] += sign * int32(m.moves(one))
	features[featureStuck] += sign * int32((own & capacity[0]).count())
	features[featureTall] += sign * int32(m[2].count())
	features[featureRoom] += sign * int32(room(own, capacity))
	features[featureExposed] += sign * int32(exposed[0].count())
	if p.reserve[s&1] > 0 {
		features[featureReserveThreat] += sign * int32(prey[0].count())
	}
	features[featureAttacks] += sign * int32(attacked.count())
	features[featureAttackedMen] += sign * attackedMen
	p.addTempo(features, s, sign, attacked, attackedMen)
}

// addTempo adds what depends on who has the next main step: a pillar step still belongs to the turn of the one who
// acts.
func (p *position) addTempo(features []int32, s seat, sign int32, attacked bitboard, attackedMen int32) {
	next := p.seat
	if p.kind == pillarStep {
		next = next.other()
	}
	if next == s {
		features[featureTempo] += sign
		features[featureAttacksOnMove] += sign * int32(attacked.count())
		features[featureMenOnMove] += sign * attackedMen
	}
	theirs := p.control[s.other()&1]
	if theirs.count() <= 2 && attacked&theirs != 0 {
		features[featureLastInDanger] -= sign
	}
}

// menOf counts a side's men on the board, those in its own stacks and those in the opponent's.
func (p *position) menOf(s seat) (held, buried int) {
	pure := p.control[s&1] &^ p.mixed
	held = p.heights(pure)
	for rest := p.mixed; rest != 0; rest &= rest - 1 {
		here := p.stacks[rest.first()&63]
		own := here.reds()
		if s == white {
			own = int(here.height) - own
		}
		if here.top() == s {
			held += own
		} else {
			buried += own
		}
	}
	return held, buried
}

func (p *position) heights(stacks bitboard) int {
	return (stacks & p.height[0]).count() + 2*(stacks&p.height[1]).count() + 4*(stacks&p.height[2]).count()
}

// room sums the capacities of squares.
func room(squares bitboard, capacity *capacities) int {
	return (squares & capacity[1]).count() + 2*(squares&capacity[2]).count() +
		3*(squares&capacity[3]).count() + 4*(squares&capacity[4]).count()
}
