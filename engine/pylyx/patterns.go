package pylyx

import (
	"math/bits"

	"pillars/engine"
)

// AppendPatterns implements [engine.PatternPosition]. The patterns are about how far each seat is from gathering its
// men, and only for the seat to act about who is ahead. Before the colours are chosen, seats show no patterns.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	if p.kind != mainStep {
		return
	}
	var camps [2]camp // of the seat to act, then of its opponent
	own, next := p.mover(), p.seat&1
	camps[0].look(p, own)
	camps[1].look(p, own^1)
	for order := range camps {
		seat := next ^ engine.Seat(order)
		list := camps[order].appendGathering(lists[seat], order)
		lists[seat] = camps[order].appendPiles(list, &p.rules.board.class)
	}
	lists[next] = appendRace(lists[next], &camps[0], &camps[1])
}

// Phase grows evenly as the number of stacks shrinks from one for each man. PhaseEnd is four stacks on the board.
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
	s := c.best
	ready, helpers := 0, 0
	for a := range approaches {
		count := s.count(a)
		if count == 0 {
			continue
		}
		list = append(list, patterns.approach[a].Of(count))
		switch a {
		case singleAtOnce, pairAtOnce, tripleAtOnce:
			ready += count
		}
		if a >= pairAtOnce && a < tallNear {
			helpers += count
		}
	}
	order &= 1
	odd, access := min(s.count(singleOdd), oddCounts-1), s.access()
	return append(list,
		patterns.stacks[order].Of(c.count), patterns.moves[order].Of(s.moves()), patterns.ready[order].Of(ready),
		patterns.odd+uint16(odd*helperCounts+min(helpers, helperCounts-1)),
		patterns.diagonals.Of(access/accesses), patterns.sides.Of(access%accesses), patterns.target+uint16(s.class()),
		patterns.merges[order].Of(c.merges), patterns.singles.Of(c.heights[0]), patterns.pairs.Of(c.heights[1]),
		patterns.triples.Of(c.heights[2]), patterns.tallest.Of(int(c.tallest)),
	)
}

// appendPiles appends the patterns of each stack.
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

// pile is a stack in a camp, or an empty square that a stack may reach. Its coordinate on a file is the rank. On all
// other lines it is the file.
type pile struct {
	square          square
	height          uint8
	file, rank      int8
	sum, difference int8       // of file and rank: constant along falling and along rising diagonals
	from, to        [axes]int8 // by axis, the lowest and the highest coordinate that the pile's men reach
}

func (b *pile) at(a axis) int8 {
	if a == alongFile {
		return b.rank
	}
	return b.file
}

// spans reports whether the pile's men reach the coordinate at along an axis.
func (b *pile) spans(a axis, at int8) bool { return b.from[a&3] <= at && at <= b.to[a&3] }

// open returns in how many of the two directions along an axis the pile can move.
func (b *pile) open(a axis) (count int) {
	at := b.at(a)
	if b.from[a] < at {
		count++
	}
	if b.to[a] > at {
		count++
	}
	return count
}

// reach returns the number of moves of the whole stack, or of three of its men if it has more.
func (b *pile) reach() (sum int) {
	first, end := powers(int(b.height))
	for a := first; a < end; a++ {
		sum += int(b.to[a] - b.from[a])
	}
	return sum
}

const far = 3

// distance returns the number of moves that 1 to 3 men need from one pile to another while all other stacks stay: 1, 2,
// or far for more. A way of two moves turns on a square that men on both piles reach. The distance is symmetric.
func distance(b, c *pile, men uint8) int {
	switch men {
	case 1:
		return diagonally(b, c)
	case 2:
		return orthogonally(b, c)
	}
	return inAll(b, c, diagonally(b, c), orthogonally(b, c))
}

// inAll returns the distance for three men. The distance for one man is diagonal, and for two men side.
func inAll(b, c *pile, diagonal, side int) int {
	least := min(diagonal, side)
	if least == far && (crossing(b, c) || crossing(c, b)) {
		return 2
	}
	return least
}

func diagonally(b, c *pile) int {
	if (b.sum^c.sum)&1 != 0 {
		return far
	}
	if b.difference == c.difference {
		return along(b, c, rising)
	}
	if b.sum == c.sum {
		return along(b, c, falling)
	}
	one, other := (b.difference+c.sum)>>1, (c.difference+b.sum)>>1
	if b.spans(rising, one) && c.spans(falling, one) || b.spans(falling, other) && c.spans(rising, other) {
		return 2
	}
	return far
}

func orthogonally(b, c *pile) int {
	if b.rank == c.rank {
		return along(b, c, alongRank)
	}
	if b.file == c.file {
		return along(b, c, alongFile)
	}
	if b.spans(alongRank, c.file) && c.spans(alongFile, b.rank) || b.spans(alongFile, c.rank) &&
		c.spans(alongRank, b.file) {
		return 2
	}
	return far
}

func along(b, c *pile, a axis) int {
	if b.spans(a, c.at(a)) {
		return 1
	}
	if max(b.from[a], c.from[a]) <= min(b.to[a], c.to[a]) {
		return 2
	}
	return far
}

// crossing reports whether there is a square that b reaches along its rank or file and c along a diagonal.
func crossing(b, c *pile) bool {
	byRank, byFile := c.difference+b.rank, c.sum-b.rank // where c's diagonals meet b's rank, as files
	up, down := b.file-c.difference, c.sum-b.file       // where they meet b's file, as ranks
	return b.spans(alongRank, byRank) && c.spans(rising, byRank) || b.spans(alongRank, byFile) &&
		c.spans(falling, byFile) ||
		c.spans(rising, b.file) && b.spans(alongFile, up) || c.spans(falling, b.file) && b.spans(alongFile, down)
}

// approach classifies a stack by its size and its distance from a gathering square.
type approach uint8

const (
	singleAtOnce approach = iota
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

// summary holds everything that patterns tell about gathering on a square. The lowest 48 bits count the stacks by
// approach. Above them are the square's class, its access, and an estimate of the moves to gather there. Comparing two
// summaries so compares the moves first. The square with the least summary is the gathering square.
type summary uint64

const (
	countBits   = 4
	classShift  = countBits * approaches
	accessShift = classShift + 5
	movesShift  = accessShift + 5
)

// accesses is the number of values of a count of open directions, 0 to 4, among the four diagonal or the four others.
const accesses = 5

func (s summary) count(a approach) int { return int(s >> (countBits * a) & 15) }
func (s summary) class() int           { return int(s >> classShift & 31) }

// access returns accesses times the number of open diagonal directions, plus the number of other open directions.
func (s summary) access() int { return int(s >> accessShift & 31) }
func (s summary) moves() int  { return int(s >> movesShift) }

// movesBy holds an estimate of the moves that a stack needs, by its approach.
var movesBy = [approaches + 1]summary{
	singleAtOnce: 1, singleInTwo: 2, singleFar: 3, singleOdd: 2, pairAtOnce: 1, pairInTwo: 2, pairFar: 3,
	tripleAtOnce: 1, tripleInTwo: 2, tripleFar: 3,
	tallNear: 2, tallFar: 4,
}

var summaryOf = func() (table [16]summary) {
	for a := range approaches {
		table[a] = 1<<(countBits*a) | movesBy[a]<<movesShift
	}
	return table
}()

// camp is an analysis of the stacks of one colour.
type camp struct {
	piles   [16]pile
	count   int
	best    summary // the least summary of all piles
	targets uint16  // the piles with that summary, one bit each
	merges  int     // number of moves of a whole stack onto another
	heights [3]int  // numbers of stacks of one, two and three men
	tallest uint8   // men in the highest stack
}

func (c *camp) all() []pile { return c.piles[:c.count&15] }

// look fills an empty camp with the analysis of a colour.
func (c *camp) look(p *position, own color) {
	for i, word := range &p.stacks[own&1] {
		for ; word != 0; word &= word - 1 {
			c.add(p, own, square(64*i+bits.TrailingZeros64(word)))
		}
	}
	var at [16]summary
	piles := c.all()
	for i := range piles {
		for j := range i {
			there, here := c.approaches(&piles[i], &piles[j])
			at[j&15] += summaryOf[there&15]
			at[i&15] += summaryOf[here&15]
		}
	}
	c.best = ^summary(0)
	class := &p.rules.board.class
	for i := range piles {
		s := at[i&15]
		s += s >> (countBits * singleOdd) & 1 << movesShift
		s += summary(class[piles[i].square])<<classShift + accessOf(&piles[i])<<accessShift
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
	b.stand(s)
	b.height = p.heights[s]
	for a := range axes {
		l, at := p.slide(own, s, a), b.at(a)
		b.from[a], b.to[a] = at-int8(l.back), at+int8(l.forward)
	}
	c.count++
	c.tallest = max(c.tallest, b.height)
	if b.height <= 3 {
		c.heights[b.height-1]++
	}
}

// stand makes b an empty pile on a square, without its reach.
func (b *pile) stand(s square) {
	file, rank := int8(s.file()), int8(s.rank())
	*b = pile{square: s, file: file, rank: rank, sum: file + rank, difference: file - rank}
}

func accessOf(b *pile) summary {
	return summary(accesses*(b.open(rising)+b.open(falling)) + b.open(alongRank) + b.open(alongFile))
}

// approaches returns the approach of b to other, which is there, and the approach of other to b, which is here. It
// counts merges.
func (c *camp) approaches(b, other *pile) (there, here approach) {
	men := min(b.height, 3)
	moves := distance(b, other, men)
	there = c.approach(b, other, moves)
	if back := min(other.height, 3); back != men {
		moves = distance(b, other, back)
	}
	return there, c.approach(other, b, moves)
}

func (c *camp) approach(b, target *pile, moves int) approach {
	if moves == 1 && b.height <= 3 {
		c.merges++
	}
	return approachOf(b, target, moves)
}

func approachOf(b, target *pile, moves int) approach {
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
