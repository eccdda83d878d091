package pit

import (
	"math/bits"

	"pillars/engine"
)

// The features, in the order of featureList. Each but the last two is six times the seat's count less six times the
// mean of the counts of the others who are still in: sixths, so that the mean of one, two or three others is a whole
// number. Of a player who is out nothing counts but that.
const (
	featureTempo = iota
	featureTowers
	featureReserve
	featureNoTower
	featureMobility
	featurePawnSides
	featurePawnExits
	featurePawnThreats
	featurePawnLures
	featurePawnLuresNow
	featurePawnAttacked
	featurePawnOnRim
	featureTowersOnRim
	featureOut
	featureRivalsOut
	featureCount
)

const scale = 6

var featureList = [featureCount]engine.Term{
	featureTempo: {Name: "tempo", Help: "1 for the seat that takes the next action; all counts in sixths, less " +
		"the mean of the others still in"},
	featureTowers:   {Name: "towers", Help: "towers on the board"},
	featureReserve:  {Name: "reserve", Help: "towers in reserve"},
	featureNoTower:  {Name: "no-tower", Help: "1 without a tower on the board, so that none can be entered"},
	featureMobility: {Name: "mobility", Help: "moves of towers and pawn, priorities and entries left out"},
	featurePawnSides: {Name: "pawn-sides", Help: "sides of the pawn's cell without a barrier, a hole or the edge of " +
		"the board"},
	featurePawnExits: {Name: "pawn-exits", Help: "empty cells joined to the pawn's that are not next to a hole"},
	featurePawnThreats: {Name: "pawn-threats",
		Help: "empty cells joined to the pawn's that an opponent's piece reaches in one move"},
	featurePawnLures: {Name: "pawn-lures", Help: "empty cells joined to the pawn's, next to a hole, where an " +
		"opponent can put a tower for it to take"},
	featurePawnLuresNow: {Name: "pawn-lures-now",
		Help: "those of the pawn-lures that an opponent can use who acts before the pawn's player"},
	featurePawnAttacked: {Name: "pawn-attacked", Help: "opponents' pieces joined to the pawn's cell"},
	featurePawnOnRim:    {Name: "pawn-on-rim", Help: "1 if the pawn is next to a hole"},
	featureTowersOnRim:  {Name: "towers-on-rim", Help: "towers next to a hole"},
	featureOut:          {Name: "out", Help: "1 for a player who is out, whoever else is"},
	featureRivalsOut:    {Name: "rivals-out", Help: "the share of the others who are out, for a player who is in"},
}

func (r *rules) Features() []engine.Term { return featureList[:] }

type survey struct {
	slides [engine.MaxSeats]bitboard // where a seat's pieces can move
	puts   [engine.MaxSeats]bitboard // where a seat can move or enter a tower
	moves  [engine.MaxSeats]int
	reach  [engine.MaxSeats][towersEach + 2]uint8 // moves of each piece, in the order of their cells
	next   seat                                   // takes the next action
}

func (p *position) Features(of engine.Seat, features []int32) {
	clear(features)
	if !p.isIn(seat(of)) {
		features[featureOut] = scale
		return
	}
	var s survey
	p.take(&s)
	in := p.stillIn()
	others := int32(scale / max(1, in-1))
	for one := range seat(p.rules.seats) {
		weight := -others
		if one == seat(of) {
			weight = scale
		}
		if p.isIn(one) {
			p.addSeat(features[:featureCount], one, weight, &s)
		}
	}
	features[featureRivalsOut] = int32(scale / (p.rules.seats - 1) * (p.rules.seats - in))
}

func (p *position) take(s *survey) {
	s.next = p.seat
	if p.kind == barrierStep {
		s.next = p.after(p.seat)
	}
	for of := range seat(p.rules.seats) {
		p.takeSeat(s, of)
	}
}

func (p *position) takeSeat(s *survey, of seat) {
	words := p.rules.board.words
	slides, puts, number := &s.slides[of&3], &s.puts[of&3], 0
	var seen bitboard
	var walks reach
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
			s.reach[of&3][number&7] = uint8(r.count())
			number++
		}
	}
	for w := range words {
		puts[w] = slides[w] | seen[w]&^p.occupied[w]
	}
	if p.hasPawn(of) {
		walks.addTo(slides, words)
	}
}

func (r *reach) addTo(set *bitboard, words int) {
	rank := r.from.rank()
	set[rank>>2] |= (2<<r.rank.high - 1<<r.rank.low) << (rank & 3 << 4)
	column := &columns[r.file.low&15][r.file.high&15]
	for w := range words {
		set[w&3] |= column[w&3] << r.from.file()
	}
}

func (p *position) addSeat(features []int32, of seat, weight int32, s *survey) {
	towers := p.towers(of)
	count := towers.count()
	if s.next == of {
		features[featureTempo] += weight
	}
	features[featureTowers] += weight * int32(count)
	features[featureReserve] += weight * int32(p.reserve[of&3])
	if count == 0 {
		features[featureNoTower] += weight
	}
	features[featureMobility] += weight * int32(s.moves[of&3])
	for w := range towers {
		features[featureTowersOnRim] += weight * int32(bits.OnesCount64(towers[w]&p.rules.board.rim[w]))
	}
	if p.hasPawn(of) {
		p.addPawn(features, of, weight, s)
	}
}

func (p *position) addPawn(features []int32, of seat, weight int32, s *survey) {
	c := p.pawn[of&3]
	others := p.in &^ (1 << of)
	for d := range directions {
		if p.walls.between(c, d) {
			continue
		}
		n := c.next(d)
		features[featurePawnSides] += weight
		switch {
		case p.own[of&3].has(n):
		case p.occupied.has(n):
			features[featurePawnAttacked] += weight
		case !p.rules.board.rim.has(n):
			features[featurePawnExits] += weight
			features[featurePawnThreats] += weight * seen(&s.slides, others, n)
		default:
			features[featurePawnThreats] += weight * seen(&s.slides, others, n)
			features[featurePawnLures] += weight * seen(&s.puts, others, n)
			features[featurePawnLuresNow] += weight * seen(&s.puts, p.before(of, s.next), n)
		}
	}
	features[featurePawnOnRim] += weight * int32(p.rules.board.rim.bit(c))
}

// seen is 1 if a cell is in the set of one of the seats, which are bits.
func seen(sets *[engine.MaxSeats]bitboard, seats uint8, c cell) int32 {
	for ; seats != 0; seats &= seats - 1 {
		if sets[bits.TrailingZeros8(seats)&3].has(c) {
			return 1
		}
	}
	return 0
}

// before is who is in and acts before a seat, as bits, if next acts next.
func (p *position) before(of, next seat) uint8 {
	from, upTo := uint8(1)<<next-1, uint8(1)<<of-1
	if next <= of {
		return p.in & upTo &^ from
	}
	return p.in & (upTo | ^from)
}
