package pitofpillars

import (
	"strconv"

	"pillars/engine/internal/kit"
)

// setUpPatterns holds the patterns of the entering stage. Positions of that stage have no other patterns: all men are
// single, so what matters is which seat opens the movement stage and where the men stand.
type setUpPatterns struct {
	opens                       [maxSize + 1]kit.Ranges // by size of the board and isolated squares
	undecided                   [2]kit.Group            // by the next step, adjoining or isolated, and isolated squares
	adjoining, diagonal, second byMen                   // by the men around a man
}

// byMen is the number of the first of a group of patterns for a man. The group has nine patterns for each class of
// squares: one for each combination of own and opposing men on some squares around the man, where each count is none,
// one, or two and more.
type byMen uint16

// of returns the pattern of a man.
func (b byMen) of(class uint8, squares, own, other bitboard) uint16 {
	return uint16(b) + uint16(class)*9 + uint16(min(2, (squares&own).Count())*3+min(2, (squares&other).Count()))
}

// appendSetUp appends the patterns of a position of the entering stage.
func (p *position) appendSetUp(lists *[2][]uint16) {
	isolated := p.isolated().Count()
	setUp := &patterns.setUp
	if opener, known := p.opener(); known {
		lists[opener&1] = append(lists[opener&1], setUp.opens[p.rules.board.size].Of(isolated))
	} else {
		next := 1
		if p.kind == adjoiningStep {
			next = 0
		}
		lists[p.seat&1] = append(lists[p.seat&1], setUp.undecided[next].Of(isolated))
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

// diagonals and seconds are indexed by square. diagonals holds the squares diagonally next to it; seconds holds the
// squares two away along its rank or file.
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
	const fewest, most = mostSolved + 1, 47 // isolated squares, of those that are counted one by one
	for next, what := range [2]kit.Value{{"adjoin", "adjoins a man next"}, {"isolate", "enters an isolated man next"}} {
		s.undecided[next] = w.Open("set-up-undecided-"+what[0], fewest, most-fewest+1, 1,
			"%s isolated squares left, the opener is not known, and the seat "+what[1])
	}
	s.adjoining, s.diagonal = w.byMen("adjoining", "next to it"), w.byMen("diagonal", "diagonally next to it")
	s.second = w.byMen("second", "two squares away in line")
	return s
}

// byMen appends patterns of a man by the men around it.
func (w *patternGroups) byMen(name, where string) byMen {
	counts := []kit.Value{{"0", "no"}, {"1", "one"}, {"2+", "two or more"}}
	return byMen(w.Each("set-up-"+name+"-%s-%s-%s", "a man on a square like %s, with %s own men and %s of the "+
		"opponent's "+where, classNames, counts, counts))
}
