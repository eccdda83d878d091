package pilastri

import (
	"slices"

	"pillars/engine/internal/kit"
)

// The neighbours of a stack are the first stacks in the four directions. A pattern tells of each neighbour its owner
// and one of four classes: lower than the stack, equal, higher and stuck, higher and movable. A stuck one is a lasting
// target. An equal one can always move: onto the stack.
const (
	levelLower = iota
	levelEqual
	levelHigherStill
	levelHigherMovable
	neighbourLevels
	neighbourClasses = 1 + 2*neighbourLevels // none, own by level, the opponent's by level
)

// neighbourhood holds the codes of all neighbours by rank, a byte for each file: of the eastern neighbour and, times
// 16, of the western one, and likewise of the northern and the southern one. Bits 0 and 1 of a code are set for White's
// and Black's neighbours. Without a neighbour the others have no meaning: bit 2 is set for equal ones and for higher
// ones that can move, bit 3 for all higher ones.
type neighbourhood struct{ alongRank, alongFile [maxEdge]uint64 }

// find sets the codes for a board with the given number of ranks.
func (n *neighbourhood) find(s *survey, vacant bitboard, ranks int) {
	view, back, movable := s.view, newBackSight(vacant), s.starts[white]|s.starts[black]
	// Pairs are stored with the farther stack, which has the nearer one in the west or south.
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

// codes returns the codes of the neighbours on both sides, given their bits by square.
func codes(ranks int, ahead, behind [4]bitboard) (words [maxEdge]uint64) {
	for rank := range min(ranks, maxEdge) {
		by := 8 * uint(rank) & 63
		words[rank] = kit.Spread(uint8(ahead[0]>>by)) | kit.Spread(uint8(ahead[1]>>by))<<1 |
			kit.Spread(uint8(ahead[2]>>by))<<2 | kit.Spread(uint8(ahead[3]>>by))<<3 |
			kit.Spread(uint8(behind[0]>>by))<<4 | kit.Spread(uint8(behind[1]>>by))<<5 |
			kit.Spread(uint8(behind[2]>>by))<<6 | kit.Spread(uint8(behind[3]>>by))<<7
	}
	return words
}

// of returns the index of the neighbours of a stack in patternGroups.around.
func (n *neighbourhood) of(at square, s seat) uint16 {
	rank, by, pairs := at>>3&7, 8*(at&7), &oppositePairs[s&1]
	return neighbourSets[uint(pairs[n.alongRank[rank]>>by&255])<<6|uint(pairs[n.alongFile[rank]>>by&255])]
}

// classOfCode returns the class of a neighbour of a stack of s.
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

// A neighbourSet holds how many of the four neighbours are of each class.
type neighbourSet [neighbourClasses]uint8

const allNeighbourSets = 495 // ways to choose four of the classes, with repetition

// oppositePairs numbers the unordered pairs of classes by the owner of a stack and the codes of two neighbours.
// neighbourSets holds by two such numbers, six bits each, the index of a set in eachNeighbourSet.
var oppositePairs, neighbourSets, eachNeighbourSet = func() (
	pairs [2][256]uint8, sets [64 * 64]uint16, each [allNeighbourSets]neighbourSet,
) {
	var classes [][2]int
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

// arounds appends the patterns by kind of stack and neighbours. Nothing is lower than a stack of one piece.
func (w *patternGroups) arounds() {
	var names [allNeighbourSets]kit.Value
	for i, set := range &eachNeighbourSet {
		names[i] = kit.Value{digitsOf(set[1:][:neighbourLevels]) + "-" + digitsOf(set[1+neighbourLevels:]), aroundHelp}
	}
	for kind, name := range kindNames {
		var possible []kit.Value
		for i, set := range &eachNeighbourSet {
			if kind == 0 && set[1+levelLower]+set[1+neighbourLevels+levelLower] > 0 {
				continue
			}
			w.around[kind][i] = w.Len() + uint16(len(possible))
			possible = append(possible, names[i])
		}
		w.Each("around-"+name+"-%s", "%s", possible)
	}
}

const aroundHelp = "an own stack of that height, the next piece below the top one own (o) or the opponent's (t), " +
	"with that many own neighbours lower, equally high, higher and unable to move, higher and able to, and likewise " +
	"of the opponent's"

// digitsOf returns the text of counts below 10.
func digitsOf(counts []uint8) string {
	text := make([]byte, len(counts))
	for i, count := range counts {
		text[i] = '0' + count
	}
	return string(text)
}
