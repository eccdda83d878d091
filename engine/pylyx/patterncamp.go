package pylyx

import "math/bits"

// approach is how a stack comes to the gathering square.
type approach uint8

const (
	singleAtOnce approach = iota
	singleInTwo
	singleFar
	singleOdd // on a square of the other colour, where it cannot come alone
	pairAtOnce
	pairInTwo
	pairFar
	tripleAtOnce
	tripleInTwo
	tripleFar
	tallNear // more than three men, which come in parts, at once each
	tallFar
	approaches
)

// summary tells of a gathering square all that patterns show of it, so that squares with equal summaries are worth the same whichever is taken. The
// lowest 48 bits count the approaches; then come the square's class, its access, and the moves to gather there, roughly.
type summary uint64

const (
	countBits   = 4
	classShift  = countBits * approaches
	accessShift = classShift + 5
	movesShift  = accessShift + 5
)

// accesses is how many numbers of open directions there are, among the diagonal and among the other ones.
const accesses = 5

func (s summary) count(a approach) int { return int(s >> (countBits * a) & 15) }
func (s summary) class() int           { return int(s >> classShift & 31) }
func (s summary) access() int          { return int(s >> accessShift & 31) } // diagonal directions times accesses, plus the others
func (s summary) moves() int           { return int(s >> movesShift) }

// movesBy is how many moves an approach takes; a single odd man is helped at the price of one more.
var movesBy = [approaches]summary{
	singleAtOnce: 1, singleInTwo: 2, singleFar: 3, singleOdd: 2, pairAtOnce: 1, pairInTwo: 2, pairFar: 3, tripleAtOnce: 1, tripleInTwo: 2, tripleFar: 3,
	tallNear: 2, tallFar: 4,
}

// summaryOf counts a stack in that comes so.
var summaryOf = newSummaryOf()

func newSummaryOf() (table [16]summary) {
	for a := range approaches {
		table[a] = 1<<(countBits*a) | movesBy[a]<<movesShift
	}
	return table
}

// camp is all that a colour has on the board.
type camp struct {
	piles   [16]pile
	count   int
	best    summary // of the square to gather on
	merges  int     // moves of a whole stack onto another
	heights [3]int  // stacks of one, two and three men
	tallest uint8
}

func (c *camp) all() []pile { return c.piles[:c.count&15] }

// look measures a colour's stacks and finds the square to gather on: the one of the least summary, so of the fewest moves.
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
	class := &classes[p.rules.board.size]
	for i := range piles {
		s := at[i&15]
		s += s >> (countBits * singleOdd) & 1 << movesShift
		s += summary(class[piles[i].square])<<classShift + accessOf(&piles[i])<<accessShift
		c.best = min(c.best, s)
	}
}

// add measures one more stack.
func (c *camp) add(p *position, own color, s square) {
	b := &c.piles[c.count&15]
	b.measure(p, own, s)
	c.count++
	c.tallest = max(c.tallest, b.height)
	if b.height <= 3 {
		c.heights[b.height-1]++
	}
}

// accessOf numbers the directions in which a pile is open to its own men.
func accessOf(b *pile) summary {
	return summary(accesses*(b.open(rising)+b.open(falling)) + b.open(alongRank) + b.open(alongFile))
}

// approaches tells how two piles come to each other: the first to the second, then the second to the first. It counts merges.
func (c *camp) approaches(b, other *pile) (there, here approach) {
	men := min(b.height, 3)
	moves := distance(b, other, men)
	there = c.approach(b, other, moves)
	if back := min(other.height, 3); back != men {
		moves = distance(b, other, back)
	}
	return there, c.approach(other, b, moves)
}

// approach is the way of a pile to another that takes it so many moves.
func (c *camp) approach(b, target *pile, moves int) approach {
	if b.height > 3 {
		return tallNear + approach(min(moves-1, 1))
	}
	if moves == 1 {
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
	}
	return tripleAtOnce + approach(moves-1)
}
