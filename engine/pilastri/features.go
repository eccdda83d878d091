package pilastri

import (
	"pillars/engine"
	"pillars/engine/internal/base"
)

// evaluation describes the features in the order of [survey.add]. Each is the seat's count less the opponent's.
var evaluation = base.NewEvaluation([]base.Value{
	{"tempo", "1 if the seat acts, -1 if the opponent does"},
	{"stacks", "stacks with an own piece on top"},
	{"movable", "own stacks whose top piece can move"},
	{"steps", "steps, were it the seat's turn"},
	{"safe-steps", "steps that no single step of the opponent's takes away"},
	{"secure", "movable own stacks that the opponent cannot land on"},
	{"dead", "own stacks alone on their rank and file: nothing will ever move from or to them"},
	{"singles", "own pieces alone on their square"},
	{"levels", "levels of the own top pieces, summed"},
	{"backed", "own top pieces that lie on an own piece"},
	{"targets", "stacks of the opponent's that the seat can land on"},
}, &patterns.Terms, &stepPatterns.Terms)

// Features implements [engine.Position].
func (p *position) Features(seatOf engine.Seat, features []int32) {
	var s survey
	s.find(p)
	clear(features)
	s.add(features, seat(seatOf), p.seat, 1)
	s.add(features, seat(seatOf).other(), p.seat, -1)
}

// survey is an analysis of a board for both seats.
type survey struct {
	board    *board
	jump     bitboard         // rules.jump: the squares from which a single piece may land on any stack
	view     sight            // moves sets of stacks to the next stacks east or north
	pairs    [axes]comparison // the heights of all pairs, by axis
	moves    [2]moves         // by seat, the steps that the seat would have if it were to act
	from, to [2][4]bitboard   // by seat and direction, the stacks on which steps start and end
	starts   [2]bitboard      // by seat, the stacks on which its steps start
	landings [2]bitboard      // by seat, the stacks on which its steps end
	dead     bitboard         // stacks without any other stack on their rank and file
}

// find fills the survey with the analysis of a position's board.
func (s *survey) find(p *position) {
	b, vacant := &p.board, p.vacant()
	s.board, s.jump, s.view = b, p.rules.jump, newSight(vacant)
	s.pairs[alongRank], s.pairs[alongFile] = b.compareAll(s.view)
	back, all := newBackSight(vacant), b.occupied()
	for side := range s.moves {
		m, from, to := &s.moves[side], &s.from[side], &s.to[side]
		m.fill(b, s.jump, seat(side), s.view, s.pairs[alongRank], s.pairs[alongFile])
		// m holds the farther stacks of pairs; back moves them to the nearer stacks.
		*to = [4]bitboard{east: m[east], north: m[north], west: back.alongRank(m[west]) & all,
			south: back.alongFile(m[south]) & all}
		*from = [4]bitboard{east: back.alongRank(m[east]) & all, north: back.alongFile(m[north]) & all, west: m[west],
			south: m[south]}
		s.starts[side] = from[east] | from[north] | from[west] | from[south]
		s.landings[side] = to[east] | to[north] | to[west] | to[south]
	}
	s.dead = all &^ (s.view.alongRank(all) | s.view.alongFile(all) | back.alongRank(all) | back.alongFile(all))
}

// add adds the counts of the seat side to features, multiplied by sign. The argument next is the seat to act.
func (s *survey) add(features []int32, side, next seat, sign int32) {
	b, own, theirs, starts := s.board, s.board.tops[side&1], s.board.tops[side.other()&1], s.starts[side&1]
	backed := int32(0)
	for rest := own &^ b.singles(); rest != 0; rest &= rest - 1 {
		backed += int32(base.Flag(b.below(rest.First()) == side))
	}
	base.Add(features, []int32{
		int32(base.Flag(side == next)),
		int32(own.Count()),
		int32(starts.Count()),
		int32(s.moves[side&1].count()),
		int32(s.safeSteps(side)),
		int32((starts &^ s.landings[side.other()&1]).Count()),
		int32((own & s.dead).Count()),
		int32((own & b.singles()).Count()),
		int32(b.levelSum(own)),
		backed,
		int32((s.landings[side&1] & theirs).Count()),
	}, sign)
}

// safeSteps counts the steps of a seat that no single step of the opponent prevents. The opponent can prevent any step
// by landing on the stack where it starts. A step between equally high stacks can also be prevented by moving a piece
// off the stack where it ends. A step between single pieces can also be prevented by landing where it ends, unless
// single pieces may land on any stack.
func (s *survey) safeSteps(side seat) int {
	m, singles := &s.moves[side&1], s.board.singles()&^s.jump
	raised, lowered := s.landings[side.other()&1], s.starts[side.other()&1]
	total := 0
	for along, carry := range [axes]func(bitboard) bitboard{s.view.alongRank, s.view.alongFile} {
		equal := s.pairs[along].equal
		nearRaised, nearLowered := carry(raised), carry(lowered) // pairs whose nearer stack is raised or lowered
		total += (m[east+along] &^ (nearRaised | equal&(singles&raised|lowered))).Count()
		total += (m[west+along] &^ (raised | equal&(singles&nearRaised|nearLowered))).Count()
	}
	return total
}

// levelSum returns the sum of the heights of the given stacks, which are the levels of their top pieces counted from 1.
func (b *board) levelSum(stacks bitboard) int {
	sum := 0
	for k := 0; b.levels>>k != 0 && k < digits; k++ {
		sum += (stacks & b.digits[k]).Count() << k
	}
	return sum
}

// below returns the owner of the piece just below the top piece of the stack on a square. The stack must have two
// pieces or more.
func (b *board) below(at square) seat { return b.owner(at, int(b.heights[at&63])-2) }

// backSight moves marks (sets of stacks) to the next stack west or south, as [sight] does to the east or north. The
// fields row and one hold the vacant squares. Of these, the field three holds those whose next square north is vacant
// too, and the field all holds those whose next three squares north are vacant too.
type backSight struct{ row, one, three, all bitboard }

func newBackSight(vacant bitboard) backSight {
	pairs := vacant & (vacant >> 8)
	return backSight{row: vacant, one: vacant, three: pairs, all: pairs & (pairs >> 16)}
}

// alongRank moves marks west to the next stack by a Kogge-Stone fill over vacant squares.
func (v *backSight) alongRank(marks bitboard) bitboard {
	open := v.row &^ fileH
	marks |= open & (marks >> 1)
	open &= open >> 1
	marks |= open & (marks >> 2)
	open &= open >> 2
	marks |= open & (marks >> 4)
	return marks &^ fileA >> 1
}

// alongFile moves marks south to the next stack by a Kogge-Stone fill over vacant squares.
func (v *backSight) alongFile(marks bitboard) bitboard {
	marks |= v.one & (marks >> 8)
	marks |= v.three & (marks >> 16)
	marks |= v.all & (marks >> 32)
	return marks >> 8
}

// mostTouched is the largest number of the opponent's steps that start or end on one of the two stacks of a step. Four
// can start on the stack where the step ends. Each of the three other neighbours of either stack can start one more.
const mostTouched = 10

// replies holds the steps that the opponent could play if it were to act. A step that prevents all of them wins.
type replies struct {
	stacks [mostTouched]bitboard // by reply, the two stacks where the reply starts and ends
	count  int
}

// find sets r to the opponent's replies in the position p. It returns false if there are more replies than a single
// step can prevent.
func (r *replies) find(p *position) bool {
	var theirs moves
	theirs.find(&p.board, p.rules, p.seat.other())
	if theirs.count() > mostTouched {
		return false
	}
	for direction, pairs := range &theirs {
		for ; pairs != 0; pairs &= pairs - 1 {
			from, to := p.board.step(direction, pairs.First())
			r.stacks[r.count] = from.Bit() | to.Bit()
			r.count++
		}
	}
	return true
}

// leavesNone reports whether a step leaves the opponent without a step. A reply stays legal if the step changes neither
// of the reply's two stacks, so leavesNone plays the step only if it touches all replies.
func (r *replies) leavesNone(p *position, from, to square) bool {
	touched := from.Bit() | to.Bit()
	for _, stacks := range r.stacks[:r.count] {
		if stacks&touched == 0 {
			return false
		}
	}
	var after board
	after.copyFrom(&p.board)
	after.move(p.seat, from, to)
	var theirs moves
	theirs.find(&after, p.rules, p.seat.other())
	return !theirs.any()
}

// AppendNoisy appends the steps that leave the opponent without a step and so win at once.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	var r replies
	if p.Over() || !r.find(p) {
		return steps
	}
	for direction, pairs := range &p.moves {
		for ; pairs != 0; pairs &= pairs - 1 {
			if from, to := p.board.step(direction, pairs.First()); r.leavesNone(p, from, to) {
				steps = append(steps, stepOf(from, to))
			}
		}
	}
	return steps
}

// Bonuses and penalties that make up move-ordering scores, in hundredths of a logit.
const (
	scoreWin      = 10000 // score of a step that leaves the opponent without a step
	scoreCover    = 20    // bonus for covering a piece of the opponent
	scoreRevealed = 20    // penalty for uncovering a piece of the opponent
	scoreBacked   = 5     // bonus for uncovering an own piece
	scoreLevel    = 4     // penalty for each level that the piece climbs, except the first
)

// OrderingScores scores steps by the pieces that they cover and uncover, and finds all immediate wins.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	var r replies
	canWin := r.find(p)
	for i, step := range steps {
		from, to := ends(step)
		if canWin && r.leavesNone(p, from, to) {
			scores[i] = scoreWin
			continue
		}
		scores[i] = p.score(from, to)
	}
}

// score returns the move-ordering score of a step that does not win at once.
func (p *position) score(from, to square) int32 {
	level, reached := int(p.board.heights[from&63])-1, int(p.board.heights[to&63])
	score := -scoreLevel * int32(reached-level-1)
	if p.board.tops[p.seat.other()&1].Has(to) {
		score += scoreCover
	}
	switch {
	case level == 0:
	case p.board.owner(from, level-1) == p.seat:
		score += scoreBacked
	default:
		score -= scoreRevealed
	}
	return score
}

var metricList = []engine.Metric{
	{Name: "stacks", Help: "stacks of both sides"},
	{Name: "dead stacks", Help: "stacks alone on their rank and file: nothing will ever move from or to them"},
	{Name: "highest stack", Help: "pieces in the highest stack"},
	{Name: "levels", Help: "levels of all pieces, summed; every move adds to it"},
}

func (r *rules) Metrics() []engine.Metric { return metricList }

// AppendMetrics implements [engine.MetricRules].
func (r *rules) AppendMetrics(values []int, at, _ engine.Position, _ []engine.Step) []int {
	p := at.(*position)
	var s survey
	s.find(p)
	highest, levels := 0, 0
	for rest := p.board.occupied(); rest != 0; rest &= rest - 1 {
		height := int(p.board.heights[rest.First()&63])
		highest = max(highest, height)
		levels += height * (height + 1) / 2
	}
	return append(values, p.board.occupied().Count(), s.dead.Count(), highest, levels)
}
