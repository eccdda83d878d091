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

// Tree is the memory and the state of a depth-first search. All of it persists from one search to the next.
type Tree struct {
	// Root searches the root to a depth, without the excluded steps, and returns the score of the best line, which
	// becomes the principal variation of level 0. Before is the best line of the previous iteration.
	Root func(depth, line int, before search.Info) search.Score
	// Search returns the value of the position on level ply for the side to act, searched to depth further steps in the
	// window from alpha to beta.
	Search func(ply, depth int, alpha, beta search.Score) search.Score

	Table     *Table
	Order     *Orderer
	Levels    [MaxPly + 1]Level
	Clock     Clock
	Trail     Trail
	Nodes     uint64        // steps made
	excluded  []engine.Step // at the root, the first steps of better lines
	RootBest  search.Score  // the best score at the root so far
	Exhausted bool          // whether deeper iterations would find the same

	settings *Settings
	report   func(search.Info)
}

// Init makes the memory of a search. The caller must set Root and Search.
func (t *Tree) Init(settings *Settings, rules engine.Rules, table *Table) {
	t.settings, t.Table, t.Order, t.Trail.rules = settings, table, newOrderer(settings, rules), rules
	InitLevels(t.Levels[:], rules)
}

// Begin prepares the search of the current position of h.
func (t *Tree) Begin(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) {
	t.Clock = Clock{ended: ctx.Done(), started: time.Now(), Limits: limits}
	t.report, t.Nodes, t.excluded, t.Exhausted = report, 0, t.excluded[:0], false
	t.Trail.Begin(h)
	t.Levels[0].Position.CopyFrom(h.Position())
	t.Order.decay()
}

// Deepen searches to depths 1, 2, 3 and so on, and returns the best line of the last iteration that found one.
func (t *Tree) Deepen() search.Info {
	best := t.fallback()
	for depth := 1; depth <= t.deepest(); depth++ {
		if t.Clock.team != nil {
			t.Clock.team.depth.Store(int64(depth))
		}
		t.excluded = t.excluded[:0]
		for line := 1; line <= t.settings.MultiPV; line++ {
			info, ok := t.line(depth, line, best)
			if !ok {
				break
			}
			if line == 1 {
				best = info
			}
			if t.report != nil {
				t.report(info)
			}
			t.excluded = append(t.excluded, info.Principal[0])
		}
		if t.Clock.enough() || t.Exhausted || t.settled(best, depth) {
			break
		}
	}
	best.Nodes, best.Elapsed = t.Nodes, t.Clock.elapsed()
	return best
}

// deepest returns the depth at which deepening ends.
func (t *Tree) deepest() int {
	if t.Clock.Limits.Depth > 0 {
		return min(t.Table.deepest(), t.Clock.Limits.Depth)
	}
	return t.Table.deepest()
}

// fallback returns a legal answer for a search that is stopped before it has found one.
func (t *Tree) fallback() search.Info {
	return search.Info{Line: 1, Principal: t.Levels[0].Position.AppendSteps(nil)[:1]}
}

// line searches one line. The answer of a stopped search counts if its first step was completed.
func (t *Tree) line(depth, line int, before search.Info) (search.Info, bool) {
	score := t.Root(depth, line, before)
	principal := t.Levels[0].Principal
	if len(principal) == 0 {
		return search.Info{}, false
	}
	return search.Info{Depth: depth, Score: score, Line: line, Principal: slices.Clone(principal),
		Nodes: t.Clock.total(t.Nodes), Elapsed: t.Clock.elapsed()}, true
}

// settled reports whether the result is proven within the depth searched, so that deeper searches cannot change the
// decision.
func (t *Tree) settled(best search.Info, depth int) bool {
	return t.settings.MultiPV == 1 && best.Score.Decided() && best.Score.Steps() <= depth
}

// Node is a position in an alpha-beta search. Its scores are for the side to act there.
type Node struct {
	Ply, Depth  int
	Alpha, Beta search.Score
	Open        bool // whether the window is open, as on the principal variation
	Key         uint64
	Eval        int // evaluation, in tables that store it
	TableStep   engine.Step
	Best        search.Score
	BestStep    engine.Step
	Raised      bool // whether Best is above the first alpha
}

// Bound returns how the node's best score relates to its value.
func (n *Node) Bound() Bound {
	switch {
	case n.Best >= n.Beta:
		return LowerBound
	case n.Raised:
		return ExactBound
	}
	return UpperBound
}

// Probe looks up a node in the table. A node is settled if the score in the table, which becomes the best, suffices.
func (t *Tree) Probe(n *Node) (found, settled bool) {
	known, found := t.Table.Probe(n.Key)
	if !found {
		return false, false
	}
	n.Eval, n.TableStep, n.Best = known.Eval, known.Step, known.Score.Later(n.Ply)
	return true, !n.Open && n.Ply > 0 && known.settles(n.Best, n.Depth, n.Alpha, n.Beta)
}

// Store stores a completely searched node, except a root that was searched without its best steps.
func (t *Tree) Store(n *Node, bound Bound) {
	if !t.Clock.Stopped && n.BestStep != engine.NoStep && (n.Ply > 0 || len(t.excluded) == 0) {
		t.Table.Store(n.Key, Entry{n.BestStep, n.Best.Later(-n.Ply), n.Eval, n.Depth, bound})
	}
}

// List lists the steps of a level, without the excluded ones at the root.
func (t *Tree) List(ply int) *Level {
	l := &t.Levels[ply]
	l.Steps = l.Position.AppendSteps(l.Steps[:0])
	if ply == 0 {
		l.Steps = slices.DeleteFunc(l.Steps, func(step engine.Step) bool { return slices.Contains(t.excluded, step) })
	}
	l.size()
	return l
}

// Play plays a step from one level to the next. It returns false if the search must stop.
func (t *Tree) Play(ply int, step engine.Step) (child *Level, proceed bool) {
	child = &t.Levels[ply+1]
	t.Levels[ply].Position.PlayInto(step, child.Position)
	t.Nodes++
	return child, !t.Clock.stop(t.Nodes)
}

// Value returns the value of the position below a node, searched to a depth. Steps after the first are searched with a
// null window, at first to a depth less by reduction, and again with more if they turn out better than alpha. Same
// reports whether the same side acts there.
func (t *Tree) Value(n *Node, depth, reduction int, same bool) search.Score {
	known := t.Trail.Enter(t.Levels[n.Ply+1].Position)
	score, beta := n.Alpha+1, n.Alpha+1
	if n.BestStep == engine.NoStep || !t.settings.Window {
		score = t.below(n, depth, n.Beta, same)
		t.Trail.Leave(known)
		return score
	}
	if reduction > 0 {
		score = t.below(n, depth-reduction, beta, same)
	}
	if score > n.Alpha && !t.Clock.Stopped {
		score = t.below(n, depth, beta, same)
	}
	if score > n.Alpha && n.Open && !t.Clock.Stopped {
		score = t.below(n, depth, n.Beta, same)
	}
	t.Trail.Leave(known)
	return score
}

// below calls Search for the next level. It negates score and window only if the side has changed.
func (t *Tree) below(n *Node, depth int, beta search.Score, same bool) search.Score {
	if same {
		return t.Search(n.Ply+1, depth, n.Alpha, beta)
	}
	return -t.Search(n.Ply+1, depth, -beta, -n.Alpha)
}

// Take records the score of a step and reports whether it refutes the position. The step is number i in the order of
// the level, or -1 for none of these.
func (t *Tree) Take(n *Node, i int, step engine.Step, score search.Score) (refuted bool) {
	l := &t.Levels[n.Ply]
	if score > n.Best {
		n.Best, n.BestStep = score, step
	}
	if score > n.Alpha {
		n.Alpha, n.Raised = score, true
		l.Follow(step, &t.Levels[n.Ply+1])
		if n.Ply == 0 {
			t.RootBest = score
		}
	}
	if score >= n.Beta && i >= 0 {
		t.Order.Reward(l, n.Ply, i, n.Depth)
	}
	return score >= n.Beta
}

// Trail is the path to a position: the hashes at the starts of turns, first of the game and then of the line.
type Trail struct {
	rules engine.Rules
	keys  []uint64
}

// NewTrail returns an empty trail for games by the given rules.
func NewTrail(rules engine.Rules) Trail { return Trail{rules: rules} }

// Begin sets the trail to the starts of turns in a game.
func (t *Trail) Begin(h *engine.History) { t.keys = append(t.keys[:0], h.Keys()...) }

// Follow sets the trail to a copy of another one.
func (t *Trail) Follow(other *Trail) { t.keys = append(t.keys[:0], other.keys...) }

// Len returns the length of the trail, to be passed to Leave.
func (t *Trail) Len() int { return len(t.keys) }

// Enter appends p, if it starts a turn, and returns the length before, to be passed to Leave.
func (t *Trail) Enter(p engine.Position) (known int) {
	known = len(t.keys)
	if p.StartsTurn() {
		t.keys = append(t.keys, p.Hash())
	}
	return known
}

// Leave shortens the trail to a length it had before.
func (t *Trail) Leave(known int) { t.keys = t.keys[:known] }

// Drawn reports whether p, at the start of a turn, is drawn by the turn cap or by repetition. Within a search one
// earlier occurrence counts as repetition, since what is worth doing twice is worth doing again.
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
