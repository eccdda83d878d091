package pitofpillars

// squareClasses is how many kinds of square the symmetries of the board leave: a square is of a kind with others as far from the nearest edge and
// from the nearest edge across it. The kinds are the same on all boards, so that what is learned on one serves the others; smaller boards lack some.
const squareClasses = 9

// classNames are the squares of each kind on 8 x 8 nearest to a1, along the files.
var classNames = [squareClasses]string{"a2", "a3", "a4", "b2", "b3", "b4", "c3", "c4", "d4"}

// classes holds the kinds of the squares by size of the board.
var classes = newClasses()

func newClasses() (table [maxSize + 1][64]uint8) {
	number := map[string]uint8{}
	for i, name := range classNames {
		number[name] = uint8(i)
	}
	for size := minSize; size <= maxSize; size++ {
		for file := range size {
			for rank := range size {
				near, far := min(file, size-1-file), min(rank, size-1-rank)
				near, far = min(near, far), max(near, far)
				table[size][squareAt(file, rank)] = number[squareAt(near, far).String()]
			}
		}
	}
	return table
}

// The dangers of a stack, each worse than the one before: what the opponent could do to it with a main step.
const (
	dangerNone     = iota
	dangerAnswered // land on it, where a move of its owner's could land as well
	dangerCovered  // land on it
	dangerCapture
	dangers
)

// The slack of a stack is how many men more its square could hold, bounded here. From a slack of 0 down whatever lands there captures.
const (
	minSlack   = -2
	maxSlack   = 3
	pureRisks  = -minSlack*2 + 2 + maxSlack*dangers
	mixedRisks = pureRisks - dangers // two men leave a slack of 2 at most
)

// riskOf numbers slack and danger, by capacity, height (7 for 7 and more) and danger. The risks of the largest slack come last.
var riskOf = newRiskOf()

func newRiskOf() (table [8][8][dangers]uint8) {
	for capacity := range table {
		for height := range table[capacity] {
			slack := max(minSlack, min(maxSlack, capacity-height))
			for danger := range table[capacity][height] {
				if slack > 0 {
					table[capacity][height][danger] = uint8(-minSlack*2 + 2 + (slack-1)*dangers + danger)
				} else {
					table[capacity][height][danger] = uint8((slack-minSlack)*2 + danger/dangerCapture)
				}
			}
		}
	}
	return table
}

// risks tells slack and danger of stacks.
type risks struct {
	open      bitboard
	low, high bitboard // the binary digits of the dangers
}

// risksOf are those of the stacks of a seat.
func (v *view) risksOf(s seat) risks {
	own, theirs := &v.sides[s&1], &v.sides[s.other()&1]
	return risks{v.p.open, theirs.hit | theirs.reach&own.reach, theirs.hit | theirs.reach&^own.reach}
}

// of is the number of the risk of a stack of a height up to 7.
func (r *risks) of(at square, height uint8) uint16 {
	capacity, danger := (neighbours[at&63] & r.open).count(), r.low.bitAt(at)|r.high.bitAt(at)<<1
	return uint16(riskOf[capacity&7][height&7][danger&3])
}

// appendPure lists a seat's stacks of one colour.
func (v *view) appendPure(list []uint16, s seat) []uint16 {
	pure := v.p.control[s&1] &^ v.p.mixed
	class, stacks := &classes[v.p.rules.board.size], &v.p.stacks
	risk, firstRisk := v.risksOf(s), firstPureRisk+v.order(s)*pureRisks
	for rest := pure; rest != 0; rest &= rest - 1 {
		at := rest.first() & 63
		height := min(stacks[at].height, 7)
		list = append(list, firstPure-squareClasses+uint16(height)*squareClasses+uint16(class[at]), firstRisk+risk.of(at, height))
	}
	v.men[s&1] += v.p.heights(pure)
	return list
}

// mixtures is how many colourings of mixed stacks of two to four men there are, as their owner sees them, and one for all taller ones, which play
// never makes.
const mixtures = 12

// mixtureOf is the number of a colouring, from the code that colouring gives.
var mixtureOf = [16]uint8{3: 0, 5: 1, 6: 2, 7: 3, 9: 4, 10: 5, 11: 6, 12: 7, 13: 8, 14: 9, 15: 10}

// mixture is the number of the colouring of a mixed stack: which of the men below the top one are of another colour than he.
func (s stack) mixture() uint8 {
	if s.height > 4 {
		return mixtures - 1
	}
	others := uint8(s.colors^-(s.colors&1)) & (1<<s.height - 1)
	return mixtureOf[(others>>1|1<<(s.height-1))&15]
}

// appendMixed lists a seat's mixed stacks, and counts the men of both sides in them.
func (v *view) appendMixed(list []uint16, s seat) []uint16 {
	mixed := v.p.control[s&1] & v.p.mixed
	if mixed == 0 {
		return list
	}
	class := &classes[v.p.rules.board.size]
	risk, firstRisk := v.risksOf(s), firstMixedRisk+v.order(s)*mixedRisks
	for rest := mixed; rest != 0; rest &= rest - 1 {
		at := rest.first() & 63
		here := v.p.stacks[at]
		list = append(list, firstMixed+uint16(here.mixture())*squareClasses+uint16(class[at]), firstRisk+risk.of(at, min(here.height, 7)))
		reds := here.reds()
		v.men[white] += int(here.height) - reds
		v.men[red] += reds
	}
	return list
}
