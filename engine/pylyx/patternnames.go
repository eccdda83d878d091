package pylyx

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

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

// patternGroups holds the patterns of positions. A field finds the pattern for a count, or is the number of the first
// pattern of a group; lead and stackLead are the number of the pattern for a lead of 0. newPatterns says what the
// patterns mean. In arrays of two, the first element is for the seat to move and the second for its opponent.
type patternGroups struct {
	base.Terms
	stacks, moves, ready, merges                       [2]base.Group
	approach                                           [approaches]base.Group
	diagonals, sides, singles, pairs, triples, tallest base.Group
	reach                                              [maxHeight]base.Ranges
	odd, target, pile, lead, stackLead, few            uint16
}

var (
	patterns     = newPatterns()
	patternTerms = patterns.Once()
)

func (r *rules) Patterns() []engine.Term { return patternTerms() }

// newPatterns returns the groups of patterns with their names, in the order of their numbers. Its calls give the first
// and the last count of a group.
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
