package pilastri

import (
	"slices"

	"pillars/engine/internal/base"
)

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
// neighbour, bit 1 if Black does, and bits 2 and 3 are its level, such as levelEqual. If there is no neighbour, bits 0
// and 1 are 0, and the level has no meaning. A word holds the codes of one rank, with a byte for each file. In
// alongRank, a byte has the code of the eastern neighbour in its lower half and of the western one in its upper half;
// in alongFile, of the northern and of the southern one.
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

// classOfCode returns the class of a neighbour with the given code, for a stack of s: 0 for no neighbour, then the
// levels of own neighbours, then the levels of the opponent's.
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

// A neighbourSet holds, by class, how many of the four neighbours are of the class.
type neighbourSet [neighbourClasses]uint8

const allNeighbourSets = 495 // ways to choose four of the classes, with repetition

// Three tables turn the codes of four neighbours into the index of a pattern. oppositePairs holds the number of an
// unordered pair of classes, by the owner of the stack and the byte with the codes of two opposite neighbours.
// neighbourSets holds the index of a neighbourSet in eachNeighbourSet, by two such numbers of six bits each.
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
