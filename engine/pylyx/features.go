package pylyx

import (
	"sync"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// evaluation describes the features in the order of [position.addSide]. Each is the seat's count less the opponent's.
// Before the colours are chosen, all features are 0.
var evaluation = base.NewEvaluation([]base.Value{
	{"tempo", "1 if the seat is to move, -1 if the opponent is"},
	{"stacks", "stacks on the board; one is the aim"},
	{"travel", "moves that bring all stacks to the best gathering square on an empty board"},
	{"tallest", "checkers in the highest stack"},
	{"alone", "single checkers on squares of the other colour than the gathering square's, where they " +
		"cannot go alone"},
	{"odd-alone", "1 if the number of those is odd, so that not all can go in pairs"},
	{"ready", "stacks that can move as a whole onto the gathering square at once"},
	{"merges", "moves of a whole stack onto another of its own"},
	{"threat", "1 if a move could bring all checkers together, were it the seat's turn"},
	{"walls", "stacks in line with the gathering square with a stack of the opponent's between"},
	{"mobility", "moves, whoever is to move"},
	{"stuck", "stacks without a move"},
}, &patterns.Terms, &stepPatterns.Terms)

// Features implements [engine.Position].
func (p *position) Features(seat engine.Seat, features []int32) {
	clear(features)
	if p.kind == mainStep {
		own := p.owner.color(seat)
		p.addSide(features, own, 1)
		p.addSide(features, own^1, -1)
	}
}

// addSide adds the counts of one colour to features, multiplied by sign.
func (p *position) addSide(features []int32, own color, sign int32) {
	var g gathering
	p.gather(&g, own)
	var alone, walls, mobility, merges, stuck int
	tallest := uint8(0)
	for _, s := range g.stacks.all() {
		height := p.heights[s]
		tallest = max(tallest, height)
		moves, merging := p.surroundings(own, s, height)
		mobility, merges = mobility+moves, merges+merging
		if moves == 0 {
			stuck++
		}
		if height == 1 && (s.parity()^g.target.parity())&1 != 0 {
			alone++
		}
		if p.walled(own, s, g.target) {
			walls++
		}
	}
	base.Add(features, []int32{
		int32(base.Flag(own == p.mover())),
		int32(g.stacks.count),
		int32(g.travel),
		int32(tallest),
		int32(alone),
		int32(alone & 1),
		int32(p.ready(own, g.target)),
		int32(merges),
		int32(base.Flag(g.stacks.count == 2 && merges > 0)),
		int32(walls),
		int32(mobility),
		int32(stuck),
	}, sign)
}

// surroundings counts the moves of a stack, and the merges among them: moves of the whole stack onto another own stack.
func (p *position) surroundings(own color, s square, height uint8) (moves, merges int) {
	_, end := axesOf(min(3, int(height)))
	for a := rising; a < end; a++ {
		l := p.slide(own, s, a)
		moves += l.sum()
		if !movesWhole(height, a) {
			continue
		}
		merges += p.landsOnOwn(own, s, 2*direction(a), l.forward) + p.landsOnOwn(own, s, 2*direction(a)+1, l.back)
	}
	if height > 2 { // moves counts the moves of one and of two men; three men can make each of them too
		moves *= 2
	}
	return moves, merges
}

// landsOnOwn returns 1 if a move of the given length from the square s ends on an own stack, else 0. A length of 0
// means no move.
func (p *position) landsOnOwn(own color, s square, d direction, length int) int {
	to := square(int16(s) + offset[d&7]*int16(length))
	if length > 0 && p.stacks[own&1].has(to) {
		return 1
	}
	return 0
}

// gathering says where one colour can best bring all its men together: on the square of the stack that all other stacks
// reach in the fewest moves on an empty board.
type gathering struct {
	stacks list
	target square  // the gathering square
	travel int     // the number of moves that bring all stacks to target
	table  *travel // the numbers of moves on an empty board
}

// gather finds the gathering square of a colour and fills g.
func (p *position) gather(g *gathering, own color) {
	g.stacks.fill(&p.stacks[own&1])
	all := g.stacks.all()
	var heights [16]uint8
	for i, s := range all {
		heights[i&15] = p.heights[s]
	}
	g.table, g.travel = p.rules.travel(), 1<<30 // larger than any sum of moves
	for _, target := range all {
		sum := 0
		for i, s := range all {
			sum += g.table.moves(s, target, heights[i&15])
		}
		if sum < g.travel {
			g.target, g.travel = target, sum
		}
	}
}

// moves estimates how many moves bring a whole stack from one square to another on an empty board. Men of a high stack
// move in threes and twos. A single man cannot reach a square of the other chessboard colour without help. For a single
// man and such a square, moves returns one more than the number of moves that three men need.
func (t *travel) moves(from, to square, height uint8) int {
	one, two, three := int(t[0][from][to]), int(t[1][from][to]), int(t[2][from][to])
	if height == 1 {
		if (from.parity()^to.parity())&1 != 0 {
			return three + 1
		}
		return one
	}
	threes, rest := int(height)/3, height%3
	switch rest {
	case 0:
		return threes * three
	case 1:
		return (threes-1)*three + 2*two // the last four men move in twos
	}
	return threes*three + two
}

// ready counts the own stacks that one move brings to target as a whole.
func (p *position) ready(own color, target square) (count int) {
	for a := range axes {
		l := p.slide(own, target, a) // a move from target, reversed, is a move to target
		// Direction 2a leads forward along the axis a, and 2a+1 back.
		for back, length := range [2]int{l.forward, l.back} {
			if length == 0 {
				continue
			}
			s := square(int16(target) + offset[2*direction(a)+direction(back)]*int16(length))
			if p.stacks[own&1].has(s) && movesWhole(p.heights[s], a) {
				count++
			}
		}
	}
	return count
}

// movesWhole reports whether a stack can move as a whole along an axis.
func movesWhole(height uint8, a axis) bool {
	first, end := axesOf(int(height))
	return height <= 3 && first <= a && a < end
}

// walled reports whether s and target are on the same line with a stack of the opponent between them.
func (p *position) walled(own color, s, target square) bool {
	for a := range axes {
		from, to := places[s][a], places[target][a]
		if from.line != to.line {
			continue
		}
		low, high := min(from.bit, to.bit)&15, max(from.bit, to.bit)&15
		between := uint16(1)<<high - uint16(2)<<low // the bits from low+1 to high-1
		return p.lines[own^1][from.line]&between != 0
	}
	return false
}

// unreachable is the number of moves to a square that cannot be reached.
const unreachable = 255

// travel holds, at [k-1][from][to], the number of moves that k men together need on an empty board, or unreachable.
type travel [3][squares][squares]uint8

// travelOf returns a function that returns the table for a board on which moves cover up to reach squares. The function
// makes the table at its first call, which takes milliseconds; only evaluations call it.
func travelOf(board *geometry, reach int) func() *travel {
	return sync.OnceValue(func() *travel {
		t := new(travel)
		for k := 1; k <= 3; k++ {
			for from := range square(squares) {
				t.spread(board, reach, k, from)
			}
		}
		return t
	})
}

// spread fills t[k-1][from], the numbers of moves that k men need from the square from, by a breadth-first search.
func (t *travel) spread(board *geometry, reach, k int, from square) {
	row := &t[k-1][from]
	for to := range row {
		row[to] = unreachable
	}
	if !board.has(from) {
		return
	}
	row[from] = 0
	first, end := axesOf(k)
	for queue := []square{from}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		for d := direction(2 * first); d < direction(2*end); d++ {
			next := here
			for range reach {
				var inside bool
				if next, inside = board.next(next, d); !inside {
					break
				}
				if row[next] == unreachable {
					row[next] = row[here] + 1
					queue = append(queue, next)
				}
			}
		}
	}
}

// AppendNoisy appends the moves that win, which join the last two stacks of the seat to act.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.kind != mainStep || p.end != ongoing {
		return steps
	}
	own := p.mover()
	if p.stacks[own].count() != 2 {
		return steps
	}
	for s := range p.stacks[own].all {
		height := p.heights[s]
		for a := range axes {
			if !movesWhole(height, a) {
				continue
			}
			l := p.slide(own, s, a)
			for back, length := range [2]int{l.forward, l.back} { // direction 2a is forward, 2a+1 back
				d := 2*direction(a) + direction(back)
				if p.landsOnOwn(own, s, d, length) > 0 {
					steps = append(steps, movesOf(s, d, int(height))+engine.Step(length))
				}
			}
		}
	}
	return steps
}

// Bonuses and penalties that make up move-ordering scores, in hundredths of a logit.
const (
	scoreWin    = 10000 // score of a move that wins
	scoreQuiet  = 40    // bonus for any move
	scoreMerge  = 25    // bonus for joining two stacks
	scoreSplit  = 15    // penalty for making an additional stack
	scoreTarget = 15    // bonus for landing on the gathering square
	scoreLeave  = 20    // penalty for taking men off the gathering square
	scoreNearer = 8     // bonus for each move by which the men come closer to gathering
	scorePass   = -300  // score of a pass, which comes after all moves
	scoreMost   = 95    // the largest score of a move that does not win
)

// OrderingScores scores moves by how much closer they bring the men together. Placements and choices score 0.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	if p.kind != mainStep || p.end != ongoing {
		clear(scores[:len(steps)])
		return
	}
	var g gathering
	p.gather(&g, p.mover())
	for i, step := range steps {
		scores[i] = scorePass
		if isMove(step) {
			scores[i] = p.moveScore(step, &g)
		}
	}
}

// moveScore returns the score of a move: scoreWin, or a number from 1 to scoreMost.
func (p *position) moveScore(step engine.Step, g *gathering) int32 {
	from, to, k := moved(step)
	here, there := p.heights[from], p.heights[to]
	if int(there+k) == p.rules.board.men {
		return scoreWin
	}
	score := int32(scoreQuiet)
	if there > 0 && k == here {
		score += scoreMerge
	}
	if there == 0 && k < here {
		score -= scoreSplit
	}
	switch g.target {
	case to:
		score += scoreTarget
	case from: // the men leave the gathering square, so their distance to it says nothing
		return max(1, score-scoreLeave)
	}
	// before and after count the moves that the men on from and to need to reach the gathering square, before and after
	// this move.
	before, after := g.table.moves(from, g.target, here), g.table.moves(to, g.target, there+k)
	if k < here {
		after += g.table.moves(from, g.target, here-k)
	}
	if there > 0 {
		before += g.table.moves(to, g.target, there)
	}
	return max(1, min(scoreMost, score+scoreNearer*int32(before-after)))
}

// Metrics implements [engine.MetricRules].
func (r *rules) Metrics() []engine.Metric {
	return []engine.Metric{
		{Name: "stacks", Help: "stacks of both colours", Most: 2 * r.board.men},
		{Name: "largest stack", Help: "checkers in the largest stack", Most: r.board.men},
		{Name: "passes", Help: "turns that were passes", Event: true},
	}
}

// AppendMetrics implements [engine.MetricRules].
func (r *rules) AppendMetrics(values []int, at, _ engine.Position, turn []engine.Step) []int {
	p := at.(*position)
	largest := uint8(0)
	for _, height := range p.heights {
		largest = max(largest, height)
	}
	passed := 0
	if len(turn) == 1 && turn[0] == passStep {
		passed = 1
	}
	return append(values, p.stacks[white].count()+p.stacks[black].count(), int(largest), passed)
}
