package kit

import (
	"context"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
)

// MaxPly bounds the length of a line, quiescence included.
const MaxPly = 256

// Tree is the memory and the state of a depth-first search. Everything in it is kept from one search to the next.
type Tree struct {
	Table     *Table
	Order     *Orderer
	Levels    [MaxPly + 1]Level
	Clock     Clock
	Trail     Trail
	Nodes     uint64        // steps made
	Excluded  []engine.Step // at the root: the first steps of better lines
	RootBest  search.Score  // the best score at the root so far
	Exhausted bool          // deeper iterations would find nothing else

	settings *Settings
	report   func(search.Info)
}

// Init makes the memory of a search.
func (t *Tree) Init(settings *Settings, rules engine.Rules, table *Table) {
	t.settings, t.Table, t.Order, t.Trail.rules = settings, table, newOrderer(settings, rules), rules
	start := rules.Start()
	for i := range t.Levels {
		t.Levels[i].Position = start.Clone()
	}
}

// Begin prepares the search of a position with its history.
func (t *Tree) Begin(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) {
	t.Clock = Clock{ctx: ctx, started: time.Now(), Limits: limits}
	t.report, t.Nodes, t.Excluded, t.Exhausted = report, 0, t.Excluded[:0], false
	t.Trail.Begin(h)
	t.Levels[0].Position.CopyFrom(h.Position())
	t.Order.decay()
}

// Root searches the root to a depth without the steps excluded and returns the score of its best line, which it leaves
// as the principal variation of level 0. Before is the best line of the iteration before.
type Root func(depth, line int, before search.Info) search.Score

// Deepen searches to depth 1, 2, 3 ... and returns the best line of the last iteration that found one.
func (t *Tree) Deepen(root Root) search.Info {
	best := t.Fallback()
	for depth := 1; depth <= t.Deepest(); depth++ {
		if t.Clock.team != nil {
			t.Clock.team.depth.Store(int64(depth))
		}
		t.Excluded = t.Excluded[:0]
		for line := 1; line <= t.settings.MultiPV; line++ {
			info, ok := t.Line(root, depth, line, best)
			if !ok {
				break
			}
			if line == 1 {
				best = info
			}
			if t.report != nil {
				t.report(info)
			}
			t.Excluded = append(t.Excluded, info.Principal[0])
		}
		if t.Clock.enough() || t.Exhausted || t.Settled(best, depth) {
			break
		}
	}
	best.Nodes, best.Elapsed = t.Nodes, t.Clock.elapsed()
	return best
}

// Deepest is the depth at which deepening ends.
func (t *Tree) Deepest() int {
	if t.Clock.Limits.Depth > 0 {
		return min(t.Table.deepest(), t.Clock.Limits.Depth)
	}
	return t.Table.deepest()
}

// Fallback is a legal answer for a search that is stopped before it has found one.
func (t *Tree) Fallback() search.Info {
	return search.Info{Line: 1, Principal: t.Levels[0].Position.AppendSteps(nil)[:1]}
}

// Line searches one line. The answer of a stopped search counts if its first step was done.
func (t *Tree) Line(root Root, depth, line int, before search.Info) (search.Info, bool) {
	score := root(depth, line, before)
	principal := t.Levels[0].Principal
	if len(principal) == 0 {
		return search.Info{}, false
	}
	return search.Info{
		Depth: depth, Score: score, Line: line, Principal: slices.Clone(principal),
		Nodes: t.Clock.total(t.Nodes), Elapsed: t.Clock.elapsed(),
	}, true
}

// Settled reports that deeper searches cannot change the decision: the result is proven within the depth searched.
func (t *Tree) Settled(best search.Info, depth int) bool {
	return t.settings.MultiPV == 1 && best.Score.Decided() && best.Score.Steps() <= depth
}

// DropExcluded removes the first steps of better lines from those of the root.
func (t *Tree) DropExcluded() {
	l := &t.Levels[0]
	l.Steps = slices.DeleteFunc(l.Steps, func(step engine.Step) bool { return slices.Contains(t.Excluded, step) })
}

// Improve notes at a level a step that is better than all that was known.
func (t *Tree) Improve(ply int, step engine.Step, score search.Score) {
	t.Levels[ply].Follow(step, &t.Levels[ply+1])
	if ply == 0 {
		t.RootBest = score
	}
}

// TurnOf is the part of a principal variation that belongs to the turn p stands in.
func TurnOf(p engine.Position, principal []engine.Step) []engine.Step {
	seat := p.Seat()
	child := p.Clone()
	for i, step := range principal {
		child.Play(step)
		if child.Over() || child.StartsTurn() || child.Seat() != seat {
			return principal[:i+1]
		}
	}
	return principal
}

// Trail is the way to a position: the hashes at the starts of turns, of the game and of the line.
type Trail struct {
	rules engine.Rules
	keys  []uint64
}

// NewTrail is the trail of games by the rules.
func NewTrail(rules engine.Rules) Trail { return Trail{rules: rules} }

// Begin makes the trail that of a game.
func (t *Trail) Begin(h *engine.History) { t.keys = append(t.keys[:0], h.Keys()...) }

// Follow makes the trail that of another one.
func (t *Trail) Follow(other *Trail) { t.keys = append(t.keys[:0], other.keys...) }

// Len is the length of the trail, to leave it with.
func (t *Trail) Len() int { return len(t.keys) }

// Enter adds p, if it starts a turn, and returns what to leave it with.
func (t *Trail) Enter(p engine.Position) (known int) {
	known = len(t.keys)
	if p.StartsTurn() {
		t.keys = append(t.keys, p.Hash())
	}
	return known
}

// Leave goes back to where the trail was that long.
func (t *Trail) Leave(known int) { t.keys = t.keys[:known] }

// Drawn reports a draw by the turn cap or by repetition at the start of a turn. Within a search a position that stood
// once before counts as repeated: what was worth doing twice is worth doing again.
func (t *Trail) Drawn(p engine.Position) bool {
	if !p.StartsTurn() {
		return false
	}
	if turnCap := t.rules.TurnCap(); turnCap > 0 && p.Turn() > turnCap {
		return true
	}
	if t.rules.Repetition() == 0 {
		return false
	}
	reversible := p.Reversible()
	return reversible > 0 && slices.Contains(t.keys[max(0, len(t.keys)-reversible):], p.Hash())
}
