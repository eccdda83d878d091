package pitofpillars

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

// capacities holds the open squares, which have no pillar, by capacity: the number of their open neighbours on the same
// rank or file.
type capacities [5]bitboard

// findCapacities finds the capacities of all open squares at once.
func findCapacities(open bitboard) capacities {
	ones, twos, fours := base.Tally(beforeNorth(open), beforeEast(open), beforeSouth(open), beforeWest(open))
	return capacities{
		0: open &^ (ones | twos | fours),
		1: open & ones &^ twos,
		2: open & twos &^ ones,
		3: open & ones & twos,
		4: open & fours,
	}
}

// vulnerable holds, at index k-1, the stacks that k men of an attacker's colour capture by landing on them. Such a
// stack contains a man of the opponent, and its height plus k exceeds the capacity of its square. Four men or more
// capture every stack with a man of the opponent, so index 3 is for more than four men too.
type vulnerable [4]bitboard

// vulnerableTo returns the stacks that men of the attacker's colour capture by landing on them.
func (p *position) vulnerableTo(attacker seat, capacity *capacities) vulnerable {
	prey := p.control[attacker.other()&1] | p.mixed // stacks with a man of the opponent
	ones, twos, fours := p.height[0], p.height[1], p.height[2]
	two := twos | fours        // stacks of two men or more
	three := ones&twos | fours // stacks of three men or more
	low := capacity[0] | capacity[1]
	return vulnerable{ // by the number of men that land, from 1 to 4
		prey & (low | capacity[2]&two | capacity[3]&three | capacity[4]&fours),
		prey & (low | capacity[2] | capacity[3]&two | capacity[4]&three),
		prey &^ (capacity[4] &^ two), // three men capture all but single men on capacity 4
		prey,
	}
}

// by returns the stacks that k men capture by landing on them.
func (v *vulnerable) by(k int) bitboard { return v[min(k, 4)-1] }

// landing returns the set from, moved by k squares in the orthogonal direction d. All squares reached must be on the
// board.
func landing(from bitboard, d direction, k int) bitboard {
	switch d {
	case north:
		return from << (8 * uint(k) & 63)
	case east:
		return from << (uint(k) & 63)
	case south:
		return from >> (8 * uint(k) & 63)
	default:
		return from >> (uint(k) & 63)
	}
}

// evaluation describes the features in the order of [view.addSide]. Each is the seat's count less the opponent's,
// unless its help says otherwise.
var evaluation = base.NewEvaluation([]base.Value{
	{"tempo", "1 if the seat has the next main step, -1 if the opponent has"},
	{"stacks", "stacks controlled"},
	{"one-stack", "1 if at most one stack is left"},
	{"two-stacks", "1 if exactly two stacks are left"},
	{"three-stacks", "1 if exactly three stacks are left"},
	{"held-men", "own men in own stacks, up to 7 in a stack of one colour"},
	{"buried-men", "own men in the opponent's stacks"},
	{"reserve", "men in reserve"},
	{"pillars", "pillars"},
	{"mobility", "moves of stacks, entries left out"},
	{"stuck", "own stacks with no open square next to them"},
	{"tall", "own stacks of three men or more"},
	{"room", "open squares next to own stacks, summed over the four directions"},
	{"exposed", "stacks with own men that a single man of the opponent landing there would " +
		"capture"},
	{"reserve-threat", "stacks that the seat's reserve could capture by entering, if it has a " +
		"man"},
	{"attacks", "stacks with an opponent's man that the seat could capture with a main step, " +
		"were it its turn"},
	{"attacked-men", "height of the stacks counted in attacks, up to 7 each"},
	{"attacks-on-move", "attacks of the side with the next main step, the opponent's negative"},
	{"men-on-move", "attacked-men of the side with the next main step, the opponent's negative"},
	{"last-in-danger", "1 if at most two stacks are left and one of them is attacked"},
}, &patterns.Terms, &stepPatterns.Terms)

// Features implements [engine.Position].
func (p *position) Features(seatOf engine.Seat, features []int32) {
	var v view
	v.analyse(p)
	clear(features)
	v.addSide(features, seat(seatOf), 1)
	v.addSide(features, seat(seatOf).other(), -1)
}

// addSide adds the counts of the seat s to features, multiplied by sign. Of the attacks it leaves out one kind:
// captures in which the moving men have both colours and no man of the opponent stands where they land.
func (v *view) addSide(features []int32, s seat, sign int32) {
	p, side, own, theirs := v.p, &v.sides[s&1], v.p.control[s&1], v.p.control[s.other()&1]
	held, buried := p.menOf(s)
	stacks, attacks, attackedMen := own.Count(), int32(side.hit.Count()), int32(p.heights(side.hit))
	room := 0 // open squares next to own stacks
	for neighbours, squares := range v.capacity {
		room += neighbours * (own & squares).Count()
	}
	isNext, reserveThreat, lastInDanger := int32(base.Flag(v.next == s)), 0, int32(0)
	if p.reserve[s&1] > 0 {
		reserveThreat = side.prey[0].Count()
	}
	if theirs.Count() <= 2 && side.hit&theirs != 0 { // the danger of s's opponent, which counts against s
		lastInDanger = -1
	}
	base.Add(features, []int32{
		isNext,
		int32(stacks),
		int32(base.Flag(stacks <= 1)),
		int32(base.Flag(stacks == 2)),
		int32(base.Flag(stacks == 3)),
		int32(held),
		int32(buried),
		int32(p.reserve[s&1]),
		int32(p.pillars[s&1].Count()),
		int32(side.moves),
		int32((own & v.capacity[0]).Count()),
		int32(side.movers[2].Count()),
		int32(room),
		int32(v.sides[s.other()&1].prey[0].Count()),
		int32(reserveThreat),
		attacks,
		attackedMen,
		attacks * isNext,
		attackedMen * isNext,
		lastInDanger,
	}, sign)
}

// menOf counts the men of a seat. The result held counts men in stacks that the seat controls, up to 7 in a pure stack.
// The result buried counts men in the opponent's stacks.
func (p *position) menOf(s seat) (held, buried int) {
	pure := p.control[s&1] &^ p.mixed
	held = p.heights(pure)
	for rest := p.mixed; rest != 0; rest &= rest - 1 {
		here := p.stacks[rest.First()&63]
		if here.top() == s {
			held += here.men(s)
		} else {
			buried += here.men(s)
		}
	}
	return held, buried
}

// heights returns the sum of the heights of stacks, each counted up to 7.
func (p *position) heights(stacks bitboard) int {
	return (stacks & p.height[0]).Count() + 2*(stacks&p.height[1]).Count() + 4*(stacks&p.height[2]).Count()
}

// AppendNoisy appends captures and steps that take over the opponent's last stack. It misses steps that win because
// they leave the opponent without a step.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.kind != mainStep || p.end != ongoing {
		return steps
	}
	theirs := p.control[p.seat.other()&1]
	if theirs == 0 {
		return p.appendWins(steps)
	}
	capacity := findCapacities(p.open)
	prey := p.vulnerableTo(p.seat, &capacity)
	last := bitboard(0) // the opponent's stack if there is only one, else empty
	if theirs&(theirs-1) == 0 {
		last = theirs
	}
	if p.reserve[p.seat&1] > 0 {
		steps = appendEach(steps, prey.by(1)|last)
	}
	return p.appendNoisyMoves(steps, &prey, last)
}

// appendNoisyMoves appends the moves that capture, and the moves that win by landing on last. The set last contains the
// opponent's stack if there is only one, and is empty otherwise.
func (p *position) appendNoisyMoves(steps []engine.Step, prey *vulnerable, last bitboard) []engine.Step {
	var m movers
	m.find(p, p.control[p.seat&1])
	one := oneSquare(p.open)
	walk := one
	for k := 1; k <= len(m) && m[k-1] != 0; k++ {
		captures := prey.by(k)
		for d := north; d < orthogonals; d++ {
			from := m[k-1] & walk[d]
			hit := landing(from, d, k) & (captures | last)
			for ; hit != 0; hit &= hit - 1 {
				to := hit.First()
				start := square(int8(to) - offset[d]*int8(k))
				// Taking the last stack wins only if the move does not give the opponent another stack.
				if captures.Has(to) || !p.reveals(start, uint8(k)) {
					steps = append(steps, moveStep(start, d, k))
				}
			}
			if k > 1 && from&p.mixed != 0 {
				steps = p.appendMixedCaptures(steps, from&p.mixed, d, k)
			}
		}
		walk.longer(&one)
	}
	return steps
}

// reveals reports whether moving the upper k men off a stack leaves a stack that the opponent controls.
func (p *position) reveals(from square, k uint8) bool {
	_, left := p.stacks[from&63].take(k)
	return left.height > 0 && left.top() != p.seat
}

// appendMixedCaptures appends moves of k men of both colours that capture on a square where there is no man of the
// opponent. The stacks in from must all be able to move k squares in direction d.
func (p *position) appendMixedCaptures(steps []engine.Step, from bitboard, d direction, k int) []engine.Step {
	prey := p.control[p.seat.other()&1] | p.mixed
	for ; from != 0; from &= from - 1 {
		start := from.First()
		to := square(int8(start) + offset[d]*int8(k))
		moving, _ := p.stacks[start].take(uint8(k))
		if moving.mixed() && !prey.Has(to) && int(p.stacks[to&63].height)+k > p.capacity(to) {
			steps = append(steps, moveStep(start, d, k))
		}
	}
	return steps
}

// appendWins appends all captures and wins, for a position in which the opponent has no stack. There a step wins unless
// it leaves a stack to the opponent.
func (p *position) appendWins(steps []engine.Step) []engine.Step {
	wins := steps
	for _, step := range p.AppendSteps(steps)[len(steps):] {
		if form(step) == formMove {
			from, to, k := moved(step)
			moving, _ := p.stacks[from&63].take(k)
			result, mixed := p.stacks[to&63].land(moving)
			captures := mixed && int(result.height) > p.capacity(to)
			if p.reveals(from, k) && !captures {
				continue
			}
		}
		wins = append(wins, step) // writes no further than the loop has read
	}
	return wins
}

// Bonuses and penalties that make up move-ordering scores, in hundredths of a logit.
const (
	scoreWin        = 10000 // bonus for taking over the opponent's last stack
	scoreCapture    = 150   // bonus for a capture
	scoreTaken      = 80    // bonus for each man of the opponent that is captured
	scoreControl    = 60    // bonus for landing on a stack of the opponent
	scoreRevealed   = 70    // penalty for leaving a stack in the opponent's control
	scorePresence   = 15    // bonus for one more own stack, penalty for one less
	scoreEntry      = 20    // penalty for using a man of the reserve
	scoreCrowd      = 12    // bonus for each stack of the opponent next to a pillar, penalty for each own stack
	scorePillarMove = 4     // penalty for any move of a pillar, so that equal squares are no reason to move
)

// OrderingScores scores main steps by captures and control, and pillar steps by the stacks next to the pillar. All
// steps of the entering stage score 0.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	switch p.kind {
	case mainStep:
		for i, step := range steps {
			scores[i] = p.mainScore(step)
		}
	case pillarStep:
		for i, step := range steps {
			scores[i] = p.pillarScore(step)
		}
	default:
		clear(scores[:len(steps)])
	}
}

func (p *position) mainScore(step engine.Step) int32 {
	if form(step) == formEnter {
		return p.landingScore(entered(step), manOf(p.seat)) - scoreEntry
	}
	from, to, k := moved(step)
	moving, left := p.stacks[from&63].take(k)
	score := p.landingScore(to, moving)
	switch {
	case left.height == 0:
		score -= scorePresence
	case left.top() != p.seat:
		score -= scoreRevealed
	}
	return score
}

// landingScore returns the part of a move-ordering score that depends on the square where men land or enter.
func (p *position) landingScore(to square, moving stack) int32 {
	here := p.stacks[to&63]
	theirs := p.control[p.seat.other()&1]
	score := int32(0)
	switch {
	case here.height == 0:
		score = scorePresence
	case here.top() != p.seat:
		score = scoreControl + scorePresence
		if theirs.Count() == 1 {
			score = scoreWin
		}
	}
	result, mixed := here.land(moving)
	if mixed && int(result.height) > p.capacity(to) {
		taken := int32(here.men(p.seat.other()) + moving.men(p.seat.other()))
		score += scoreCapture + scoreTaken*taken - scorePresence // one own stack less, since a pillar replaces it
	}
	return score
}

func (p *position) pillarScore(step engine.Step) int32 {
	if step == declineStep {
		return 0
	}
	from, to := slid(step)
	return p.crowding(to) - p.crowding(from) - scorePillarMove
}

// crowding returns the score of a pillar's square: scoreCrowd times the opponent's stacks next to it less own stacks.
func (p *position) crowding(at square) int32 {
	near := orthogonalSpread(at.Bit())
	return scoreCrowd * int32((near&p.control[p.seat.other()&1]).Count()-(near&p.control[p.seat&1]).Count())
}
