package pitofpillars

import (
	"strconv"
	"sync/atomic"

	"pillars/engine/internal/base"
)

// setUpPatterns holds the patterns of the entering stage, in which no other patterns occur. They say which seat will
// open the movement stage and where the men stand. For isolated squares, see [position.isolated].
type setUpPatterns struct {
	// opens has the patterns of the seat that will open the movement stage, by size of the board and number of isolated
	// squares.
	opens [maxSize + 1]base.Ranges
	// undecided has the patterns of the seat to act while it is unknown which seat will open the movement stage. Index
	// 0 is for an adjoining next step, 1 for others. A pattern gives the number of isolated squares.
	undecided [2]base.Group
	// adjoining, diagonal and second have the patterns of each man. They count the men next to the man, diagonally next
	// to it, and two squares away on its rank or file.
	adjoining, diagonal, second menPatterns
}

// menPatterns is the first number of a block of patterns. A pattern of the block gives the class of a man's square, and
// how many own men and how many men of the opponent are on certain squares around the man: 0, 1, or at least 2.
type menPatterns uint16

// of returns the number of the pattern of a man on a square of the given class. The argument squares holds the squares
// around the man that b is about; own and other hold the squares with men of the seat and of its opponent.
func (b menPatterns) of(class uint8, squares, own, other bitboard) uint16 {
	ownMen, otherMen := min(2, (squares&own).Count()), min(2, (squares&other).Count())
	return uint16(b) + (uint16(class)*3+uint16(ownMen))*3 + uint16(otherMen)
}

func (p *position) appendSetUp(lists *[2][]uint16) {
	isolated := p.isolated().Count()
	setUp := &patterns.setUp
	if opener, known := p.opener(); known {
		lists[opener&1] = append(lists[opener&1], setUp.opens[p.rules.board.size].Of(isolated))
	} else {
		group := setUp.undecided[1]
		if p.kind == adjoiningStep {
			group = setUp.undecided[0]
		}
		lists[p.seat&1] = append(lists[p.seat&1], group.Of(isolated))
	}
	class := &p.rules.board.class
	for s := range lists {
		own, other := p.control[s], p.control[s^1]
		for rest := own; rest != 0; rest &= rest - 1 {
			at := rest.First() & 63
			lists[s] = append(lists[s], setUp.adjoining.of(class[at], neighbours[at], own, other),
				setUp.diagonal.of(class[at], diagonals[at], own, other),
				setUp.second.of(class[at], seconds[at], own, other))
		}
	}
}

// diagonals holds, by square, the squares diagonally next to it. seconds holds, by square, the squares two squares away
// on its rank or file.
var diagonals, seconds = func() (diagonal, second [64]bitboard) {
	for at := range square(64) {
		bit := at.Bit()
		diagonal[at] = spread(bit) &^ orthogonalSpread(bit) &^ bit
		for d := range direction(orthogonals) {
			second[at] |= shift(shift(bit, d), d)
		}
	}
	return diagonal, second
}()

func (g *patternGroups) setUpPatterns() (s setUpPatterns) {
	for size := minSize; size <= maxSize; size++ {
		s.opens[size] = g.Ranges("set-up-opens-"+strconv.Itoa(size), []int{0, 1, 4, 8, 12},
			"%d to %s isolated squares left on a board of size "+strconv.Itoa(size)+", and the seat will open the "+
				"movement stage")
	}
	const fewest, most = mostSolved + 1, 47 // numbers of isolated squares; most also stands for more
	steps := [2]base.Value{{"adjoin", "adjoins a man next"}, {"isolate", "enters an isolated man next"}}
	for next, what := range steps {
		s.undecided[next] = g.CountsOrMore("set-up-undecided-"+what.Name(), fewest, most,
			"%s isolated squares left, the opener is not known, and the seat "+what.Help())
	}
	s.adjoining, s.diagonal = g.byMen("adjoining", "next to it"), g.byMen("diagonal", "diagonally next to it")
	s.second = g.byMen("second", "two squares away in line")
	return s
}

// byMen appends a block of patterns. The text where says which squares around the man the block is about.
func (g *patternGroups) byMen(name, where string) menPatterns {
	counts := []base.Value{{"0", "no"}, {"1", "one"}, {"2+", "two or more"}}
	return menPatterns(g.Each("set-up-"+name+"-%s-%s-%s", "a man on a square like %s, with %s own men and %s of the "+
		"opponent's "+where, classNames, counts, counts))
}

// mostSolved is the largest number of isolated squares with which position.opener searches for the seat that opens.
const mostSolved = 16

// openers is a hash table of results of [geometry.isolatorOpens], by size of the board. An entry is the set of isolated
// squares, plus bit 0 if the player to act opens. Bit 0 is free for this, because it belongs to a corner. A new entry
// replaces an old one. Goroutines share the table.
var openers [maxSize + 1][1 << openerBits]atomic.Uint64

const openerBits = 16

// isolatorOpens reports whether the player who has to enter a man on an isolated square can force to be the first to
// move in the movement stage. It searches the rest of the entering stage exhaustively. A turn adjoins a man to the
// opponent's last man and then enters another on an isolated square. If there is no isolated square for the second man,
// the stage ends, and the opponent opens. So the result depends only on the set of isolated squares and, before a man
// is adjoined, on the square of the last man.
func (g *geometry) isolatorOpens(isolated bitboard) bool {
	var entries [64]entry
	n := 0
	for rest := isolated; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		left := isolated &^ (neighbours[at] | at.Bit())
		if left == 0 {
			return true // the opponent must adjoin a man and then finds no isolated square
		}
		entries[n] = entry{left, at}
		n++
	}
	slot := &openers[g.size][uint64(isolated)*0x9e3779b97f4a7c15>>(64-openerBits)] // Fibonacci hashing
	if stored := bitboard(slot.Load()); stored&^1 == isolated {
		return stored&1 != 0
	}
	fewestFirst(entries[:n])
	opens := bitboard(0) // 1 if the player opens
	for _, e := range entries[:n] {
		if opponentOpens := g.adjoinerOpens(e.left, neighbours[e.at]&g.squares); !opponentOpens {
			opens = 1
			break
		}
	}
	slot.Store(uint64(isolated | opens))
	return opens != 0
}

// adjoinerOpens reports whether the player who has to adjoin a man on one of the given squares, and then to enter a man
// on an isolated square, will open the movement stage; see isolatorOpens.
func (g *geometry) adjoinerOpens(isolated, squares bitboard) bool {
	var entries [4]entry // the squares are neighbours of one square, so there are at most four
	n := 0
	for rest := squares; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		if left := isolated &^ neighbours[at]; left != 0 { // otherwise the stage ends, and the opponent opens
			entries[n] = entry{left, at}
			n++
		}
	}
	fewestFirst(entries[:n])
	for _, e := range entries[:n] {
		if g.isolatorOpens(e.left) {
			return true
		}
	}
	return false
}

// entry is a possible entry of a man: its square, and the squares that are still isolated afterwards.
type entry struct {
	left bitboard
	at   square
}

// fewestFirst sorts entries by the number of isolated squares left, because small sets are searched fast.
func fewestFirst(entries []entry) {
	for i, e := range entries {
		size := e.left.Count()
		for ; i > 0 && entries[i-1].left.Count() > size; i-- {
			entries[i] = entries[i-1]
		}
		entries[i] = e
	}
}

// opener returns the seat that will open the movement stage, for a position of the entering stage. The result known is
// false if there are more than mostSolved isolated squares.
func (p *position) opener() (s seat, known bool) {
	isolated := p.isolated()
	if isolated.Count() > mostSolved {
		return 0, false
	}
	var opens bool
	if p.kind == adjoiningStep {
		opens = p.rules.board.adjoinerOpens(isolated, p.entrySquares())
	} else {
		opens = p.rules.board.isolatorOpens(isolated)
	}
	if opens {
		return p.seat, true
	}
	return p.seat.other(), true
}
