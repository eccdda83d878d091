package pit

import (
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// scale is the factor that makes the mean of one, two or three counts a whole number.
const scale = 6

// evaluation describes the features: first those that [position.addSeat] adds, in its order, then "out" and
// "rivals-out". Each feature of addSeat is the seat's count less the mean count of the other players who are still in,
// multiplied by scale. For a player who is out, all features but "out" are 0.
var evaluation = base.NewEvaluation([]base.Value{
	{"tempo", "1 for the seat that takes the next action; all counts in sixths, less the mean " +
		"of the others still in"},
	{"towers", "towers on the board"},
	{"reserve", "towers in reserve"},
	{"no-tower", "1 without a tower on the board, so that none can be entered"},
	{"mobility", "moves of towers and pawn, priorities and entries left out"},
	{"pawn-sides", "sides of the pawn's cell without a barrier, a hole or the edge of the board"},
	{"pawn-exits", "empty cells joined to the pawn's that are not next to a hole"},
	{"pawn-threats", "empty cells joined to the pawn's that an opponent's piece reaches in one " +
		"move"},
	{"pawn-lures", "empty cells joined to the pawn's, next to a hole, where an opponent can put " +
		"a tower for it to take"},
	{"pawn-lures-now", "those of the pawn-lures that an opponent can use who acts before the " +
		"pawn's player"},
	{"pawn-attacked", "opponents' pieces joined to the pawn's cell"},
	{"pawn-on-rim", "1 if the pawn is next to a hole"},
	{"towers-on-rim", "towers next to a hole"},
	{"out", "1 for a player who is out, whoever else is"},
	{"rivals-out", "the share of the others who are out, for a player who is in"},
}, &patterns.Terms, &stepPatterns.Terms)

// survey is an analysis of a position for all seats. Its arrays are indexed by seat.
type survey struct {
	slides [engine.MaxSeats]bitboard // cells of the seat's pieces, and cells to which a piece can move
	puts   [engine.MaxSeats]bitboard // cells of the towers, and cells that a tower can move to or be entered on
	moves  [engine.MaxSeats]int      // number of moves of the seat
	// pieceMoves holds the number of moves of each piece, in the order of the pieces' cells. An unused eighth entry
	// makes room for indices masked with 7.
	pieceMoves [engine.MaxSeats][towersEach + 2]uint8
	next       seat // the seat that takes the next action
}

// Features implements [engine.Position].
func (p *position) Features(of engine.Seat, features []int32) {
	clear(features)
	if !p.isIn(seat(of)) {
		features[len(features)-2] = scale
		return
	}
	var s survey
	p.fillSurvey(&s)
	in := p.stillIn()
	othersWeight := -int32(scale / max(1, in-1)) // turns the sum over the other players into a mean
	for player := range seat(p.rules.seats) {
		weight := othersWeight
		if player == seat(of) {
			weight = scale
		}
		if p.isIn(player) {
			p.addSeat(features, player, weight, &s)
		}
	}
	features[len(features)-1] = int32(scale / (p.rules.seats - 1) * (p.rules.seats - in))
}

// fillSurvey fills an empty survey with the analysis of the position.
func (p *position) fillSurvey(s *survey) {
	s.next = p.seat
	if p.kind == barrierStep {
		s.next = p.after(p.seat)
	}
	for player := range seat(p.rules.seats) {
		p.surveySeat(s, player)
	}
}

// surveySeat fills the empty entries of a survey for one seat.
func (p *position) surveySeat(s *survey, of seat) {
	words := p.rules.board.words
	slides, puts := &s.slides[of&3], &s.puts[of&3]
	var seen bitboard // the cells that a tower of the seat sees, if the reserve has a tower to enter
	var walks reach   // the moves of the pawn
	piece := 0        // an index into s.pieceMoves[of]
	for w, word := range p.own[of&3][:words] {
		for ; word != 0; word &= word - 1 {
			c := cell(w<<6 | bits.TrailingZeros64(word))
			r := p.reachOf(c)
			if p.pawnAt(of, c) {
				r.rank, r.file = r.rank.single(c.file()), r.file.single(c.rank())
				walks = r
			} else {
				r.addTo(slides, words)
				if p.reserve[of&3] > 0 {
					p.addSight(c, &seen)
				}
			}
			s.moves[of&3] += r.count()
			s.pieceMoves[of&3][piece&7] = uint8(r.count())
			piece++
		}
	}
	for w := range words {
		puts[w] = slides[w] | seen[w]&^p.occupied[w]
	}
	if p.hasPawn(of) { // added last, because the moves of the pawn must not get into puts
		walks.addTo(slides, words)
	}
}

// addTo adds the ends of the moves, and the cell where they start, to set. words is the number of words in use; see
// board.words.
func (r *reach) addTo(set *bitboard, words int) {
	rank := r.from.rank()
	set[rank>>2] |= (2<<r.rank.high - 1<<r.rank.low) << (rank & 3 << 4) // the bits from r.rank.low to r.rank.high
	column := &columns[r.file.low&15][r.file.high&15]
	for w := range words {
		set[w&3] |= column[w&3] << r.from.file()
	}
}

// addSeat adds the counts of one seat to features, multiplied by weight.
func (p *position) addSeat(features []int32, of seat, weight int32, s *survey) {
	towers, rim := p.towers(of), 0
	count := towers.count()
	for w := range towers {
		rim += bits.OnesCount64(towers[w] & p.rules.board.rim[w])
	}
	var pawn pawnCounts
	if p.hasPawn(of) {
		pawn.find(p, of, s)
	}
	base.Add(features, []int32{
		int32(base.Flag(s.next == of)),
		int32(count),
		int32(p.reserve[of&3]),
		int32(base.Flag(count == 0)),
		int32(s.moves[of&3]),
		pawn.sides,
		pawn.exits,
		pawn.threats,
		pawn.lures,
		pawn.luresNow,
		pawn.attacked,
		pawn.onRim,
		int32(rim),
	}, weight)
}

// pawnCounts holds the features of a seat that are about its pawn.
type pawnCounts struct{ sides, exits, threats, lures, luresNow, attacked, onRim int32 }

// find sets n to the counts for the pawn of a seat.
func (n *pawnCounts) find(p *position, of seat, s *survey) {
	c := p.pawn[of&3]
	others := p.in &^ (1 << of)
	n.onRim = int32(p.rules.board.rim.bit(c))
	for d := range directions {
		if p.walls.between(c, d) {
			continue
		}
		next := c.next(d)
		n.sides++
		switch {
		case p.own[of&3].has(next): // an own piece is neither a way out nor a threat
		case p.occupied.has(next):
			n.attacked++
		case !p.rules.board.rim.has(next): // next is an empty cell not next to a hole
			n.exits++
			n.threats += anyHas(&s.slides, others, next)
		default: // next is an empty cell next to a hole
			n.threats += anyHas(&s.slides, others, next)
			n.lures += anyHas(&s.puts, others, next)
			n.luresNow += anyHas(&s.puts, p.before(of, s.next), next)
		}
	}
}

// anyHas returns 1 if the set of any of the given seats contains the cell c, else 0. The argument seats has one bit for
// each seat.
func anyHas(sets *[engine.MaxSeats]bitboard, seats uint8, c cell) int32 {
	for ; seats != 0; seats &= seats - 1 {
		if sets[bits.TrailingZeros8(seats)&3].has(c) {
			return 1
		}
	}
	return 0
}

// before returns, one bit each, the seats still in the game that act before s if next is the first to act.
func (p *position) before(s, next seat) uint8 {
	belowNext, belowSeat := uint8(1)<<next-1, uint8(1)<<s-1
	if next <= s {
		return p.in & belowSeat &^ belowNext
	}
	return p.in & (belowSeat | ^belowNext)
}

// AppendNoisy appends all compulsory actions, which are replacements and falls, and the barriers that remove towers or
// put a player out.
func (p *position) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.end != ongoing {
		return steps
	}
	switch {
	case p.kind == barrierStep:
		return p.appendCutting(steps)
	case p.kind == placeStep:
		return steps
	}
	return p.appendCompulsory(steps)
}

// appendCutting appends the barriers that separate pawns from each other or a tower from all holes. It plays each
// barrier that may separate two regions, and checks whether pieces are gone or the game is over.
func (p *position) appendCutting(steps []engine.Step) []engine.Step {
	child := position{rules: p.rules}
	for d := range directions {
		if p.walls.between(p.at, d) || p.walls.joinedRound(edgeOf(p.at, d)) {
			continue
		}
		child.state = p.state
		child.Play(wallStep(p.at, d))
		if child.own != p.own || child.end != ongoing {
			steps = append(steps, wallStep(p.at, d))
		}
	}
	return steps
}

// Bonuses and penalties that make up move-ordering scores, in hundredths of a logit. Two cells are joined if they are
// neighbours without a wall between them.
const (
	scoreWin      = 10000 // bonus for a step that wins, penalty for a step that loses
	scorePawn     = 400   // bonus for replacing the pawn of one of several opponents
	scoreTower    = 50    // bonus for removing an opponent's tower, penalty for losing an own tower
	scoreAttack   = 40    // bonus for a tower joined to an opponent's pawn, penalty for a barrier between the two
	scoreEntry    = 10    // bonus for entering a tower
	scoreExposed  = 300   // penalty for the own pawn joined to an opponent's piece
	scoreFlight   = 90    // bonus for moving the own pawn if it was joined to an opponent's piece
	scoreRim      = 250   // penalty for the own pawn next to a hole, into which it must fall
	scoreTowerRim = 30    // penalty for a tower next to a hole
	scoreSide     = 6     // bonus for each open side of the own pawn's cell
	scoreShield   = 90    // bonus for a barrier between the own pawn and an opponent's piece
	scorePin      = 15    // bonus for a barrier at an opponent's pawn, penalty for a barrier at the own pawn
)

// OrderingScores scores actions by the pieces they replace and by the safety of pawns, and barriers by what they
// separate.
func (p *position) OrderingScores(steps []engine.Step, scores []int32) {
	if p.end != ongoing {
		clear(scores[:len(steps)])
		return
	}
	child := position{rules: p.rules}
	for i, step := range steps {
		switch p.kind {
		case placeStep:
			_, to := moved(step)
			scores[i] = p.pawnScore(to)
		case actionStep:
			scores[i] = p.actionScore(moved(step))
		default:
			scores[i] = p.barrierScore(step, &child)
		}
	}
}

// actionScore returns the move-ordering score of an action. If from equals to, a tower is entered.
func (p *position) actionScore(from, to cell) int32 {
	isPawn := from != to && p.pawnAt(p.seat, from)
	switch {
	case p.rules.board.holes.has(to) && isPawn:
		return -scoreWin
	case p.rules.board.holes.has(to):
		return -scoreTower
	}
	score := p.prizeScore(to)
	switch {
	case isPawn:
		score += p.pawnScore(to)
		if p.exposed(from) {
			score += scoreFlight
		}
	case p.attacks(to):
		score += scoreAttack
	}
	if !isPawn && p.rules.board.rim.has(to) {
		score -= scoreTowerRim
	}
	if from == to {
		score += scoreEntry
	}
	return score
}

// prizeScore returns the bonus for replacing the piece on a cell, or 0 if no piece of an opponent is there.
func (p *position) prizeScore(c cell) int32 {
	if !p.theirsAt(c) {
		return 0
	}
	switch owner := p.owner(c); {
	case !p.pawnAt(owner, c):
		return scoreTower
	case p.stillIn() == 2:
		return scoreWin
	}
	return scorePawn
}

// pawnScore returns the score of a cell for the own pawn.
func (p *position) pawnScore(c cell) int32 {
	score := scoreSide * int32(bits.OnesCount(p.walls.openSides(c)))
	if p.rules.board.rim.has(c) {
		score -= scoreRim
	}
	if p.exposed(c) {
		score -= scoreExposed
	}
	return score
}

func (p *position) theirsAt(c cell) bool { return p.occupied.has(c) && !p.own[p.seat&3].has(c) }

func (p *position) theirPawnAt(c cell) bool { return p.theirsAt(c) && p.pawnAt(p.owner(c), c) }

// exposed reports whether an opponent's piece is next to the cell c without a wall between them.
func (p *position) exposed(c cell) bool { return p.enemiesAt(&p.own[p.seat&3], c) > 0 }

// attacks reports whether an opponent's pawn is next to the cell c without a wall between them.
func (p *position) attacks(c cell) bool {
	for d := range directions {
		if !p.walls.between(c, d) && p.theirPawnAt(c.next(d)) {
			return true
		}
	}
	return false
}

// barrierScore returns the move-ordering score of a barrier. If the barrier may remove pieces, barrierScore sets child
// to the position after the step.
func (p *position) barrierScore(step engine.Step, child *position) int32 {
	at, side := walled(step)
	if !p.walls.joinedRound(edgeOf(at, side)) {
		child.state = p.state
		child.Play(step)
		switch {
		case !child.isIn(p.seat) || child.end == pawnsParted: // the seat to act has gone out
			return -scoreWin
		case child.end != ongoing:
			return scoreWin
		case child.own != p.own:
			return p.lossScore(child)
		}
	}
	return p.nearScore(at, at.next(side)) + p.nearScore(at.next(side), at)
}

// lossScore returns the score of the towers that a barrier has removed, where child is the position after the barrier.
func (p *position) lossScore(child *position) (score int32) {
	for s := range seat(p.rules.seats) {
		lost := int32(p.own[s].count() - child.own[s].count())
		if s == p.seat {
			lost = -lost
		}
		score += scoreTower * lost
	}
	return score
}

// nearScore returns the part of the score of a barrier between the cells c and other that is due to a piece on c. It is
// 0 if c is empty.
func (p *position) nearScore(c, other cell) int32 {
	switch {
	case p.pawnAt(p.seat, c) && p.theirsAt(other):
		return scoreShield
	case p.pawnAt(p.seat, c):
		return -scorePin
	case p.theirPawnAt(c) && p.own[p.seat&3].has(other):
		return -scoreAttack
	case p.theirPawnAt(c):
		return scorePin
	}
	return 0
}
