package pilastri

import (
	"slices"

	"pillars/engine"
)

// The neighbours of a stack are the first stacks in the four directions. Patterns tell their owners and four levels:
// whether they are lower than the stack, equal or higher, and of the higher ones whether they can move. A higher one
// that cannot move is a lasting target. An equal one can always move: onto the stack.
const (
	levelLower = iota
	levelEqual
	levelHigherStill
	levelHigherMovable
	neighbourLevels
	neighbourClasses = 1 + 2*neighbourLevels // none, own by level, the opponent's by level
)

// neighbourhood holds sets of stacks by the direction of their neighbours. The first digit of a level is set for equal
// ones and for higher ones that can move, the second one for all higher ones. Digits have no meaning without a
// neighbour.
type neighbourhood struct {
	tops          [2][4]bitboard // by the owner of the neighbour
	first, second [4]bitboard
}

func (n *neighbourhood) find(s *survey, vacant bitboard) {
	view, back, movable := s.view, newBackSight(vacant), s.starts[white]|s.starts[black]
	for owner, tops := range s.board.tops {
		n.tops[owner] = [4]bitboard{east: back.alongRank(tops), north: back.alongFile(tops), west: view.alongRank(tops),
			south: view.alongFile(tops)}
	}
	// Pairs are stored with the farther stack, which has the nearer one in the west or south.
	rank, file, all := &s.pairs[alongRank], &s.pairs[alongFile], s.board.occupied()
	n.first = [4]bitboard{
		east: back.alongRank((rank.less | rank.equal) & movable), north: back.alongFile((file.less | file.equal) & movable),
		west: view.alongRank(movable) &^ rank.less, south: view.alongFile(movable) &^ file.less,
	}
	n.second = [4]bitboard{
		east: back.alongRank(rank.less & all), north: back.alongFile(file.less & all),
		west: ^(rank.less | rank.equal), south: ^(file.less | file.equal),
	}
}

// of returns the index of the neighbours of a stack in patternGroups.around.
func (n *neighbourhood) of(at square, s seat) uint16 {
	own, theirs := &n.tops[s&1], &n.tops[s.other()&1]
	east := n.codeOf(at, east, own, theirs) | n.codeOf(at, west, own, theirs)<<4
	north := n.codeOf(at, north, own, theirs) | n.codeOf(at, south, own, theirs)<<4
	return neighbourSets[uint(oppositePairs[east&255])<<6|uint(oppositePairs[north&255])]
}

// codeOf returns four bits for a neighbour: whether it is own, whether it is the opponent's, and the digits of its level.
func (n *neighbourhood) codeOf(at square, d int, own, theirs *[4]bitboard) uint64 {
	return own[d&3].BitAt(at) | theirs[d&3].BitAt(at)<<1 | n.first[d&3].BitAt(at)<<2 | n.second[d&3].BitAt(at)<<3
}

// classOfCode returns the class of a neighbour.
func classOfCode(code int) int {
	switch level := code >> 2; code & 3 {
	case 1:
		return 1 + level
	case 2:
		return 1 + neighbourLevels + level
	}
	return 0
}

// A neighbourSet holds how many of the four neighbours are of each class.
type neighbourSet [neighbourClasses]uint8

const allNeighbourSets = 495 // ways to choose four of the classes, with repetition

// oppositePairs numbers the unordered pairs of classes by the codes of two neighbours. neighbourSets holds by two such
// numbers, six bits each, the index of a set in eachNeighbourSet.
var oppositePairs, neighbourSets, eachNeighbourSet = func() (
	pairs [256]uint8, sets [64 * 64]uint16, each [allNeighbourSets]neighbourSet,
) {
	var classes [][2]int
	for a := range neighbourClasses {
		for b := range a + 1 {
			classes = append(classes, [2]int{a, b})
		}
	}
	for codes := range pairs {
		a, b := classOfCode(codes&15), classOfCode(codes>>4)
		pairs[codes] = uint8(slices.Index(classes, [2]int{max(a, b), min(a, b)}))
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
	for kind, name := range kindNames {
		for i, set := range &eachNeighbourSet {
			own, theirs := set[1:][:neighbourLevels], set[1+neighbourLevels:]
			if kind == 0 && own[levelLower]+theirs[levelLower] > 0 {
				continue
			}
			w.around[kind][i] = uint16(len(w.List))
			w.List = append(w.List, engine.Term{Name: "around-" + name + "-" + digitsOf(own) + "-" + digitsOf(theirs),
				Kind: engine.Pattern, Help: aroundHelp})
		}
	}
}

const aroundHelp = "an own stack of that height, the next piece below the top one own (o) or the opponent's (t), with " +
	"that many own neighbours lower, equally high, higher and unable to move, higher and able to, and likewise of the " +
	"opponent's"

// digitsOf returns the text of counts below 10.
func digitsOf(counts []uint8) string {
	text := make([]byte, len(counts))
	for i, count := range counts {
		text[i] = '0' + count
	}
	return string(text)
}
