package pylyx

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

// AppendPatterns implements [engine.PatternPosition]. Most patterns say how far a seat is from gathering its men.
// Patterns that say who is ahead are for the seat to act only. Before the colours are chosen, seats show no patterns.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	if p.kind != mainStep {
		return
	}
	var camps [2]camp // the camp of the seat to act, then of its opponent
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

// appendGathering appends the patterns of the gathering square and of the stacks' approaches to it. order is 0 for the
// seat to act, 1 for its opponent.
func (c *camp) appendGathering(list []uint16, order int) []uint16 {
	best := c.best
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
		if a >= pairAtOnce && a < tallNear { // approaches of stacks of two or three men
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

// appendRace appends the patterns that compare how far the two seats are from gathering their men, in moves and in
// stacks.
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

// pile is a stack as [camp] analyses it, or an empty square that a stack may reach. In from and to, a coordinate is a
// position on a line: the rank on a file, and the file on all other lines.
type pile struct {
	square          square
	height          uint8
	file, rank      int8
	sum, difference int8       // file+rank, constant along falling diagonals; file-rank, constant along rising ones
	from, to        [axes]int8 // by axis, the lowest and the highest coordinate that the pile's men reach
}

// coordinate returns the pile's coordinate on its line along an axis.
func (b *pile) coordinate(a axis) int8 {
	if a == alongFile {
		return b.rank
	}
	return b.file
}

// spans reports whether the pile's men can reach a coordinate, at, on the pile's line along the axis a.
func (b *pile) spans(a axis, at int8) bool { return b.from[a&3] <= at && at <= b.to[a&3] }

// openWays returns in how many of the two directions along an axis the pile can move.
func (b *pile) openWays(a axis) (count int) {
	at := b.coordinate(a)
	if b.from[a] < at {
		count++
	}
	if b.to[a] > at {
		count++
	}
	return count
}

// reach returns the number of squares to which one move takes the whole stack, or three of its men if it has more.
func (b *pile) reach() (sum int) {
	first, end := axesOf(int(b.height))
	for a := first; a < end; a++ {
		sum += int(b.to[a] - b.from[a])
	}
	return sum
}

// far is a distance of three moves or more.
const far = 3

// distance returns the number of moves that 1 to 3 men need from one pile to another while all other stacks stay: 1, 2
// or far. Two moves suffice if there is a square that men on both piles reach, so the distance is symmetric.
func distance(b, c *pile, men uint8) int {
	switch men {
	case 1:
		return diagonally(b, c)
	case 2:
		return orthogonally(b, c)
	}
	return inAll(b, c, diagonally(b, c), orthogonally(b, c))
}

// inAll returns the distance between b and c for three men. diagonal is their distance for one man, and side for two
// men.
func inAll(b, c *pile, diagonal, side int) int {
	least := min(diagonal, side)
	if least == far && (crossing(b, c) || crossing(c, b)) {
		return 2
	}
	return least
}

// diagonally returns the [distance] between two piles for one man, which moves along diagonals.
func diagonally(b, c *pile) int {
	if (b.sum^c.sum)&1 != 0 { // the squares differ in parity
		return far
	}
	if b.difference == c.difference {
		return along(b, c, rising)
	}
	if b.sum == c.sum {
		return along(b, c, falling)
	}
	onRising := (b.difference + c.sum) >> 1  // the file where b's rising diagonal crosses c's falling one
	onFalling := (c.difference + b.sum) >> 1 // the file where b's falling diagonal crosses c's rising one
	if b.spans(rising, onRising) && c.spans(falling, onRising) ||
		b.spans(falling, onFalling) && c.spans(rising, onFalling) {
		return 2
	}
	return far
}

// orthogonally returns the [distance] between two piles for two men, which move along ranks and files.
func orthogonally(b, c *pile) int {
	if b.rank == c.rank {
		return along(b, c, alongRank)
	}
	if b.file == c.file {
		return along(b, c, alongFile)
	}
	rankFirst := b.spans(alongRank, c.file) && c.spans(alongFile, b.rank)
	if rankFirst || b.spans(alongFile, c.rank) && c.spans(alongRank, b.file) {
		return 2
	}
	return far
}

// along returns the [distance] between two piles on a common line along the axis a. It is 2 if one move does not
// suffice but both piles reach a square between them: an own stack stands there, or men move a single square at a time.
func along(b, c *pile, a axis) int {
	if b.spans(a, c.coordinate(a)) {
		return 1
	}
	if max(b.from[a], c.from[a]) <= min(b.to[a], c.to[a]) {
		return 2
	}
	return far
}

// crossing reports whether there is a square that b reaches along its rank or file and that c reaches along a diagonal.
func crossing(b, c *pile) bool {
	risingFile, fallingFile := c.difference+b.rank, c.sum-b.rank // the files where c's diagonals cross b's rank
	risingRank, fallingRank := b.file-c.difference, c.sum-b.file // the ranks where c's diagonals cross b's file
	return b.spans(alongRank, risingFile) && c.spans(rising, risingFile) ||
		b.spans(alongRank, fallingFile) && c.spans(falling, fallingFile) ||
		c.spans(rising, b.file) && b.spans(alongFile, risingRank) ||
		c.spans(falling, b.file) && b.spans(alongFile, fallingRank)
}

// approach classifies a stack by its height and its distance from a gathering square.
type approach uint8

const (
	singleAtOnce approach = iota // a single man that one move brings to the gathering square
	singleInTwo
	singleFar
	singleOdd // a single man that needs help: it and the gathering square are on different chessboard colours
	pairAtOnce
	pairInTwo
	pairFar
	tripleAtOnce
	tripleInTwo
	tripleFar
	tallNear // more than three men, three of whom reach the gathering square in one move
	tallFar
	approaches
)

// summary describes how a colour would gather on a square, as one number. The lowest 48 bits count the stacks by
// approach. Above them, in rising order, are the square's class, its access (see [summary.access]), and an estimate of
// the moves to gather there. The moves are in the highest bits, so a comparison of two summaries compares moves first.
// The square with the least summary is the gathering square.
type summary uint64

const (
	countBits   = 4
	classShift  = countBits * approaches
	accessShift = classShift + 5
	movesShift  = accessShift + 5
)

// accesses is the number of possible counts of open directions: 0 to 4, among the four diagonal or the four other
// directions.
const accesses = 5

func (s summary) count(a approach) int { return int(s >> (countBits * a) & 15) }
func (s summary) class() int           { return int(s >> classShift & 31) }

// access returns the number of open diagonal directions multiplied by the constant accesses, plus the number of other
// open directions.
func (s summary) access() int { return int(s >> accessShift & 31) }
func (s summary) moves() int  { return int(s >> movesShift) }

// movesBy estimates, by approach, the moves that a stack needs. The last entry, for stacks on the gathering square, is
// 0.
var movesBy = [approaches + 1]summary{
	singleAtOnce: 1, singleInTwo: 2, singleFar: 3, singleOdd: 2, pairAtOnce: 1, pairInTwo: 2, pairFar: 3,
	tripleAtOnce: 1, tripleInTwo: 2, tripleFar: 3,
	tallNear: 2, tallFar: 4,
}

// summaryOf holds, by approach, what one stack adds to a summary: 1 to the count of its approach, and its moves in
// movesBy.
var summaryOf = func() (table [16]summary) {
	for a := range approaches {
		table[a] = 1<<(countBits*a) | movesBy[a]<<movesShift
	}
	return table
}()

// camp is an analysis of the stacks of one colour.
type camp struct {
	piles   [16]pile
	count   int     // number of piles
	best    summary // the least summary of gathering on the square of a pile
	targets uint16  // the piles on whose squares the summary is best: bit i for piles[i]
	merges  int     // number of moves of a whole stack onto another stack
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
			gatherAt[j&15] += summaryOf[ofI&15] // what stack i adds if all gather on the square of j
			gatherAt[i&15] += summaryOf[ofJ&15]
		}
	}
	c.best = ^summary(0)
	class := &p.rules.board.class
	for i := range piles {
		s := gatherAt[i&15]
		oddLeft := s >> (countBits * singleOdd) & 1 // 1 if one of the single men that need help has no partner
		s += oddLeft << movesShift
		b := &piles[i]
		access := accesses*(b.openWays(rising)+b.openWays(falling)) + b.openWays(alongRank) + b.openWays(alongFile)
		s += summary(class[b.square])<<classShift + summary(access)<<accessShift
		if s < c.best {
			c.best, c.targets = s, 0
		}
		if s == c.best {
			c.targets |= 1 << i
		}
	}
}

func (c *camp) add(p *position, own color, s square) {
	b := &c.piles[c.count&15]
	b.putOn(s)
	b.height = p.heights[s]
	for a := range axes {
		l, at := p.slide(own, s, a), b.coordinate(a)
		b.from[a], b.to[a] = at-int8(l.back), at+int8(l.forward)
	}
	c.count++
	c.tallest = max(c.tallest, b.height)
	if b.height <= 3 {
		c.heights[b.height-1]++
	}
}

// putOn makes b a pile of height 0 on a square. It does not set from and to.
func (b *pile) putOn(s square) {
	file, rank := int8(s.file()), int8(s.rank())
	*b = pile{square: s, file: file, rank: rank, sum: file + rank, difference: file - rank}
}

// approaches returns the approaches of b to other and of other to b. It adds to c.merges the moves of all men of one
// pile to the other pile.
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
		if (b.sum^target.sum)&1 != 0 {
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
	oddCounts     = 5  // single men on the wrong chessboard colour: 0 to 3, and 4 or more
	helperCounts  = 3  // numbers of stacks of two or three men: 0, 1, and 2 or more
	maxHeight     = 4  // heights: 1 to 3, and 4 or more
	mostLead      = 12 // largest lead in moves
	mostStackLead = 6  // largest lead in stacks
	mostFew       = 6  // largest number of moves in the patterns few
)

// patternGroups holds the patterns of positions; see [base.Terms]. lead and stackLead each hold the number of the
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
	for order, who := range g.Orders { // the counts begin at 2, since with one stack the game is over
		g.stacks[order] = g.Counts("stacks-"+who.Name(), 2, maxMen, "%s stacks, and the seat "+who.Help())
	}
	g.moves = g.OrderedCounts("moves", 1, 20, "%s moves to gather all checkers as the stacks stand, roughly")
	for a, facts := range approachFacts {
		g.approach[a] = g.CountsOrMore(facts.name, 1, facts.most, "%s "+facts.help)
	}
	g.ready = g.OrderedCounts("ready", 0, 4, "%s stacks that reach the gathering square at once")
	g.odd = g.Each("odd-%s-%s", "%s (4 for more) single checkers on squares of the other colour, and %s (2 for more) "+
		"stacks of two or three besides the gathering square",
		base.Numbers("%d", 0, oddCounts-1), base.Numbers("%d", 0, helperCounts-1))
	g.diagonals = g.Counts("diagonals", 0, accesses-1, "a gathering square open in %s diagonal directions")
	g.sides = g.Counts("sides", 0, accesses-1, "a gathering square open in %s other directions")
	g.target = g.Each("target-%s", "a gathering square like %s", classNames)
	g.merges = g.OrderedCounts("merges", 0, 10, "%s moves of a whole stack onto another of its own")
	g.singles = g.CountsOrMore("singles", 0, maxMen-1, "%s single checkers")
	g.pairs = g.Counts("pairs", 0, maxMen/2, "%s stacks of two")
	g.triples = g.Counts("triples", 0, maxMen/3, "%s stacks of three")
	g.tallest = g.Counts("tallest", 1, maxMen-1, "%s checkers in the highest stack")
	heights := base.Named("1", "2", "3", "4+")
	g.pile = g.Each("stack-%s-%s", "a stack of %s on a square like %s", heights, classNames)
	for i, height := range heights { // i/2 is 0 for stacks of one or two men, 1 for higher ones
		g.reach[i] = g.Ranges("reach-"+height.Name(), reachRanges[i/2], "a stack of "+height.Help()+
			" that can move as a whole (three of its checkers, if it has more) to %d to %s squares")
	}
	g.lead = mostLead + g.Each("lead%s", "the seat to move needs %s moves less to gather than its opponent, bounded "+
		"to -12..12", base.Numbers("%+d", -mostLead, mostLead))
	g.stackLead = mostStackLead + g.Each("stack-lead%s", "the seat to move has %s stacks less than its opponent, "+
		"bounded to -6..6", base.Numbers("%+d", -mostStackLead, mostStackLead))
	few := base.Numbers("%d", 1, mostFew)
	g.few = g.Each("few-%s-%s", "the seat to move needs %s moves to gather, its opponent %s", few, few)
	return g
}

// reachRanges holds the first number of each range of reach, the number of squares to which a stack can move: first for
// stacks of one or two men, which have four directions, then for higher ones, which have eight.
var reachRanges = [2][]int{{0, 1, 3, 6, 10, 15}, {0, 6, 11, 16, 21, 28}}

// approachFacts describes the patterns for each approach of a stack to the gathering square.
var approachFacts = [approaches]struct {
	name string
	most int // the largest count with a pattern, which stands for all larger counts too
	help string
}{
	{"single-at-once", 4, "single checkers that reach the gathering square at once"},
	{"single-in-two", 6, "single checkers that reach it in two moves"},
	{"single-far", 4, "single checkers whose way there is longer or barred"},
	{"single-odd", 5, "single checkers on squares of the other colour than the gathering square's"},
	{"pair-at-once", 3, "stacks of two that reach it at once"},
	{"pair-in-two", 4, "stacks of two that reach it in two moves"},
	{"pair-far", 3, "stacks of two whose way there is longer or barred"},
	{"triple-at-once", 2, "stacks of three that reach it at once"},
	{"triple-in-two", 2, "stacks of three that reach it in two moves"},
	{"triple-far", 2, "stacks of three whose way there is longer or barred"},
	{"tall-near", 1, "stacks of more checkers from which three reach it at once"},
	{"tall-far", 1, "stacks of more checkers from which three do not reach it at once"},
}
