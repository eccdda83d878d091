package pylyx

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// How many patterns each group has along each of its sides.
const (
	orders        = 2          // who is to move: the seat or its opponent
	stackCounts   = maxMen - 1 // from 2 on: with one the game is over
	moveCounts    = 20
	readyCounts   = 5
	oddCounts     = 5
	helperCounts  = 3
	mergeCounts   = 11
	maxHeight     = 4 // stacks of more men are taken together
	reaches       = 6
	mostLead      = 12
	mostStackLead = 6
	mostFew       = 6
)

// The first pattern of each group.
const (
	firstStacks    = 0
	firstMoves     = firstStacks + orders*stackCounts
	firstApproach  = firstMoves + orders*moveCounts
	firstReady     = firstApproach + approachPatterns
	firstOdd       = firstReady + orders*readyCounts
	firstAccess    = firstOdd + oddCounts*helperCounts
	firstTarget    = firstAccess + 2*accesses
	firstMerges    = firstTarget + squareClasses
	firstSingles   = firstMerges + orders*mergeCounts
	firstPairs     = firstSingles + maxMen
	firstTriples   = firstPairs + maxMen/2 + 1
	firstTallest   = firstTriples + maxMen/3 + 1
	firstPile      = firstTallest + maxMen - 1
	firstReach     = firstPile + maxHeight*squareClasses
	firstLead      = firstReach + maxHeight*reaches
	firstStackLead = firstLead + 2*mostLead + 1
	firstFew       = firstStackLead + 2*mostStackLead + 1
)

// Squares are of a kind if they are as far from the nearest edge and from the nearest edge across it. The kinds are
// the same on all boards, so that what is learned on one serves the others; smaller boards lack some.
const squareClasses = 20

// classes holds the kinds by size of the board; classNames the square of each kind on 12 x 12 nearest to a1.
var classes, classNames = newClasses()

func newClasses() (table [maxSize + 1][squares]uint8, names [squareClasses]string) {
	number := map[square]uint8{}
	for near := range maxSize / 2 {
		for far := max(1, near); far < maxSize/2; far++ {
			s := squareAt(near, far)
			names[len(number)] = s.String()
			number[s] = uint8(len(number))
		}
	}
	for size := minSize; size <= maxSize; size += 2 {
		for file := range size {
			for rank := range size {
				near, far := min(file, size-1-file), min(rank, size-1-rank)
				table[size][squareAt(file, rank)] = number[squareAt(min(near, far), max(near, far))]
			}
		}
	}
	return table, names
}

// approachCounts is how far the stacks that come in each way are counted.
var approachCounts = [approaches]int{4, 6, 4, 5, 3, 4, 3, 2, 2, 2, 1, 1}

// approachPatterns is the sum of approachCounts, and firstOf the first pattern of each approach.
const approachPatterns = 37

var firstOf = newFirstOf()

func newFirstOf() (first [approaches]uint16) {
	next := uint16(firstApproach)
	for a, counts := range approachCounts {
		first[a] = next
		next += uint16(counts)
	}
	return first
}

// reachFrom is the least reach of each class: of one man or two (four directions), and of three (eight).
var reachFrom = [2][reaches]int{{0, 1, 3, 6, 10, 15}, {0, 6, 11, 16, 21, 28}}

var reachOf = newReachOf()

func newReachOf() (table [2][32]uint8) {
	for kind := range table {
		kit.Classes(table[kind][:], reachFrom[kind][:])
	}
	return table
}

// The names of approaches, orders and heights.
var (
	approachNames = [approaches]string{"single-at-once", "single-in-two", "single-far", "single-odd", "pair-at-once",
		"pair-in-two", "pair-far",
		"triple-at-once", "triple-in-two", "triple-far", "tall-near", "tall-far"}
	approachHelps = [approaches]string{"single men that reach the gathering square at once",
		"single men that reach it in two moves",
		"single men whose way there is longer or barred",
		"single men on squares of the other colour than the gathering square's",
		"stacks of two that reach it at once", "stacks of two that reach it in two moves",
		"stacks of two whose way there is longer or barred",
		"stacks of three that reach it at once", "stacks of three that reach it in two moves",
		"stacks of three whose way there is longer or barred",
		"stacks of more men from which three reach it at once",
		"stacks of more men from which three do not reach it at once"}
	heightNames = [maxHeight]string{"1", "2", "3", "4+"}
)

var patternList = newPatternList()

func (r *rules) Patterns() []engine.Term { return patternList }

type patternWriter struct{ kit.Terms }

func newPatternList() []engine.Term {
	w := &patternWriter{kit.Terms{
		Who:  [2]string{"next", "wait"},
		Does: [2]string{"is to move", "awaits the opponent's move"},
	}}
	for order, who := range w.Who {
		w.Counts("stacks-"+who, 2, stackCounts, 1, "%s stacks, and the seat "+w.Does[order])
	}
	w.Ordered("moves", 1, moveCounts, 1, "%s moves to gather all men as the stacks stand, roughly")
	for a, name := range approachNames {
		w.Open(name, 1, approachCounts[a], 1, "%s "+approachHelps[a])
	}
	w.Ordered("ready", 0, readyCounts, 1, "%s stacks that reach the gathering square at once")
	for odd := range oddCounts {
		for helpers := range helperCounts {
			w.Name(fmt.Sprintf("odd-%d-%d", odd, helpers),
				"%d (%d for more) single men on squares of the other colour, and %d (%d for more) stacks of two or "+
					"three besides the gathering square",
				odd, oddCounts-1, helpers, helperCounts-1)
		}
	}
	w.Counts("diagonals", 0, accesses, 1, "a gathering square open in %s diagonal directions")
	w.Counts("sides", 0, accesses, 1, "a gathering square open in %s other directions")
	for _, class := range classNames {
		w.Name("target-"+class, "a gathering square like %s", class)
	}
	w.Ordered("merges", 0, mergeCounts, 1, "%s moves of a whole stack onto another of its own")
	w.Open("singles", 0, maxMen, 1, "%s single men")
	w.Counts("pairs", 0, maxMen/2+1, 1, "%s stacks of two")
	w.Counts("triples", 0, maxMen/3+1, 1, "%s stacks of three")
	w.Counts("tallest", 1, maxMen-1, 1, "%s men in the highest stack")
	w.piles()
	w.race()
	return w.List
}

func (w *patternWriter) piles() {
	for _, height := range heightNames {
		for _, class := range classNames {
			w.Name("stack-"+height+"-"+class, "a stack of %s on a square like %s", height, class)
		}
	}
	for i, height := range heightNames {
		w.Ranges("reach-"+height, reachFrom[i/2][:], "a stack of "+height+
			" that can move as a whole (three of its men, if it has more) to %d to %s squares")
	}
}

func (w *patternWriter) race() {
	for lead := -mostLead; lead <= mostLead; lead++ {
		w.Name(fmt.Sprintf("lead%+d", lead), "the seat to move needs %+d moves less to gather than its opponent, "+
			"bounded to -%d..%d",
			lead, mostLead, mostLead)
	}
	for lead := -mostStackLead; lead <= mostStackLead; lead++ {
		w.Name(fmt.Sprintf("stack-lead%+d", lead),
			"the seat to move has %+d stacks less than its opponent, bounded to -%d..%d",
			lead, mostStackLead, mostStackLead)
	}
	for own := 1; own <= mostFew; own++ {
		for theirs := 1; theirs <= mostFew; theirs++ {
			w.Name(fmt.Sprintf("few-%d-%d", own, theirs),
				"the seat to move needs %d moves to gather, its opponent %d", own, theirs)
		}
	}
}
