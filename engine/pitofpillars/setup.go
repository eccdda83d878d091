package pitofpillars

import (
	"strconv"
	"sync"
	"sync/atomic"

	"pillars/engine/internal/kit"
)

// setUpPatterns holds the patterns of the entering stage, which has no others. They say which seat opens the movement
// stage and where the men stand.
type setUpPatterns struct {
	opens                       [maxSize + 1]kit.Ranges // by size of the board and number of isolated squares
	undecided                   [2]kit.Group            // by next step, adjoining or isolated, and isolated squares
	adjoining, diagonal, second menPatterns             // by the men on three sets of squares around a man
}

// menPatterns is the first number of a block of patterns. The block has one for each class of a man's square and each
// count of own men and of the opponent's on certain squares around it: 0, 1, or at least 2.
type menPatterns uint16

// of returns the pattern of a man on a square of a class. It counts the own and other men on the given squares.
func (b menPatterns) of(class uint8, squares, own, other bitboard) uint16 {
	ownMen, otherMen := min(2, (squares&own).Count()), min(2, (squares&other).Count())
	return uint16(b) + (uint16(class)*3+uint16(ownMen))*3 + uint16(otherMen)
}

// appendSetUp appends the patterns of a position of the entering stage.
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

// diagonals holds, by square, its diagonal neighbours. seconds holds, by square, the squares on its rank or file that
// are two squares away.
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

// setUpPatterns appends the patterns of the entering stage.
func (w *patternGroups) setUpPatterns() (s setUpPatterns) {
	for size := minSize; size <= maxSize; size++ {
		s.opens[size] = w.Ranges("set-up-opens-"+strconv.Itoa(size), []int{0, 1, 4, 8, 12},
			"%d to %s isolated squares left on a board of size "+strconv.Itoa(size)+", and the seat will open the "+
				"movement stage")
	}
	const fewest, most = mostSolved + 1, 47 // of isolated squares; the last pattern stands for larger numbers too
	for next, what := range [2]kit.Value{{"adjoin", "adjoins a man next"}, {"isolate", "enters an isolated man next"}} {
		s.undecided[next] = w.Open("set-up-undecided-"+what[0], fewest, most-fewest+1, 1,
			"%s isolated squares left, the opener is not known, and the seat "+what[1])
	}
	s.adjoining, s.diagonal = w.byMen("adjoining", "next to it"), w.byMen("diagonal", "diagonally next to it")
	s.second = w.byMen("second", "two squares away in line")
	return s
}

// byMen appends a block of patterns by men. The text where says which squares around the man they are about.
func (w *patternGroups) byMen(name, where string) menPatterns {
	counts := []kit.Value{{"0", "no"}, {"1", "one"}, {"2+", "two or more"}}
	return menPatterns(w.Each("set-up-"+name+"-%s-%s-%s", "a man on a square like %s, with %s own men and %s of the "+
		"opponent's "+where, classNames, counts, counts))
}

// mostSolved is the largest number of isolated squares with which a search finds the player who opens.
const mostSolved = 16

// openersOf returns, by size of the board, the openers that all rules share. It makes them at the first call.
var openersOf = func() (of [maxSize + 1]func() *openers) {
	for size := range of {
		of[size] = sync.OnceValue(func() *openers { return &openers{squares: geometries[size].squares} })
	}
	return of
}()

// openers searches the entering stage for the player who will open the movement stage, if both players try to open and
// nothing else. A turn adjoins a man to the opponent's last man and then enters another on an isolated square. A player
// who finds no isolated square ends the stage, and the opponent opens. Only the isolated squares matter, and, before a
// man is adjoined, the square of the last man. Goroutines may share an openers.
type openers struct {
	squares bitboard // of the board
	// known is a hash table of results of isolates. An entry is the set of isolated squares, and bit 0, a corner that
	// is never in such a set, tells whether the player to act opens. A new entry replaces an old one.
	known [1 << knownBits]atomic.Uint64
}

const knownBits = 16

// isolates reports whether the player who has to enter a man on an isolated square will open.
func (o *openers) isolates(isolated bitboard) bool {
	var entries [64]entry
	n := 0
	for rest := isolated; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		left := isolated &^ (neighbours[at] | at.Bit())
		if left == 0 {
			return true // the opponent adjoins and finds no isolated square
		}
		entries[n] = entry{left, at}
		n++
	}
	known := &o.known[uint64(isolated)*0x9e3779b97f4a7c15>>(64-knownBits)] // Fibonacci hashing
	if result := bitboard(known.Load()); result&^1 == isolated {
		return result != isolated
	}
	fewestFirst(entries[:n])
	result := isolated
	for _, e := range entries[:n] {
		if opponentOpens := o.adjoins(e.left, neighbours[e.at]&o.squares); !opponentOpens {
			result |= 1
			break
		}
	}
	known.Store(uint64(result))
	return result != isolated
}

// adjoins reports whether the player who has to adjoin a man on one of the given squares, and then to enter an isolated
// man, will open.
func (o *openers) adjoins(isolated, squares bitboard) bool {
	var entries [4]entry
	n := 0
	for rest := squares; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		if left := isolated &^ neighbours[at]; left != 0 {
			entries[n] = entry{left, at}
			n++
		}
	}
	fewestFirst(entries[:n])
	for _, e := range entries[:n] {
		if o.isolates(e.left) {
			return true
		}
	}
	return false
}

// entry is a possible square of a man, and the squares that are isolated after the man enters there.
type entry struct {
	left bitboard
	at   square
}

// fewestFirst sorts entries by the number of isolated squares left, since small sets are searched fast. It is an
// insertion sort, which is stable.
func fewestFirst(entries []entry) {
	for i, e := range entries {
		size := e.left.Count()
		for ; i > 0 && entries[i-1].left.Count() > size; i-- {
			entries[i] = entries[i-1]
		}
		entries[i] = e
	}
}

// opener returns the seat that will open the movement stage, as openers finds it, for a position of the entering stage.
// With more than mostSolved isolated squares the seat is not known.
func (p *position) opener() (s seat, known bool) {
	isolated := p.isolated()
	if isolated.Count() > mostSolved {
		return 0, false
	}
	o := openersOf[p.rules.board.size]()
	opens := false
	if p.kind == adjoiningStep {
		opens = o.adjoins(isolated, p.entrySquares())
	} else {
		opens = o.isolates(isolated)
	}
	if opens {
		return p.seat, true
	}
	return p.seat.other(), true
}
