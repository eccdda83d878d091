package pilastri

import (
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// patternView is a survey with the neighbours of stacks. No pattern depends on the square of a stack: distinguishing
// classes of squares did not lower the loss when patterns were fitted to games.
type patternView struct {
	survey
	next       seat // the seat to act
	neighbours neighbourhood
}

// AppendPatterns implements [engine.PatternPosition]. Patterns that compare the seats are for the seat to act only.
func (p *position) AppendPatterns(lists *engine.PatternLists) {
	v := patternView{next: p.seat & 1}
	v.find(p)
	v.neighbours.find(&v.survey, p.vacant(), p.rules.shape.ranks)
	for s := range seat(2) {
		lists[s] = v.appendStacks(lists[s], s)
	}
	lists[v.next] = v.appendRaces(lists[v.next])
}

// Phase implements [engine.PatternPosition]. It rises with the number of vacant squares, and reaches PhaseEnd when two
// thirds of the board are vacant, at about which games end.
func (p *position) Phase() int {
	return min(engine.PhaseEnd, 3*engine.PhaseEnd*p.vacant().Count()/(2*p.rules.shape.squares.Count()))
}

// The counts that patterns compare between the seats.
const (
	raceSteps   = iota // steps
	raceMovable        // stacks that can move
	raceSafe           // steps that no single step of the opponent prevents
	races
)

// Bounds of the counts in patterns that compare the seats.
const (
	mostLead = 12 // the largest lead
	mostFew  = 5  // the largest count in the patterns few, which show the counts of both seats
)

// appendRaces appends the patterns that compare the counts of the seat to act with those of its opponent.
func (v *patternView) appendRaces(list []uint16) []uint16 {
	next, wait := v.next, v.next.other()&1
	for race, counts := range [races][2]int{
		raceSteps:   {v.moves[next].count(), v.moves[wait].count()},
		raceMovable: {v.starts[next].Count(), v.starts[wait].Count()},
		raceSafe:    {v.safeSteps(next), v.safeSteps(wait)},
	} {
		own, theirs := counts[0], counts[1]
		list = append(list, patterns.lead[race]+uint16(max(-mostLead, min(mostLead, own-theirs))))
		if own <= mostFew && theirs <= mostFew {
			list = append(list, patterns.few[race][own].Of(theirs))
		}
	}
	return list
}

// The kind of a stack depends on its height and on whether the same seat owns its top piece and the next piece below.
const (
	kindHeight = 4 // the largest height that kinds distinguish
	kinds      = 1 + 2*(kindHeight-1)
)

// kindNumber holds the kind of a stack, by twice its height, plus 1 if different seats own its two top pieces.
var kindNumber = func() (table [2 * (maxHeight + 1)]uint8) {
	for height := 2; height <= maxHeight; height++ {
		for other := range 2 {
			table[2*height+other] = uint8(1 + 2*(min(height, kindHeight)-2) + other)
		}
	}
	return table
}()

// How many different counts the patterns tell apart. The last of them also stands for all larger counts.
const (
	moveCounts    = 4 // ways to move: 0, 1, 2, and 3 or more
	landingCounts = 3 // ways to land: 0, 1, and 2 or more
)

// appendStacks appends two patterns for each stack of s, one of patterns.life and one of patterns.around.
func (v *patternView) appendStacks(list []uint16, s seat) []uint16 {
	s &= 1
	lives := &patterns.life[(s^v.next)&1]
	from, hit := &v.from[s], &v.to[s^1]
	ones, twos, fours := base.Tally(from[0], from[1], from[2], from[3])
	movesLow, movesHigh := ones|fours, twos|fours // the digits of min(3, ways to move)
	_, twos, fours = base.Tally(hit[0], hit[1], hit[2], hit[3])
	struck, struckTwice := v.landings[s^1], twos|fours // stacks with at least one or two ways to land
	otherBelow := v.blackBelow ^ -bitboard(s)          // stacks with an opponent's piece below the top one
	for rest := v.board.tops[s]; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		kind := kindNumber[2*int(v.board.heights[at])+int(otherBelow.BitAt(at))]
		life := uint64(kind)<<4 | movesHigh.BitAt(at)<<3 | movesLow.BitAt(at)<<2 | (struck.BitAt(at) +
			struckTwice.BitAt(at))
		list = append(list, lives[life&127], patterns.around[kind&7][v.neighbours.of(at, s)])
	}
	return list
}

// patternGroups holds the patterns of positions and tables from their properties to their numbers.
type patternGroups struct {
	base.Terms
	// life is indexed by 0 for the seat to act or 1 for its opponent, and by a number of seven bits: three for the kind
	// of the stack, two for its ways to move and two for the opponent's ways to land on it.
	life   [2][8 << 4]uint16
	around [8][allNeighbourSets]uint16    // by the kind of the stack and its neighbours
	lead   [races]uint16                  // the number of the pattern for a lead of 0
	few    [races][mostFew + 1]base.Group // by the count of the seat to act, then of its opponent
}

var (
	patterns     = newPatterns()
	patternTerms = patterns.Once()
)

func (r *rules) Patterns() []engine.Term { return patternTerms() }

func newPatterns() (g patternGroups) {
	g.Orders = [2]base.Value{{"next", "acts"}, {"wait", "waits"}}
	for order, who := range g.Orders {
		g.lives(order, who)
	}
	g.arounds()
	g.races()
	return g
}

// bounded returns the text of a count from 0 to most. After most it puts a plus sign, which means "or more".
func bounded(n, most int) string {
	if n == most {
		return strconv.Itoa(n) + "+"
	}
	return strconv.Itoa(n)
}

const (
	kindTwoOther = 2 // the kind "2t" in kindNames
	stackHelp    = "an own stack of that height, the next piece below the top one own (o) or the opponent's (t), with "
)

var kindNames = [kinds]string{"1", "2o", "2t", "3o", "3t", "4+o", "4+t"}

// lives appends the patterns by kind of stack, ways to move and ways for the opponent to land on it. A piece can land
// on a stack of one or two pieces only from an equally high stack, and then the opposite move is possible too. So such
// stacks have no patterns with more landings than moves. With jumpers=high, single pieces can land on a stack of two
// pieces too. A stack with more landings than moves then shows the pattern with as many landings as moves.
func (g *patternGroups) lives(order int, who base.Value) {
	for kind, name := range kindNames {
		for moves := range moveCounts {
			for landings := range landingCounts {
				row := kind<<4 | moves<<2
				if kind <= kindTwoOther && landings > moves {
					g.life[order][row|landings] = g.life[order][row|moves]
					continue
				}
				g.life[order][row|landings] = g.Len()
				g.Add(fmt.Sprintf("life-%s-%s-%s-%s", who.Name(), name, bounded(moves, moveCounts-1),
					bounded(landings, landingCounts-1)), fmt.Sprintf(stackHelp+"%d ways to move (3 for more), on "+
					"which the opponent has %d ways to land (2 for more), and the seat %s", moves, landings,
					who.Help()))
			}
		}
	}
}

func (g *patternGroups) races() {
	names := [races]string{raceSteps: "steps", raceMovable: "movable", raceSafe: "safe-steps"}
	helps := [races]string{raceSteps: "steps", raceMovable: "stacks that can move",
		raceSafe: "steps that no single step takes away"}
	for race, name := range names {
		g.lead[race] = mostLead + g.Len()
		for lead := -mostLead; lead <= mostLead; lead++ {
			g.Add(fmt.Sprintf("lead-%s%+d", name, lead),
				fmt.Sprintf("the seat acts and has %d more %s than the opponent (bounded to %d)", lead, helps[race],
					mostLead))
		}
	}
	for race, name := range names {
		least := 1 // without a step, or a stack that can move, the game is over
		if race == raceSafe {
			least = 0
		}
		for own := least; own <= mostFew; own++ {
			g.few[race][own] = g.Counts(fmt.Sprintf("few-%s-%d", name, own), 0, mostFew,
				fmt.Sprintf("the seat acts and has %d %s, the opponent %%s", own, helps[race]))
		}
	}
}
