package pit

import (
	"math/bits"

	"pillars/engine"
)

// The features, in the order of featureList. Each is six times the seat's count less six times the mean of the other seats' counts: sixths, so that
// the mean of one, two or three others is a whole number. Players who are out count nothing but that.
const (
	featureTempo = iota
	featureTowers
	featureReserve
	featureNoTower
	featureMobility
	featureNearCells
	featurePawnSides
	featurePawnExits
	featurePawnThreats
	featurePawnAttacked
	featurePawnHanging
	featurePawnOnRim
	featureHolesNear
	featureTowersOnRim
	featureReplaceable
	featureOut
	featureCount
)

// scale is what the counts are multiplied by.
const scale = 6

var featureList = [featureCount]engine.Feature{
	featureTempo:        {Name: "tempo", Help: "1 for the seat that takes the next action; all counts in sixths, less the mean of the others"},
	featureTowers:       {Name: "towers", Help: "towers on the board"},
	featureReserve:      {Name: "reserve", Help: "towers in reserve"},
	featureNoTower:      {Name: "no-tower", Help: "1 without a tower on the board, so that none can be entered"},
	featureMobility:     {Name: "mobility", Help: "moves of towers and pawn, priorities and entries left out"},
	featureNearCells:    {Name: "near-cells", Help: "cells with a shorter path to the pawn than to any other pawn"},
	featurePawnSides:    {Name: "pawn-sides", Help: "sides of the pawn's cell without a barrier, a hole or the edge of the board"},
	featurePawnExits:    {Name: "pawn-exits", Help: "empty cells joined to the pawn's that are not next to a hole"},
	featurePawnThreats:  {Name: "pawn-threats", Help: "empty cells joined to the pawn's that an opponent's piece reaches in one move"},
	featurePawnAttacked: {Name: "pawn-attacked", Help: "opponents' pieces joined to the pawn's cell"},
	featurePawnHanging:  {Name: "pawn-hanging", Help: "1 if the pawn is attacked and another player takes the next action"},
	featurePawnOnRim:    {Name: "pawn-on-rim", Help: "1 if the pawn is next to a hole"},
	featureHolesNear:    {Name: "holes-near", Help: "holes within two files and two ranks of the pawn"},
	featureTowersOnRim:  {Name: "towers-on-rim", Help: "towers next to a hole"},
	featureReplaceable:  {Name: "replaceable", Help: "opponents' pieces joined to own ones"},
	featureOut:          {Name: "out", Help: "1 for a player who is out"},
}

func (r *rules) Features() []engine.Feature { return featureList[:] }

// survey is what the counts of several seats have in common.
type survey struct {
	slides [engine.MaxSeats]bitboard // where a seat's pieces can move
	near   [engine.MaxSeats]bitboard // cells nearer to a seat's pawn than to any other
	moves  [engine.MaxSeats]int
	next   seat // takes the next action
}

// Features counts all seats.
func (p *position) Features(of engine.Seat, features []int32) {
	clear(features)
	var s survey
	p.take(&s)
	others := int32(scale / (p.rules.seats - 1))
	for one := range seat(p.rules.seats) {
		weight := -others
		if one == seat(of) {
			weight = scale
		}
		p.addSeat(features[:featureCount], one, weight, &s)
	}
}

// take fills a survey.
func (p *position) take(s *survey) {
	s.next = p.seat
	if p.kind == barrierStep {
		s.next = p.after(p.seat)
	}
	for of := range seat(p.rules.seats) {
		var m movers
		s.moves[of] = m.find(p, of)
		for i := range m.count {
			m.pieces[i].addTo(&s.slides[of])
		}
	}
	p.findNear(&s.near)
}

// addTo adds the cells that a piece can move to, and its own.
func (r *reach) addTo(set *bitboard) {
	rank := r.from.rank()
	set[rank>>2] |= (2<<r.rank.high - 1<<r.rank.low) << (rank & 3 << 4)
	column := &columns[r.file.low&15][r.file.high&15]
	for w := range set {
		set[w] |= column[w] << r.from.file()
	}
}

// findNear finds the cells nearer to one pawn than to all others, by flooding from all pawns in step.
func (p *position) findNear(near *[engine.MaxSeats]bitboard) {
	var reached [engine.MaxSeats]bitboard
	for of := range seat(p.rules.seats) {
		if p.hasPawn(of) {
			reached[of].add(p.pawn[of])
		}
	}
	for p.spread(&reached, near) {
	}
}

// spread takes the floods one step further, and reports whether there was one. A cell reached by one flood alone is near to its pawn.
func (p *position) spread(reached, near *[engine.MaxSeats]bitboard) bool {
	var grown [engine.MaxSeats]bitboard
	var once, twice bitboard
	var news uint64
	for of := range p.rules.seats {
		for w := range p.rules.board.words {
			grown[of][w] = reached[of][w] | reached[of].cross(w, &p.walls).any()
			twice[w] |= once[w] & grown[of][w]
			once[w] |= grown[of][w]
		}
	}
	for of := range p.rules.seats {
		for w := range p.rules.board.words {
			added := grown[of][w] &^ reached[of][w]
			news |= added
			near[of][w] |= added &^ twice[w]
		}
	}
	*reached = grown
	return news != 0
}

// addSeat adds weight times the counts of one seat.
func (p *position) addSeat(features []int32, of seat, weight int32, s *survey) {
	if !p.isIn(of) {
		features[featureOut] += weight
		return
	}
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
	features[featureNearCells] += weight * int32(s.near[of&3].count())
	for w := range towers {
		features[featureTowersOnRim] += weight * int32(bits.OnesCount64(towers[w]&p.rules.board.rim[w]))
		prey := p.own[of&3].cross(w, &p.walls).any() & p.occupied[w] &^ p.own[of&3][w]
		features[featureReplaceable] += weight * int32(bits.OnesCount64(prey))
	}
	if p.hasPawn(of) {
		p.addPawn(features, of, weight, s)
	}
}

// addPawn adds weight times what there is around a seat's pawn.
func (p *position) addPawn(features []int32, of seat, weight int32, s *survey) {
	c := p.pawn[of&3]
	attacked := false
	for d := range directions {
		if p.walls.between(c, d) {
			continue
		}
		n := c.next(d)
		features[featurePawnSides] += weight
		switch {
		case p.own[of&3].has(n):
		case p.occupied.has(n):
			attacked = true
			features[featurePawnAttacked] += weight
		default:
			features[featurePawnExits] += weight * int32(1-p.rules.board.rim.bit(n))
			features[featurePawnThreats] += weight * p.threat(of, n, s)
		}
	}
	if attacked && s.next != of {
		features[featurePawnHanging] += weight
	}
	features[featurePawnOnRim] += weight * int32(p.rules.board.rim.bit(c))
	features[featureHolesNear] += weight * int32(p.rules.board.holesNear[c])
}

// threat is 1 if an opponent of a seat can move to a cell.
func (p *position) threat(of seat, c cell, s *survey) int32 {
	for other := range seat(p.rules.seats) {
		if other != of && s.slides[other&3].has(c) {
			return 1
		}
	}
	return 0
}
