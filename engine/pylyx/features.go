package pylyx

import "pillars/engine"

// The features, in the order of featureList. Each is the seat's count less the opponent's. Before the colours are chosen all are 0.
const (
	featureTempo = iota
	featureStacks
	featureTravel
	featureTallest
	featureAlone
	featureOddAlone
	featureReady
	featureMerges
	featureThreat
	featureWalls
	featureMobility
	featureStuck
	featureCount
)

var featureList = [featureCount]engine.Term{
	featureTempo:    {Name: "tempo", Help: "1 if the seat is to move, -1 if the opponent is"},
	featureStacks:   {Name: "stacks", Help: "stacks on the board; one is the aim"},
	featureTravel:   {Name: "travel", Help: "moves that bring all stacks to the best gathering square on an empty board"},
	featureTallest:  {Name: "tallest", Help: "men in the highest stack"},
	featureAlone:    {Name: "alone", Help: "single men on squares of the other colour than the gathering square's, where they cannot go alone"},
	featureOddAlone: {Name: "odd-alone", Help: "1 if the number of those is odd, so that not all can go in pairs"},
	featureReady:    {Name: "ready", Help: "stacks that can move as a whole onto the gathering square at once"},
	featureMerges:   {Name: "merges", Help: "moves of a whole stack onto another of its own"},
	featureThreat:   {Name: "threat", Help: "1 if a move could bring all men together, were it the seat's turn"},
	featureWalls:    {Name: "walls", Help: "stacks in line with the gathering square with a stack of the opponent's between"},
	featureMobility: {Name: "mobility", Help: "moves, whoever is to move"},
	featureStuck:    {Name: "stuck", Help: "stacks without a move"},
}

func (r *rules) Features() []engine.Term { return featureList[:] }

// Features counts both sides and takes the difference.
func (p *position) Features(seat engine.Seat, features []int32) {
	clear(features)
	if p.kind != mainStep || len(features) < featureCount {
		return
	}
	features[featureTempo] = 1 - 2*int32((seat^p.seat)&1)
	own := p.owner.color(seat)
	p.addSide((*[featureCount]int32)(features), own, 1)
	p.addSide((*[featureCount]int32)(features), own^1, -1)
}

// addSide adds sign times the counts of one colour.
func (p *position) addSide(features *[featureCount]int32, own color, sign int32) {
	var g gathering
	p.gather(&g, own)
	var alone, walls, stuck, mobility, merges int32
	tallest := uint8(0)
	for _, s := range g.stacks.all() {
		height := p.heights[s]
		tallest = max(tallest, height)
		moves, merging := p.surroundings(own, s, height)
		mobility += int32(moves)
		merges += int32(merging)
		if moves == 0 {
			stuck++
		}
		if p.alone(s, g.target) {
			alone++
		}
		if p.walled(own, s, g.target) {
			walls++
		}
	}
	features[featureStacks] += sign * int32(g.stacks.count)
	features[featureTravel] += sign * int32(g.travel)
	features[featureTallest] += sign * int32(tallest)
	features[featureAlone] += sign * alone
	features[featureOddAlone] += sign * (alone & 1)
	features[featureReady] += sign * int32(p.ready(own, g.target))
	features[featureMerges] += sign * merges
	features[featureWalls] += sign * walls
	features[featureMobility] += sign * mobility
	features[featureStuck] += sign * stuck
	if g.stacks.count == 2 && merges > 0 {
		features[featureThreat] += sign
	}
}

// surroundings counts a stack's moves, and those among them that take it as a whole onto another of its colour.
func (p *position) surroundings(own color, s square, height uint8) (moves, merges int) {
	_, end := powers(min(3, int(height)))
	for a := rising; a < end; a++ {
		l := p.slide(own, s, a)
		moves += l.sum()
		if !movesWhole(height, a) {
			continue
		}
		merges += p.landsOnOwn(own, s, 2*direction(a), l.forward) + p.landsOnOwn(own, s, 2*direction(a)+1, l.back)
	}
	if height > 2 {
		moves *= 2
	}
	return moves, merges
}

// landsOnOwn is 1 if the longest move in a direction ends on a stack of the own colour.
func (p *position) landsOnOwn(own color, s square, d direction, length int) int {
	to := square(int16(s) + offset[d&7]*int16(length))
	if length > 0 && p.stacks[own&1].has(to) {
		return 1
	}
	return 0
}
