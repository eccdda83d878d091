package pylyx

import (
	"fmt"
	"math/bits"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// AppendStepPatterns looks at both sides once, then lists what each step shows. Set-up and choices show nothing: the
// evaluation tells nothing of them, so that no game could teach which are good.
func (p *position) AppendStepPatterns(steps []engine.Step, lists *engine.StepPatternLists) {
	if p.kind != mainStep {
		for range steps {
			lists.EndStep()
		}
		return
	}
	g := glance{p: p, own: p.mover()}
	g.camps[0].look(p, g.own)
	g.camps[1].look(p, g.own^1)
	g.targets = [2]bitboard{g.camps[0].targetSquares(), g.camps[1].targetSquares()}
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

// needs are classes of how many moves a side needs to gather; see needNames.
const needs = 6

func needOf(c *camp) uint16 {
	return [...]uint16{0, 0, 1, 2, 3, 3, 4, 4, 4, needs - 1}[min(c.best.moves(), 9)]
}

// glance is what the patterns of steps look at: both sides, and around the squares that steps begin and end on.
type glance struct {
	p            *position
	own          color
	need, theirs uint16
	camps        [2]camp // the seat's that acts, then its opponent's
	targets      [2]bitboard
	known        bitboard // squares of posts
	posts        [squares]post
}

// post is a square as a place for men of the seat to act, as all stacks stand before the step.
type post struct {
	ways           [heightClasses]approach // of stacks there to the nearest of the seat's gathering squares
	reach          [3]uint8                // squares that one man, two and three can move to
	into           uint8                   // own stacks that could move there as a whole
	diagonal, side uint8                   // own stacks in reach diagonally, and along rank and file
	bars           [3]uint8                // lines that a stack there bars; see the constants below
}

// A stack bars a line between two stacks of a colour that are both in reach of its square, if one can go all the way
// to the other as a whole, or three men of it if it has more.
const (
	ownLine = iota
	theirLine
	targetLine // of the opponent's, to a gathering square
)

const (
	there         = approaches // on a gathering square
	ways          = approaches + 1
	heightClasses = 4
	mostInto      = 4
	mostOut       = 3
	mostBarred    = 2
	mostGain      = 3
	mostLength    = 6
)

func heightClass(height uint8) uint16 { return uint16(min(height, heightClasses) - 1) }

func (c *camp) targetSquares() (all bitboard) {
	for set := c.targets; set != 0; set &= set - 1 {
		all.flip(c.piles[bits.TrailingZeros16(set)&15].square)
	}
	return all
}

func (g *glance) post(s square) *post {
	post := &g.posts[s]
	if !g.known.has(s) {
		g.known.flip(s)
		g.fill(post, s)
	}
	return post
}

func (g *glance) fill(post *post, s square) {
	var place pile
	place.stand(s)
	for a := range axes {
		ahead, behind := g.p.neighbours(s, a)
		at := place.at(a)
		place.from[a], place.to[a] = at-behind.slide(g.own), at+ahead.slide(g.own)
		g.lookAlong(post, &ahead, &behind, a)
	}
	for men := range post.reach {
		place.height = uint8(men + 1)
		post.reach[men] = uint8(place.reach())
	}
	if g.targets[0].has(s) {
		post.ways = [heightClasses]approach{there, there, there, there}
		return
	}
	post.ways = [heightClasses]approach{singleOdd, pairFar, tripleFar, tallFar}
	for set := g.camps[0].targets; set != 0; set &= set - 1 {
		post.approach(&place, &g.camps[0].piles[bits.TrailingZeros16(set)&15])
	}
}

func (t *post) approach(place, target *pile) {
	diagonal, side := diagonally(place, target), orthogonally(place, target)
	if (place.sum^target.sum)&1 == 0 {
		t.ways[0] = min(t.ways[0], singleAtOnce+approach(diagonal-1))
	}
	t.ways[1] = min(t.ways[1], pairAtOnce+approach(side-1))
	any := approach(inAll(place, target, diagonal, side) - 1)
	t.ways[2], t.ways[3] = min(t.ways[2], tripleAtOnce+any), min(t.ways[3], tallNear+min(any, 1))
}

// neighbour is the first stack that a line meets, if it is in reach.
type neighbour struct {
	free   uint8 // vacant squares before it, or in reach
	height uint8 // 0 for none
	color  color
	square square
}

func (n *neighbour) slide(own color) int8 {
	if n.height > 0 && n.color == own {
		return int8(n.free) + 1
	}
	return int8(n.free)
}

func (p *position) neighbours(s square, a axis) (ahead, behind neighbour) {
	at := places[s][a&3]
	blocks, bit := uint32(p.lines[blocked][at.line]), uint(at.bit&15)
	after := bits.TrailingZeros32(blocks >> (bit + 1))
	before := int(bit) - bits.Len32(blocks&(1<<bit-1))
	return p.neighbour(s, at, a, after, 1), p.neighbour(s, at, a, before, -1)
}

// neighbour is beyond so many vacant squares along an axis, in its direction or against it.
func (p *position) neighbour(s square, at place, a axis, free, way int) (n neighbour) {
	n.free = uint8(min(free, p.rules.reach))
	if free >= p.rules.reach {
		return n
	}
	distance := way * (free + 1)
	bit := uint(int(at.bit)+distance) & 15
	whites, blacks := p.lines[white][at.line]>>bit&1, p.lines[black][at.line]>>bit&1
	if whites|blacks != 0 {
		n.color, n.square = color(blacks), square(int(s)+int(offset[2*a&7])*distance)
		n.height = p.heights[n.square]
	}
	return n
}

func (g *glance) lookAlong(post *post, ahead, behind *neighbour, a axis) {
	for _, n := range [2]*neighbour{ahead, behind} {
		if n.height == 0 || n.color != g.own {
			continue
		}
		if a < diagonals {
			post.diagonal++
		} else {
			post.side++
		}
		if movesWhole(n.height, a) {
			post.into++
		}
	}
	if ahead.height == 0 || behind.height == 0 || ahead.color != behind.color {
		return
	}
	comes, goes := follows(ahead.height, a), follows(behind.height, a)
	switch {
	case !comes && !goes:
	case ahead.color == g.own:
		post.bars[ownLine]++
	case comes && g.targets[1].has(behind.square) || goes && g.targets[1].has(ahead.square):
		post.bars[targetLine]++
	default:
		post.bars[theirLine]++
	}
}

// follows reports whether so many men, or three of them, move along an axis.
func follows(height uint8, a axis) bool {
	first, end := powers(int(height))
	return first <= a && a < end
}

func (g *glance) showMove(step engine.Step, lists *engine.StepPatternLists) {
	from, to, k := moved(step)
	old, onto := g.p.heights[from], g.p.heights[to]
	left, made := old-k, onto+k
	start, end := g.post(from), g.post(to)
	class, of := &g.p.rules.board.class, heightClass(made)
	parts := uint16(0)
	was := start.ways[heightClass(old)]
	if left > 0 {
		parts = 1
		was = start.ways[heightClass(left)]
	}
	becomes := end.ways[of]
	lists.Show(
		stepPatterns.move+(uint16(k-1)*heightsWithNone+uint16(min(left, 4)))*heightsWithNone+uint16(min(onto, 4)),
		stepPatterns.way+(parts*uint16(ways)+uint16(was))*uint16(ways)+uint16(becomes),
		stepPatterns.gain+uint16(g.gain(start, end, old, onto, k))*needs+g.need,
		stepPatterns.to+of*squareClasses+uint16(class[to]),
		stepPatterns.from+parts*squareClasses+uint16(class[from]),
		stepPatterns.joins+(of*(mostInto+1)+uint16(min(end.into, mostInto)))*(mostOut+1)+uint16(end.out(made)),
		stepPatterns.reach[of].Of(int(end.reach[min(made, 3)-1])),
		stepPatterns.length+uint16(k-1)*mostLength+uint16(min(step&(1<<formShift-1), mostLength)-1),
	)
	if onto == 0 {
		g.showBars(stepPatterns.bars, end, lists)
	}
	if left == 0 {
		g.showBars(stepPatterns.frees, start, lists)
	}
}

func (b *post) out(height uint8) uint8 {
	out := uint8(0)
	if movesWhole(height, rising) {
		out = b.diagonal
	}
	if movesWhole(height, alongRank) {
		out += b.side
	}
	return min(out, mostOut)
}

// gain is how many moves less the men need to gather, roughly, counted from mostGain.
func (g *glance) gain(start, end *post, old, onto, k uint8) int {
	gain := movesBy[start.ways[heightClass(old)]] - movesBy[end.ways[heightClass(onto+k)]]
	if onto > 0 {
		gain += movesBy[end.ways[heightClass(onto)]]
	}
	if k < old {
		gain -= movesBy[start.ways[heightClass(old-k)]]
	}
	return mostGain + max(-mostGain, min(mostGain, int(gain)))
}

func (g *glance) showBars(first barGroup, at *post, lists *engine.StepPatternLists) {
	bound := func(n uint8) uint16 { return uint16(min(n, mostBarred)) }
	theirs := bound(at.bars[targetLine])*(mostBarred+1) + bound(at.bars[theirLine])
	lists.Show(first.own+bound(at.bars[ownLine]), first.theirs+theirs*needs+g.theirs)
}

// heightsWithNone are the numbers of men told apart: 0 to 3, and more.
const heightsWithNone = 5

type barGroup struct{ own, theirs uint16 }

// stepGroups are the patterns of steps, and by group the number of its first.
type stepGroups struct {
	kit.Terms
	reach                                          [heightClasses]kit.Ranges
	pass, move, way, gain, to, from, joins, length uint16
	bars, frees                                    barGroup
}

var stepPatterns = newStepPatterns()

func (r *rules) StepPatterns() []engine.Term { return stepPatterns.List }

var needNames = []kit.Value{{"1", "1"}, {"2", "2"}, {"3", "3"}, {"4", "4 or 5"}, {"6", "6 to 8"}, {"9+", "9 or more"}}

func newStepPatterns() (w stepGroups) {
	w.pass = w.Each("pass-%s-%s", "a pass when the seat needs %s moves to gather, its opponent %s", needNames, needNames)
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
	for i, height := range heights {
		w.reach[i] = w.Ranges("reaches-"+height[0], reachClasses[i/2], "a stack then of "+height[1]+" on a square from "+
			"which so many, or three of them, can move to %d to %s squares")
	}
	w.length = w.Each("length-%s-%s", "%s men move %s squares (6 for more)", men, kit.Numbers("%d", 1, mostLength))
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

func (w *stepGroups) barred(name, help string) (g barGroup) {
	counts := kit.Numbers("%d", 0, mostBarred)
	g.own = w.Each(name+"-own-%s", help+" %s lines between own stacks (2 for more)", counts)
	g.theirs = w.Each(name+"-%s-%s-%s", fmt.Sprint(help, " %s lines of the opponent's to its gathering square and %s "+
		"others (2 for more), when it needs %s moves"), counts, counts, needNames)
	return g
}
