package pylyx

import (
	"bytes"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// AppendPatterns implements [engine.PatternPosition]. Most patterns say how far a seat is from gathering its men. Those
// that say who is ahead are for the seat to act only. Before the colours are chosen, seats show no patterns.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	if p.kind != mainStep {
		return
	}
	var camps [2]camp // of the seat to act, then of its opponent
	own, next := p.mover(), p.seat&1
	camps[0].analyse(p, own)
	camps[1].analyse(p, own^1)
	for order := range camps {
		seat := next ^ engine.Seat(order)
		list := camps[order].appendGathering(lists[seat], order)
		lists[seat] = camps[order].appendPiles(list, &p.rules.board.class)
	}
	lists[next] = appendRace(lists[next], &camps[0], &camps[1])
}

// Phase implements [engine.PatternPosition]. It grows evenly as the number of stacks shrinks, from 0 when every man
// stands alone to PhaseEnd with four stacks on the board.
func (p *position) Phase() int {
	if p.kind != mainStep {
		return 0
	}
	men := 2 * p.rules.board.men
	stacks := p.stacks[white].count() + p.stacks[black].count()
	return min(engine.PhaseEnd, engine.PhaseEnd*(men-stacks)/(men-4))
}

// appendGathering appends the patterns of the gathering square and of the stacks' approaches to it. The order is 0 for
// the seat to act, 1 for its opponent.
func (c *camp) appendGathering(list []uint16, order int) []uint16 {
	best := &c.best
	ready, helpers := 0, 0
	for a := range approaches {
		count := best.count(a)
		if count == 0 {
			continue
		}
		list = append(list, patterns.approach[a].Of(count))
		switch a {
		case singleAtOnce, pairAtOnce, tripleAtOnce:
			ready += count
		}
		if a >= pairAtOnce && a < tallNear { // stacks of two or three
			helpers += count
		}
	}
	order &= 1 // spares bounds checks
	odd, access := min(best.count(singleOdd), oddCounts-1), best.access()
	return append(list,
		patterns.stacks[order].Of(c.count), patterns.moves[order].Of(best.moves()), patterns.ready[order].Of(ready),
		patterns.odd+uint16(odd*helperCounts+min(helpers, helperCounts-1)),
		patterns.diagonals.Of(access/accesses), patterns.sides.Of(access%accesses),
		patterns.target+uint16(best.class()), patterns.merges[order].Of(c.merges), patterns.singles.Of(c.heights[0]),
		patterns.pairs.Of(c.heights[1]), patterns.triples.Of(c.heights[2]), patterns.tallest.Of(int(c.tallest)),
	)
}

// appendPiles appends two patterns for each stack: one for its height and the class of its square, and one for its
// height and the number of squares in its reach.
func (c *camp) appendPiles(list []uint16, class *[squares]uint8) []uint16 {
	for i := range c.all() {
		pile := &c.piles[i]
		height := uint16(min(pile.height, maxHeight) - 1)
		list = append(list, patterns.pile+height*squareClasses+uint16(class[pile.square]),
			patterns.reach[height].Of(pile.reach()))
	}
	return list
}

// appendRace appends the patterns that compare how many moves and stacks the seats are from gathering.
func appendRace(list []uint16, own, theirs *camp) []uint16 {
	moves, against := own.best.moves(), theirs.best.moves()
	list = append(list,
		patterns.lead+uint16(max(-mostLead, min(mostLead, against-moves))),
		patterns.stackLead+uint16(max(-mostStackLead, min(mostStackLead, theirs.count-own.count))),
	)
	if moves <= mostFew && against <= mostFew {
		list = append(list, patterns.few+uint16((moves-1)*mostFew+against-1))
	}
	return list
}

// pile is a stack as a camp analyses it, or an empty square that a stack may reach.
type pile struct {
	square  square
	height  uint8
	reached [3]bitboard // squares that one, two and three men reach; all contain the own square
	ways    [2]int      // number of directions in which one man and two men can move
}

// look adds the squares that men reach along both axes of a kind, given the longest moves there: kind 0 is diagonals,
// and kind 1 is rank and file.
func (b *pile) look(kind axis, first, second slide) {
	ahead, reached := &rays[b.square], &b.reached[kind&1]
	d := 4 * direction(kind&1)
	reached.add(&ahead[d][first.forward&15])
	reached.add(&ahead[d+1][first.back&15])
	reached.add(&ahead[d+2][second.forward&15])
	reached.add(&ahead[d+3][second.back&15])
	b.reached[2].add(reached)
	b.ways[kind&1] = min(1, first.forward) + min(1, first.back) + min(1, second.forward) + min(1, second.back)
}

// reach returns the number of squares to which the whole stack can move, or three of its men if it has more.
func (b *pile) reach() int { return b.reached[min(b.height, 3)-1].count() - 1 }

// far is a distance of three moves or more.
const far = 3

// distance returns the number of moves that 1 to 3 men need from one pile to another while all other stacks stay: 1, 2
// or far. Two moves suffice if there is a square that men on both piles reach, so the distance is symmetric.
func distance(b, c *pile, men uint8) int {
	fromB, fromC := &b.reached[men-1], &c.reached[men-1]
	switch {
	case fromB.has(c.square):
		return 1
	case fromB.meets(fromC):
		return 2
	}
	return far
}

// approach classifies a stack by its height and its distance from a gathering square.
type approach uint8

const (
	singleAtOnce approach = iota // a single man that one move brings there
	singleInTwo
	singleFar
	singleOdd // a single man that stands on the other chessboard colour and needs help
	pairAtOnce
	pairInTwo
	pairFar
	tripleAtOnce
	tripleInTwo
	tripleFar
	tallNear // more than three men, who come in parts, each in one move
	tallFar
	approaches
)

// summary describes how a colour would gather on a square. The square with the least summary is the gathering square,
// where the first numbers decide: an estimate of the moves, the square's access, its class, and then the numbers of
// stacks by approach, the last approach first.
type summary [3 + approaches]uint8

// accesses is the number of different counts of open directions, 0 to 4, among the four diagonal or the four others.
const accesses = 5

func (s *summary) moves() int { return int(s[0]) }

// access returns accesses times the number of open diagonal directions, plus the number of other open directions.
func (s *summary) access() int          { return int(s[1]) }
func (s *summary) class() int           { return int(s[2]) }
func (s *summary) count(a approach) int { return int(s[len(s)-1-int(a)]) }

// add adds a stack to the summary.
func (s *summary) add(a approach) {
	s[0] += movesBy[a]
	s[len(s)-1-int(a)]++
}

// movesBy holds an estimate of the moves that a stack needs, by its approach. The entry for there, the last one, is 0.
var movesBy = [approaches + 1]uint8{
	singleAtOnce: 1, singleInTwo: 2, singleFar: 3, singleOdd: 2, pairAtOnce: 1, pairInTwo: 2, pairFar: 3,
	tripleAtOnce: 1, tripleInTwo: 2, tripleFar: 3,
	tallNear: 2, tallFar: 4,
}

// camp is an analysis of the stacks of one colour.
type camp struct {
	piles   [16]pile
	count   int     // number of piles
	best    summary // the least summary of all piles
	targets uint16  // the piles with that summary, one bit each
	merges  int     // number of moves of a whole stack onto another
	heights [3]int  // numbers of stacks of one, two and three men
	tallest uint8   // men in the highest stack
}

func (c *camp) all() []pile { return c.piles[:c.count&15] }

// analyse fills an empty camp with the analysis of a colour.
func (c *camp) analyse(p *position, own color) {
	for s := range p.stacks[own&1].all {
		c.add(p, own, s)
	}
	var gatherAt [16]summary // by pile, the summary of gathering on its square
	piles := c.all()
	for i := range piles {
		for j := range i {
			ofI, ofJ := c.approaches(&piles[i], &piles[j])
			gatherAt[j&15].add(ofI)
			gatherAt[i&15].add(ofJ)
		}
	}
	c.best[0] = 255 // more moves than in any summary
	class := &p.rules.board.class
	for i := range piles {
		s, b := &gatherAt[i&15], &piles[i]
		s[0] += uint8(s.count(singleOdd) & 1) // one of the single men that need help has no partner
		s[1] = uint8(accesses*b.ways[0] + b.ways[1])
		s[2] = class[b.square]
		switch bytes.Compare(s[:], c.best[:]) {
		case -1:
			c.best, c.targets = *s, 1<<i
		case 0:
			c.targets |= 1 << i
		}
	}
}

func (c *camp) add(p *position, own color, s square) {
	b := &c.piles[c.count&15]
	b.putOn(s)
	b.height = p.heights[s]
	b.look(0, p.slide(own, s, rising), p.slide(own, s, falling))
	b.look(1, p.slide(own, s, alongRank), p.slide(own, s, alongFile))
	c.count++
	c.tallest = max(c.tallest, b.height)
	if b.height <= 3 {
		c.heights[b.height-1]++
	}
}

// putOn makes b a pile of height 0 on a square, from which men reach only the square itself.
func (b *pile) putOn(s square) {
	*b = pile{square: s}
	for men := range b.reached {
		b.reached[men].flip(s)
	}
}

// approaches returns the approaches of b to other and of other to b. It adds the merges among them to c.merges.
func (c *camp) approaches(b, other *pile) (ofB, ofOther approach) {
	men := min(b.height, 3)
	moves := distance(b, other, men)
	ofB = c.approach(b, other, moves)
	if menBack := min(other.height, 3); menBack != men {
		moves = distance(b, other, menBack)
	}
	return ofB, c.approach(other, b, moves)
}

// approach returns the approach of b to target, given the distance in moves: 1, 2 or far. If one move joins all of b to
// target, it adds this merge to c.merges.
func (c *camp) approach(b, target *pile, moves int) approach {
	if moves == 1 && b.height <= 3 {
		c.merges++
	}
	switch b.height {
	case 1:
		if b.square.parity() != target.square.parity() {
			return singleOdd
		}
		return singleAtOnce + approach(moves-1)
	case 2:
		return pairAtOnce + approach(moves-1)
	case 3:
		return tripleAtOnce + approach(moves-1)
	}
	return tallNear + approach(min(moves-1, 1))
}

// squareClasses is the number of classes of [base.SquareClass].
const squareClasses = 20

var classNames = base.SquareClasses(maxSize)

// The counts that patterns distinguish.
const (
	oddCounts     = 5  // numbers of single men: 0 to 3, and 4 or more
	helperCounts  = 3  // numbers of stacks of two or three: 0, 1, and 2 or more
	maxHeight     = 4  // heights: 1 to 3, and 4 or more
	mostLead      = 12 // largest lead in moves
	mostStackLead = 6  // largest lead in stacks
	mostFew       = 6  // largest number of moves in the patterns few
)

// patternGroups holds the patterns of positions; see [base.Terms]. The fields lead and stackLead are the number of the
// pattern for a lead of 0.
type patternGroups struct {
	base.Terms
	stacks, moves, ready, merges                       [2]base.Group
	approach                                           [approaches]base.Group
	diagonals, sides, singles, pairs, triples, tallest base.Group
	reach                                              [maxHeight]base.Ranges
	odd, target, pile, lead, stackLead, few            uint16
}

var patterns = newPatterns()

// newPatterns returns the groups of patterns in the order of their numbers.
func newPatterns() (g patternGroups) {
	g.Orders = [2]base.Value{{"next", "is to move"}, {"wait", "awaits the opponent's move"}}
	for order, who := range g.Orders { // from two stacks on, since with one the game is over
		g.stacks[order] = g.Counts("stacks-"+who.Name(), 2, maxMen, "%s stacks, and the seat "+who.Help())
	}
	g.moves = g.OrderedCounts("moves", 1, 20, "%s moves to gather all men as the stacks stand, roughly")
	for a, facts := range approachFacts {
		g.approach[a] = g.CountsOrMore(facts.name, 1, facts.most, "%s "+facts.help)
	}
	g.ready = g.OrderedCounts("ready", 0, 4, "%s stacks that reach the gathering square at once")
	g.odd = g.Each("odd-%s-%s", "%s (4 for more) single men on squares of the other colour, and %s (2 for more) "+
		"stacks of two or three besides the gathering square",
		base.Numbers("%d", 0, oddCounts-1), base.Numbers("%d", 0, helperCounts-1))
	g.diagonals = g.Counts("diagonals", 0, accesses-1, "a gathering square open in %s diagonal directions")
	g.sides = g.Counts("sides", 0, accesses-1, "a gathering square open in %s other directions")
	g.target = g.Each("target-%s", "a gathering square like %s", classNames)
	g.merges = g.OrderedCounts("merges", 0, 10, "%s moves of a whole stack onto another of its own")
	g.singles = g.CountsOrMore("singles", 0, maxMen-1, "%s single men")
	g.pairs = g.Counts("pairs", 0, maxMen/2, "%s stacks of two")
	g.triples = g.Counts("triples", 0, maxMen/3, "%s stacks of three")
	g.tallest = g.Counts("tallest", 1, maxMen-1, "%s men in the highest stack")
	heights := base.Named("1", "2", "3", "4+")
	g.pile = g.Each("stack-%s-%s", "a stack of %s on a square like %s", heights, classNames)
	for i, height := range heights { // i/2 is 0 for stacks of one or two men, 1 for higher ones
		g.reach[i] = g.Ranges("reach-"+height.Name(), reachRanges[i/2], "a stack of "+height.Help()+
			" that can move as a whole (three of its men, if it has more) to %d to %s squares")
	}
	g.lead = mostLead + g.Each("lead%s", "the seat to move needs %s moves less to gather than its opponent, bounded "+
		"to -12..12", base.Numbers("%+d", -mostLead, mostLead))
	g.stackLead = mostStackLead + g.Each("stack-lead%s", "the seat to move has %s stacks less than its opponent, "+
		"bounded to -6..6", base.Numbers("%+d", -mostStackLead, mostStackLead))
	few := base.Numbers("%d", 1, mostFew)
	g.few = g.Each("few-%s-%s", "the seat to move needs %s moves to gather, its opponent %s", few, few)
	return g
}

// reachRanges holds the ranges of numbers of squares in reach, each by its smallest number: first for one or two men,
// who have four directions, then for three men, who have eight.
var reachRanges = [2][]int{{0, 1, 3, 6, 10, 15}, {0, 6, 11, 16, 21, 28}}

// approachFacts describes the approaches.
var approachFacts = [approaches]struct {
	name string
	most int // the largest count with a pattern, which stands for all larger counts too
	help string
}{
	{"single-at-once", 4, "single men that reach the gathering square at once"},
	{"single-in-two", 6, "single men that reach it in two moves"},
	{"single-far", 4, "single men whose way there is longer or barred"},
	{"single-odd", 5, "single men on squares of the other colour than the gathering square's"},
	{"pair-at-once", 3, "stacks of two that reach it at once"},
	{"pair-in-two", 4, "stacks of two that reach it in two moves"},
	{"pair-far", 3, "stacks of two whose way there is longer or barred"},
	{"triple-at-once", 2, "stacks of three that reach it at once"},
	{"triple-in-two", 2, "stacks of three that reach it in two moves"},
	{"triple-far", 2, "stacks of three whose way there is longer or barred"},
	{"tall-near", 1, "stacks of more men from which three reach it at once"},
	{"tall-far", 1, "stacks of more men from which three do not reach it at once"},
}
