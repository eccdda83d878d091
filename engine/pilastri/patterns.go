package pilastri

import (
	"fmt"
	"slices"
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
// thirds of the board are vacant. Games end at about that point.
func (p *position) Phase() int {
	return min(engine.PhaseEnd, 3*engine.PhaseEnd*p.vacant().Count()/(2*p.rules.shape.squares.Count()))
}

// The counts that patterns compare between the seats.
const (
	raceSteps   = iota // number of steps
	raceMovable        // number of stacks that can move
	raceSafe           // number of steps that no single step of the opponent prevents
	races
)

// The bounds of the counts in patterns that compare the two seats.
const (
	mostLead = 12 // the largest lead that patterns distinguish
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

// kindOf returns the kind of a stack. other is 1 if different seats own its two top pieces, else 0.
func kindOf(height, other uint8) uint8 {
	if height < 2 {
		return 0
	}
	return 1 + 2*(min(height, kindHeight)-2) + other
}

// The numbers of counts that patterns distinguish. The last of the counts also stands for all larger ones.
const (
	moveCounts    = 4 // ways to move: 0, 1, 2, and 3 or more
	landingCounts = 3 // ways to land: 0, 1, and 2 or more
)

// appendStacks appends two patterns for each stack of the seat s: one from patterns.life and one from patterns.around.
func (v *patternView) appendStacks(list []uint16, s seat) []uint16 {
	s &= 1
	lives := &patterns.life[(s^v.next)&1]
	from, hit := &v.from[s], &v.to[s^1]
	ones, twos, fours := base.Tally(from[0], from[1], from[2], from[3])
	movesLow, movesHigh := ones|fours, twos|fours // the digits of min(3, ways to move)
	_, twos, fours = base.Tally(hit[0], hit[1], hit[2], hit[3])
	struck, struckTwice := v.landings[s^1], twos|fours // stacks with at least one or two ways to land
	for rest := v.board.tops[s]; rest != 0; rest &= rest - 1 {
		at := rest.First() & 63
		kind := kindOf(v.board.heights[at], uint8(v.board.below(at)^s))
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

var patterns = newPatterns()

func newPatterns() (g patternGroups) {
	g.Orders = [2]base.Value{{"next", "acts"}, {"wait", "waits"}}
	for order, who := range g.Orders {
		g.lives(order, who)
	}
	g.arounds()
	g.races()
	return g
}

// bounded returns the text of a count from 0 to most. The text of most ends with a plus sign, which means "or more".
func bounded(n, most int) string {
	if n == most {
		return strconv.Itoa(n) + "+"
	}
	return strconv.Itoa(n)
}

const (
	kindTwoOther = 2 // the kind of two pieces of different owners, "2t" in kindNames
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
		least := 1 // 0 has no pattern: without a step the game is over
		if race == raceSafe {
			least = 0
		}
		for own := least; own <= mostFew; own++ {
			g.few[race][own] = g.Counts(fmt.Sprintf("few-%s-%d", name, own), 0, mostFew,
				fmt.Sprintf("the seat acts and has %d %s, the opponent %%s", own, helps[race]))
		}
	}
}

// The neighbours of a stack are the first stacks in the four directions. A pattern says of each neighbour who owns it
// and which of four levels it has: lower than the stack, equally high, higher and unable to move, or higher and able to
// move. A higher stack that cannot move is a lasting target. An equally high one can always move: onto the stack.
const (
	levelLower = iota
	levelEqual
	levelHigherStill
	levelHigherMovable
	neighbourLevels
	neighbourClasses = 1 + 2*neighbourLevels // none, own by level, the opponent's by level
)

// neighbourhood holds the codes of the neighbours of all stacks. A code has four bits: bit 0 is set if White owns the
// neighbour, bit 1 if Black does, and bits 2 and 3 are its level, such as levelEqual. Without a neighbour, bits 0 and 1
// are 0, and the level has no meaning. A word holds the codes of one rank, with a byte for each file. The lower half of
// a byte is the code of the eastern neighbour in alongRank, of the northern one in alongFile. The upper half is the
// code of the western or southern neighbour.
type neighbourhood struct{ alongRank, alongFile [maxEdge]uint64 }

// find sets the codes for a board with the given number of ranks.
func (n *neighbourhood) find(s *survey, vacant bitboard, ranks int) {
	view, back, movable := s.view, newBackSight(vacant), s.starts[white]|s.starts[black]
	// Each array holds bits 0 to 3 of the codes. In the level, the lower bit is 1 if the neighbour is not lower and can
	// move; the higher bit is 1 if the neighbour is higher. A pair is stored as its farther stack, so facts about an
	// eastern or northern neighbour move back to the nearer stack.
	rank, file, all := &s.pairs[alongRank], &s.pairs[alongFile], s.board.occupied()
	n.alongRank = codes(ranks,
		[4]bitboard{back.alongRank(s.board.tops[white]), back.alongRank(s.board.tops[black]),
			back.alongRank((rank.less | rank.equal) & movable), back.alongRank(rank.less & all)},
		[4]bitboard{view.alongRank(s.board.tops[white]), view.alongRank(s.board.tops[black]),
			view.alongRank(movable) &^ rank.less, ^(rank.less | rank.equal)})
	n.alongFile = codes(ranks,
		[4]bitboard{back.alongFile(s.board.tops[white]), back.alongFile(s.board.tops[black]),
			back.alongFile((file.less | file.equal) & movable), back.alongFile(file.less & all)},
		[4]bitboard{view.alongFile(s.board.tops[white]), view.alongFile(s.board.tops[black]),
			view.alongFile(movable) &^ file.less, ^(file.less | file.equal)})
}

// codes returns the words of a neighbourhood for two opposite directions. Each array holds bits 0 to 3 of the codes as
// four bitboards: ahead for the eastern or northern neighbours, and behind for the western or southern ones.
func codes(ranks int, ahead, behind [4]bitboard) (words [maxEdge]uint64) {
	for rank := range min(ranks, maxEdge) {
		shift := 8 * uint(rank) & 63
		words[rank] = base.Spread(uint8(ahead[0]>>shift)) | base.Spread(uint8(ahead[1]>>shift))<<1 |
			base.Spread(uint8(ahead[2]>>shift))<<2 | base.Spread(uint8(ahead[3]>>shift))<<3 |
			base.Spread(uint8(behind[0]>>shift))<<4 | base.Spread(uint8(behind[1]>>shift))<<5 |
			base.Spread(uint8(behind[2]>>shift))<<6 | base.Spread(uint8(behind[3]>>shift))<<7
	}
	return words
}

// of returns the index in eachNeighbourSet for the neighbours of the stack on a square, which the seat s controls.
func (n *neighbourhood) of(at square, s seat) uint16 {
	rank, shift, pairs := at>>3&7, 8*(at&7), &oppositePairs[s&1]
	along, across := pairs[n.alongRank[rank]>>shift&255], pairs[n.alongFile[rank]>>shift&255]
	return neighbourSets[uint(along)<<6|uint(across)]
}

// classOfCode returns the class of a neighbour with the given code, for a stack of the seat s. Class 0 means no
// neighbour. The next classes are the levels of own neighbours, the last ones the levels of the opponent's neighbours.
func classOfCode(code int, s seat) int {
	switch level, owners := code>>2, code&3; owners {
	case 0:
		return 0
	case 1 << s:
		return 1 + level
	default:
		return 1 + neighbourLevels + level
	}
}

// A neighbourSet holds, by class of neighbour, how many of a stack's four neighbours are of this class.
type neighbourSet [neighbourClasses]uint8

const allNeighbourSets = 495 // ways to choose four of the classes, with repetition

// Three tables turn the codes of four neighbours into the index of a pattern. oppositePairs holds a number for each
// unordered pair of classes, by the owner of the stack and the byte with the codes of two opposite neighbours.
// neighbourSets holds the index of a neighbourSet in eachNeighbourSet, by two such pair numbers of six bits each.
var oppositePairs, neighbourSets, eachNeighbourSet = func() (
	pairs [2][256]uint8, sets [64 * 64]uint16, each [allNeighbourSets]neighbourSet,
) {
	var classes [][2]int // the unordered pairs, each with its larger class first
	for a := range neighbourClasses {
		for b := range a + 1 {
			classes = append(classes, [2]int{a, b})
		}
	}
	for s := range seat(2) {
		for codes := range pairs[s] {
			a, b := classOfCode(codes&15, s), classOfCode(codes>>4, s)
			pairs[s][codes] = uint8(slices.Index(classes, [2]int{max(a, b), min(a, b)}))
		}
	}
	index := map[neighbourSet]uint16{}
	for i, along := range classes {
		for j, across := range classes {
			var set neighbourSet
			for _, class := range []int{along[0], along[1], across[0], across[1]} {
				set[class]++
			}
			if _, known := index[set]; !known {
				each[len(index)] = set
				index[set] = uint16(len(index))
			}
			sets[i<<6|j] = index[set]
		}
	}
	return pairs, sets, each
}()

// arounds appends the patterns by kind of stack and set of neighbours. A stack of one piece has no lower neighbours.
func (g *patternGroups) arounds() {
	var names [allNeighbourSets]base.Value
	for i, set := range &eachNeighbourSet { // a name has the counts of own neighbours, then of the opponent's, by level
		names[i] = base.Value{digitsOf(set[1:][:neighbourLevels]) + "-" + digitsOf(set[1+neighbourLevels:]), aroundHelp}
	}
	for kind, name := range kindNames {
		var possible []base.Value
		for i, set := range &eachNeighbourSet {
			if kind == 0 && set[1+levelLower]+set[1+neighbourLevels+levelLower] > 0 {
				continue
			}
			g.around[kind][i] = g.Len() + uint16(len(possible))
			possible = append(possible, names[i])
		}
		g.Each("around-"+name+"-%s", "%s", possible)
	}
}

const aroundHelp = "an own stack of that height, the next piece below the top one own (o) or the opponent's (t), " +
	"with that many own neighbours lower, equally high, higher and unable to move, higher and able to, and likewise " +
	"of the opponent's"

// digitsOf returns the text of counts below 10, one digit each.
func digitsOf(counts []uint8) string {
	text := make([]byte, len(counts))
	for i, count := range counts {
		text[i] = '0' + count
	}
	return string(text)
}
