package pylyx

import (
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// AppendStepPatterns implements [engine.StepPatternPosition]. It analyses both colours once for all steps. Placements
// and choices show no patterns, because the evaluation ignores them too.
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	if p.kind != mainStep {
		for range steps {
			lists.EndStep()
		}
		return
	}
	g := glance{p: p, own: p.mover()}
	g.camps[0].analyse(p, g.own)
	g.camps[1].analyse(p, g.own^1)
	g.addStacks(0)
	g.addStacks(1)
	g.need, g.theirs = needOf(&g.camps[0]), needOf(&g.camps[1])
	for _, step := range steps {
		if isMove(step) {
			g.showMove(step, lists)
		} else {
			lists.Show(stepPatterns.pass + g.need*needs + g.theirs)
		}
		lists.EndStep()
	}
}

// needs is the number of needs. A need is a range of numbers of moves that a seat needs to gather; see needNames.
const needs = 6

// needOf returns the need of the seat whose camp is c.
func needOf(c *camp) uint16 {
	needByMoves := [...]uint16{0, 0, 1, 2, 3, 3, 4, 4, 4, needs - 1}
	return needByMoves[min(c.best.moves(), len(needByMoves)-1)]
}

// glance is an analysis of both colours, and of the squares where steps start and end as far as it has been asked for.
type glance struct {
	p       *position
	own     color
	need    uint16   // of the seat to act
	theirs  uint16   // need of its opponent
	camps   [2]camp  // of the seat to act, then of its opponent
	targets bitboard // gathering squares of the seat to act
	lines   [lineCount]lineSets
	known   bitboard // squares whose posts have been analysed
	posts   [squares]post
}

// lineSets holds three sets of stacks on a line, as bits of the line.
type lineSets struct {
	follow uint16 // stacks of both colours that can move along the line, whole or in part if they have over three men
	whole  uint16 // stacks of the seat to act that can move along the line as a whole
	target uint16 // stacks on gathering squares of the opponent
}

// post describes a square as a place for men of the seat to act, in the position before the step.
type post struct {
	ways [heightClasses]approach // by height of a stack there, its approach to the nearest gathering square
	into uint8                   // number of own stacks that could move to the square as a whole
	near [2]uint8                // number of own stacks in reach diagonally, and along rank and file
	// The numbers of lines that a stack on the square would block between two stacks of the same colour, one of which
	// could move along the line to the other: own lines; lines of the opponent to a gathering square; its other lines.
	ownBarred, targetBarred, otherBarred uint8
}

const (
	there         = approaches // the way of a stack that is on a gathering square
	wayCount      = approaches + 1
	heightClasses = 4 // heights 1 to 3, and 4 or more
)

// The largest counts that patterns distinguish.
const (
	mostInto   = 4 // of post.into
	mostOut    = 3 // of post.out
	mostBarred = 2 // of post.ownBarred, targetBarred and otherBarred
	mostGain   = 3 // of glance.gain, in both directions
)

// heightClass returns the index of a height in arrays of heightClasses.
func heightClass(height uint8) uint16 { return uint16(min(height, heightClasses) - 1) }

// addStacks adds the stacks of a camp to their lines. The side is 0 for the seat to act, 1 for its opponent.
func (g *glance) addStacks(side int) {
	c := &g.camps[side]
	for i := range c.all() {
		b := &c.piles[i]
		target := c.targets>>i&1 != 0
		if target && side == 0 {
			g.targets.flip(b.square)
		}
		first, end := axesOf(int(b.height))
		for a := range axes {
			at := places[b.square][a]
			line, bit := &g.lines[at.line], uint16(1)<<(at.bit&15)
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

// post returns the post on a square, which it analyses at the first call.
func (g *glance) post(s square) *post {
	post := &g.posts[s]
	if !g.known.has(s) {
		g.known.flip(s)
		g.fill(post, s)
	}
	return post
}

// fill analyses the post on a square.
func (g *glance) fill(t *post, s square) {
	var place pile
	place.putOn(s)
	for a := range axes {
		g.lookAlong(t, &place, a)
	}
	if g.targets.has(s) {
		t.ways = [heightClasses]approach{there, there, there, there}
		return
	}
	t.ways = [heightClasses]approach{singleOdd, pairFar, tripleFar, tallFar}
	for set := g.camps[0].targets; set != 0; set &= set - 1 {
		t.approach(&place, &g.camps[0].piles[bits.TrailingZeros16(set)&15])
	}
}

// lookAlong finds the nearest obstacles ahead of and behind a post along an axis. It sets the reach of place and adds
// to the counts of the post t. An obstacle out of reach is replaced by bit 0, where no line has a square.
func (g *glance) lookAlong(t *post, place *pile, a axis) {
	at := places[place.square][a&3]
	bit, blocks := uint(at.bit&15), uint32(g.p.lines[blocked][at.line])
	ahead := bit + 1 + uint(bits.TrailingZeros32(blocks>>(bit+1)))
	behind := uint(bits.Len32(blocks&(1<<bit-1))) - 1
	here := place.coordinate(a)
	place.to[a], place.from[a] = here+int8(ahead-bit)-1, here-int8(bit-behind)+1
	if reach := uint(g.p.rules.reach); reach < maxSize {
		if ahead-bit > reach {
			ahead, place.to[a] = 0, here+int8(reach)
		}
		if bit-behind > reach {
			behind, place.from[a] = 0, here-int8(reach)
		}
	}
	ahead, behind = ahead&15, behind&15
	line, own, theirs := &g.lines[at.line], g.p.lines[g.own&1][at.line], g.p.lines[g.own&1^1][at.line]
	ownAhead, ownBehind := uint8(own>>ahead&1), uint8(own>>behind&1)
	place.to[a] += int8(ownAhead)
	place.from[a] -= int8(ownBehind)
	t.near[a>>1&1] += ownAhead + ownBehind
	t.into += uint8(line.whole>>ahead&1 + line.whole>>behind&1)
	// 1 if the obstacle ahead could move back along the line, and the obstacle behind could move forward.
	backward, forward := line.follow>>ahead&1, line.follow>>behind&1
	across := theirs >> ahead & (theirs >> behind) & (backward | forward)
	toTarget := across & (backward&(line.target>>behind) | forward&(line.target>>ahead))
	t.ownBarred += ownAhead & ownBehind & uint8(backward|forward)
	t.targetBarred += uint8(toTarget)
	t.otherBarred += uint8(across &^ toTarget)
}

// approach improves t.ways by the approaches of men on place to the gathering square on which target stands.
func (t *post) approach(place, target *pile) {
	diagonal, side := diagonally(place, target), orthogonally(place, target)
	if (place.sum^target.sum)&1 == 0 {
		t.ways[0] = min(t.ways[0], singleAtOnce+approach(diagonal-1))
	}
	t.ways[1] = min(t.ways[1], pairAtOnce+approach(side-1))
	ofThree := approach(inAll(place, target, diagonal, side) - 1)
	t.ways[2], t.ways[3] = min(t.ways[2], tripleAtOnce+ofThree), min(t.ways[3], tallNear+min(ofThree, 1))
}

// showMove appends the patterns of a move.
func (g *glance) showMove(step engine.Step, lists *engine.StepPatternLists) {
	from, to, k := moved(step)
	old, onto := g.p.heights[from], g.p.heights[to]
	left, made := old-k, onto+k
	start, end := g.post(from), g.post(to)
	class, of := &g.p.rules.board.class, heightClass(made)
	parts := uint16(0)                  // 1 if a part of the stack moves, 0 if all of it
	was := start.ways[heightClass(old)] // the way before the move, or of the men who are left
	if left > 0 {
		parts = 1
		was = start.ways[heightClass(left)]
	}
	becomes := end.ways[of]
	lists.Show(
		stepPatterns.move+(uint16(k-1)*heightsWithNone+uint16(min(left, 4)))*heightsWithNone+uint16(min(onto, 4)),
		stepPatterns.way+(parts*uint16(wayCount)+uint16(was))*uint16(wayCount)+uint16(becomes),
		stepPatterns.gain+uint16(g.gain(start, end, old, onto, k))*needs+g.need,
		stepPatterns.to+of*squareClasses+uint16(class[to]),
		stepPatterns.from+parts*squareClasses+uint16(class[from]),
		stepPatterns.joins+(of*(mostInto+1)+uint16(min(end.into, mostInto)))*(mostOut+1)+uint16(end.out(made)),
	)
	if onto == 0 {
		lists.Show(stepPatterns.bars + g.barred(end))
	}
	if left == 0 {
		lists.Show(stepPatterns.frees + g.barred(start))
	}
}

// out returns the number of own stacks that a stack of the given height on the post could join as a whole, at most
// mostOut.
func (b *post) out(height uint8) uint8 {
	out := uint8(0)
	if movesWhole(height, rising) {
		out = b.near[0]
	}
	if movesWhole(height, alongRank) {
		out += b.near[1]
	}
	return min(out, mostOut)
}

// gain estimates by how many moves a step brings the men closer to gathering, bounded to -mostGain..mostGain. It
// returns this number plus mostGain, as the index of a pattern. The step takes k men from a stack of height old at
// start to a stack of height onto at end.
func (g *glance) gain(start, end *post, old, onto, k uint8) int {
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

// barred returns the index of the pattern for the lines that a stack on a post blocks and for the opponent's need.
func (g *glance) barred(t *post) uint16 {
	number := min(t.ownBarred, mostBarred)*(mostBarred+1) + min(t.targetBarred, mostBarred)
	return (uint16(number)*(mostBarred+1)+uint16(min(t.otherBarred, mostBarred)))*needs + g.theirs
}

// heightsWithNone is the number of classes of heights: 0 to 3, and more.
const heightsWithNone = 5

// stepGroups holds the patterns of steps. Each field is the number of the first pattern of a group; newStepPatterns
// says what the patterns mean.
type stepGroups struct {
	kit.Terms
	pass, move, way, gain, to, from, joins, bars, frees uint16
}

var (
	stepPatterns = newStepPatterns()
	stepTerms    = stepPatterns.Once()
)

func (r *rules) StepPatterns() []engine.Term { return stepTerms() }

var needNames = []kit.Value{{"1", "1"}, {"2", "2"}, {"3", "3"}, {"4", "4 or 5"}, {"6", "6 to 8"}, {"9+", "9 or more"}}

// newStepPatterns returns the groups of step patterns with their names, in the order of their numbers.
func newStepPatterns() (w stepGroups) {
	w.pass = w.Each("pass-%s-%s", "a pass when the seat needs %s moves to gather, its opponent %s", needNames,
		needNames)
	men, heights := kit.Numbers("%d", 1, 3), append(kit.Numbers("%d", 0, 3), kit.Named("4+")...)
	w.move = w.Each("move-%s-of-%s-onto-%s", "%s men move, %s are left, and %s stood where they go", men, heights,
		heights)
	w.ways()
	w.gain = w.Each("gain%s-%s", "the men then need %s moves less to gather, roughly and bounded to -3..3, of %s",
		kit.Numbers("%+d", -mostGain, mostGain), needNames)
	heights = kit.Named("1", "2", "3", "4+")
	w.to = w.Each("to-%s-%s", "a stack then of %s on a square like %s", heights, classNames)
	w.from = w.Each("from-%s-%s", "%s of a stack on a square like %s", []kit.Value{{"whole", "a move"},
		{"part", "a move of a part"}}, classNames)
	w.joins = w.Each("joins-%s-%s-%s", "to a stack then of %s %s others (4 for more) could go as a whole, and it to "+
		"%s (3 for more)", heights, kit.Numbers("%d", 0, mostInto), kit.Numbers("%d", 0, mostOut))
	w.bars = w.barred("bars", "landing on a vacant square that bars")
	w.frees = w.barred("frees", "a stack leaving as a whole a square that barred")
	return w
}

func (w *stepGroups) ways() {
	var names []kit.Value
	for _, of := range approachFacts {
		names = append(names, kit.Value{of.name, of.name})
	}
	names = append(names, kit.Value{"there", "there"})
	w.way = w.Each("%s-%s-to-%s", "%[1]s goes towards gathering: %[2]s before, or what is left of it, then %[3]s",
		[]kit.Value{{"whole", "a stack"}, {"part", "a part"}}, names, names)
}

func (w *stepGroups) barred(name, help string) uint16 {
	counts := kit.Numbers("%d", 0, mostBarred)
	return w.Each(name+"-%s-%s-%s-%s", help+" %s lines between own stacks (2 for more), %s of the opponent's to its "+
		"gathering square and %s others, when it needs %s moves", counts, counts, counts, needNames)
}
