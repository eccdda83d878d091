package pylyx

import (
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// AppendStepPatterns implements [engine.PatternPosition]. It analyses both colours once for all steps. Placements
// and choices show no patterns, because the evaluation ignores them too.
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	if p.kind != mainStep {
		for range steps {
			lists.EndStep()
		}
		return
	}
	v := stepView{p: p, own: p.mover()}
	v.camps[0].analyse(p, v.own)
	v.camps[1].analyse(p, v.own^1)
	v.addStacks(0)
	v.addStacks(1)
	v.need, v.theirNeed = needOf(&v.camps[0]), needOf(&v.camps[1])
	for _, step := range steps {
		if isMove(step) {
			v.showMove(step, lists)
		} else {
			lists.Show(stepPatterns.pass + v.need*needs + v.theirNeed)
		}
		lists.EndStep()
	}
}

// needs is the number of classes into which [needOf] sorts the number of moves that a seat needs to gather its men.
// newStepPatterns lists the classes.
const needs = 6

// needOf returns the class, from 0 to needs-1, of the number of moves that a seat needs to gather its men. c analyses
// the stacks of this seat.
func needOf(c *camp) uint16 {
	needByMoves := [...]uint16{0, 0, 1, 2, 3, 3, 4, 4, 4, needs - 1}
	return needByMoves[min(c.best.moves(), len(needByMoves)-1)]
}

// stepView is an analysis of a position for the patterns of its steps. It covers the stacks of both colours, and the
// squares where steps start and end (see [site]), each from its first use on.
type stepView struct {
	p         *position
	own       color
	need      uint16   // class of the need of the seat to act; see needOf
	theirNeed uint16   // class of the need of the opponent
	camps     [2]camp  // the camp of the seat to act, then of its opponent
	targets   bitboard // gathering squares of the seat to act
	lines     [lineCount]lineSets
	ready     bitboard      // squares whose sites have been analysed
	sites     [squares]site // by square
}

// lineSets holds three sets of stacks on a line, as bits of the line.
type lineSets struct {
	follow uint16 // stacks of both colours that can move along the line as a whole, or have more than three men
	whole  uint16 // stacks of the seat to act that can move along the line as a whole
	target uint16 // stacks on gathering squares of the opponent
}

// site describes a square where a step starts or ends, in the position before the step.
type site struct {
	ways [heightClasses]approach // by heightClass: a stack's best approach from the square
	into uint8                   // number of own stacks that could move to the square as a whole
	near [2]uint8                // number of own stacks in reach diagonally, and along rank and file
	// A stack on the square would bar a line between two stacks of one colour if one of them could otherwise move along
	// the line to the other. The three fields count such lines: ownBarred between own stacks, targetBarred for the
	// opponent's moves to a gathering square, and otherBarred between any other two stacks of the opponent.
	ownBarred, targetBarred, otherBarred uint8
}

const (
	there         = approaches // the value in site.ways for a stack that is on a gathering square
	wayCount      = approaches + 1
	heightClasses = 4 // heights 1 to 3, and 4 or more
)

// The largest numbers that patterns distinguish.
const (
	mostInto   = 4 // largest site.into that patterns distinguish
	mostOut    = 3 // largest site.out that patterns distinguish
	mostBarred = 2 // largest ownBarred, targetBarred and otherBarred of a site
	mostGain   = 3 // largest gain, and largest loss, that stepView.gain distinguishes
)

// heightClass returns the class of a height, from 0 to heightClasses-1.
func heightClass(height uint8) uint16 { return uint16(min(height, heightClasses) - 1) }

// addStacks adds the stacks of v.camps[side] to the sets in v.lines. side is 0 for the seat to act, 1 for its opponent.
func (v *stepView) addStacks(side int) {
	c := &v.camps[side]
	for i := range c.all() {
		b := &c.piles[i]
		target := c.targets>>i&1 != 0
		if target && side == 0 {
			v.targets.flip(b.square)
		}
		first, end := axesOf(int(b.height))
		for a := range axes {
			at := places[b.square][a]
			line, bit := &v.lines[at.line], uint16(1)<<(at.bit&15)
			if target && side == 1 {
				line.target |= bit
			}
			if a < first || a >= end {
				continue
			}
			line.follow |= bit
			if b.height <= 3 && side == 0 {
				line.whole |= bit
			}
		}
	}
}

// site returns the analysis of the square s, which the first call for this square makes.
func (v *stepView) site(s square) *site {
	site := &v.sites[s]
	if !v.ready.has(s) {
		v.ready.flip(s)
		v.fill(site, s)
	}
	return site
}

// fill sets t to the analysis of the square s.
func (v *stepView) fill(t *site, s square) {
	var place pile
	place.putOn(s)
	for a := range axes {
		v.lookAlong(t, &place, a)
	}
	if v.targets.has(s) {
		t.ways = [heightClasses]approach{there, there, there, there}
		return
	}
	t.ways = [heightClasses]approach{singleOdd, pairFar, tripleFar, tallFar}
	for set := v.camps[0].targets; set != 0; set &= set - 1 {
		t.approach(&place, &v.camps[0].piles[bits.TrailingZeros16(set)&15])
	}
}

// lookAlong finds the nearest stacks on both sides of the square place.square along the axis a, and adds them to the
// counts of t. It also sets place.from[a] and place.to[a]: how far men on that square could move. place itself has no
// men.
func (v *stepView) lookAlong(t *site, place *pile, a axis) {
	at := places[place.square][a&3]
	bit, reach, here := uint(at.bit&15), uint(v.p.rules.reach), place.coordinate(a)
	behind, ahead := obstacles(uint32(v.p.lines[blocked][at.line]), bit)
	place.from[a], place.to[a] = here-int8(min(bit-behind-1, reach)), here+int8(min(ahead-bit-1, reach))
	if ahead-bit > reach {
		ahead = 0 // the obstacle is out of reach, and no line has a square on bit 0
	}
	if bit-behind > reach {
		behind = 0
	}
	ahead, behind = ahead&15, behind&15
	line, own, theirs := &v.lines[at.line], v.p.lines[v.own&1][at.line], v.p.lines[v.own&1^1][at.line]
	ownAhead, ownBehind := uint8(own>>ahead&1), uint8(own>>behind&1)
	place.to[a] += int8(ownAhead)
	place.from[a] -= int8(ownBehind)
	t.near[a>>1&1] += ownAhead + ownBehind // a>>1 is 0 for diagonals
	t.into += uint8(line.whole>>ahead&1 + line.whole>>behind&1)
	// backward is 1 if the obstacle ahead could move backward, and forward is 1 if the obstacle behind could move
	// forward. across is 1 if both obstacles are stacks of the opponent and one could move to the other. toTarget is 1
	// if, moreover, the stack that it could move to is on a gathering square.
	backward, forward := line.follow>>ahead&1, line.follow>>behind&1
	across := theirs >> ahead & (theirs >> behind) & (backward | forward)
	toTarget := across & (backward&(line.target>>behind) | forward&(line.target>>ahead))
	t.ownBarred += ownAhead & ownBehind & uint8(backward|forward)
	t.targetBarred += uint8(toTarget)
	t.otherBarred += uint8(across &^ toTarget)
}

// approach improves the entries of t.ways for which target is nearer than the gathering squares seen before. The pile
// target is a stack on a gathering square, and place is the square that t describes.
func (t *site) approach(place, target *pile) {
	diagonal, side := diagonally(place, target), orthogonally(place, target)
	if (place.sum^target.sum)&1 == 0 {
		t.ways[0] = min(t.ways[0], singleAtOnce+approach(diagonal-1))
	}
	t.ways[1] = min(t.ways[1], pairAtOnce+approach(side-1))
	ofThree := approach(inAll(place, target, diagonal, side) - 1)
	t.ways[2], t.ways[3] = min(t.ways[2], tripleAtOnce+ofThree), min(t.ways[3], tallNear+min(ofThree, 1))
}

func (v *stepView) showMove(step engine.Step, lists *engine.StepPatternLists) {
	from, to, k := moved(step)
	old, onto := v.p.heights[from], v.p.heights[to]
	left, made := old-k, onto+k
	start, end := v.site(from), v.site(to)
	class, madeClass := &v.p.rules.board.class, heightClass(made)
	// The pattern way has two approaches. The first is the approach before the move of the men left behind, or of the
	// whole stack if no men are left. The second is the approach of the stack that the move makes.
	isPart, before := uint16(1), left
	if left == 0 {
		isPart, before = 0, old
	}
	was, becomes := start.ways[heightClass(before)], end.ways[madeClass]
	lists.Show(
		stepPatterns.move+(uint16(k-1)*heightsWithNone+uint16(min(left, heightsWithNone-1)))*heightsWithNone+
			uint16(min(onto, heightsWithNone-1)),
		stepPatterns.way+(isPart*uint16(wayCount)+uint16(was))*uint16(wayCount)+uint16(becomes),
		stepPatterns.gain+uint16(v.gain(start, end, old, onto, k))*needs+v.need,
		stepPatterns.to+madeClass*squareClasses+uint16(class[to]),
		stepPatterns.from+isPart*squareClasses+uint16(class[from]),
		stepPatterns.joins+(madeClass*(mostInto+1)+uint16(min(end.into, mostInto)))*(mostOut+1)+uint16(end.out(made)),
	)
	if onto == 0 {
		lists.Show(stepPatterns.bars + v.barred(end))
	}
	if left == 0 {
		lists.Show(stepPatterns.frees + v.barred(start))
	}
}

// out returns how many own stacks a stack of the given height on the site could join as a whole, at most mostOut.
func (t *site) out(height uint8) uint8 {
	out := uint8(0)
	if movesWhole(height, rising) {
		out = t.near[0]
	}
	if movesWhole(height, alongRank) {
		out += t.near[1]
	}
	return min(out, mostOut)
}

// gain estimates by how many moves a step brings the men closer to gathering, bounded to -mostGain..mostGain. It
// returns this number plus mostGain, as the index of a pattern. The step takes k men from a stack of height old at
// start to a stack of height onto at end.
func (v *stepView) gain(start, end *site, old, onto, k uint8) int {
	// A summary is unsigned, but the wrapped difference becomes a negative int below.
	gain := movesBy[start.ways[heightClass(old)]] - movesBy[end.ways[heightClass(onto+k)]]
	if onto > 0 {
		gain += movesBy[end.ways[heightClass(onto)]]
	}
	if k < old {
		gain -= movesBy[start.ways[heightClass(old-k)]]
	}
	return mostGain + max(-mostGain, min(mostGain, int(gain)))
}

// barred returns an index within the groups of patterns bars and frees, for the lines that a stack on the site t blocks
// and for the opponent's need.
func (v *stepView) barred(t *site) uint16 {
	number := min(t.ownBarred, mostBarred)*(mostBarred+1) + min(t.targetBarred, mostBarred)
	return (uint16(number)*(mostBarred+1)+uint16(min(t.otherBarred, mostBarred)))*needs + v.theirNeed
}

// heightsWithNone is the number of classes of heights, including 0 for no stack: 0 to 3, and 4 or more.
const heightsWithNone = 5

// stepGroups holds the patterns of steps; see [base.Terms].
type stepGroups struct {
	base.StepTerms
	pass, move, way, gain, to, from, joins, bars, frees uint16
}

var stepPatterns = newStepPatterns()

// newStepPatterns returns the groups of patterns in the order of their numbers.
func newStepPatterns() (g stepGroups) {
	needNames := base.Named("1", "2", "3", "4", "6", "9+") // each class is named by its smallest number of moves
	heights, wholeOrPart := base.Named("1", "2", "3", "4+"), base.Named("whole", "part")
	g.pass = g.Each("pass-%s-%s", needNames, needNames)
	// The pattern move has the men that move, the men left behind, and the men on the square where the move ends.
	withNone := append(base.Named("0"), heights...)
	g.move = g.Each("move-%s-of-%s-onto-%s", heights[:3], withNone, withNone)
	var ways []string
	for _, facts := range approachFacts {
		ways = append(ways, facts.name)
	}
	// The pattern way has two approaches. The first is the approach before the move of the whole stack, or of the men
	// left behind. The second is the approach of the stack that the move makes.
	toThere := base.Named(append(ways, "there")...)
	g.way = g.Each("%s-%s-to-%s", wholeOrPart, toThere, toThere)
	g.gain = g.Each("gain%s-%s", base.Numbers("%+d", -mostGain, mostGain), needNames)
	g.to = g.Each("to-%s-%s", heights, classNames)
	g.from = g.Each("from-%s-%s", wholeOrPart, classNames)
	// The pattern joins has the height of the stack made, the number of own stacks that could join it as a whole, and
	// the number of own stacks that it could join.
	g.joins = g.Each("joins-%s-%s-%s", heights, base.Numbers("%d", 0, mostInto), base.Numbers("%d", 0, mostOut))
	// The patterns bars and frees have site.ownBarred, site.targetBarred, site.otherBarred and the opponent's need.
	barred := base.Numbers("%d", 0, mostBarred)
	g.bars = g.Each("bars-%s-%s-%s-%s", barred, barred, barred, needNames)
	g.frees = g.Each("frees-%s-%s-%s-%s", barred, barred, barred, needNames)
	return g
}
