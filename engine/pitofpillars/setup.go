package pitofpillars

import (
	"strconv"

	"pillars/engine/internal/kit"
)

// setUpPatterns holds the patterns of the entering stage, which has no others. They say which seat opens the movement
// stage and where the men stand.
type setUpPatterns struct {
	opens                       [maxSize + 1]kit.Ranges // by size of the board and number of isolated squares
	undecided                   [2]kit.Group            // by next step, adjoining or isolated, and isolated squares
	adjoining, diagonal, second byMen                   // by the men on three sets of squares around a man
}

// byMen is the number of the first pattern of a group. A pattern of the group says on which class of square a man
// stands, and how many own men and how many of the opponent's stand on certain squares around it: 0, 1, or 2 and more.
type byMen uint16

// of returns the pattern of a man on a square of a class. It counts the own and other men on the given squares.
func (b byMen) of(class uint8, squares, own, other bitboard) uint16 {
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

// byMen appends a group of patterns of type byMen. The text where says which squares around the man they are about.
func (w *patternGroups) byMen(name, where string) byMen {
	counts := []kit.Value{{"0", "no"}, {"1", "one"}, {"2+", "two or more"}}
	return byMen(w.Each("set-up-"+name+"-%s-%s-%s", "a man on a square like %s, with %s own men and %s of the "+
		"opponent's "+where, classNames, counts, counts))
}
