package dfs

import (
	"context"
	"slices"
	"time"

	"pillars/engine"
	"pillars/search"
)

// MaxPly is the largest distance of a [Tree]'s level from the root, in steps.
const MaxPly = 256

// Tree holds the memory and the state of a depth-first search. A player uses one Tree per thread for all its searches.
type Tree struct {
	// Root searches the root to a depth, without the excluded steps. It returns the score of the best line, and sets
	// the principal variation of level 0 to that line. The argument line is 1 for the best line, 2 for the second best.
	// The argument best is the best line so far; for line 1 it comes from the previous iteration.
	Root func(depth, line int, best search.Info) search.Score
	// Search returns the value of the position on level ply for the side to act, searched to depth further steps in
	// the window from alpha to beta.
	Search func(ply, depth int, alpha, beta search.Score) search.Score

	Table     *Table
	Order     *Orderer
	Levels    [MaxPly + 1]Level // by distance from the root
	Clock     Clock
	Trail     Trail
	Nodes     uint64        // steps made
	excluded  []engine.Step // steps that are not searched at the root, because better lines begin with them
	RootBest  search.Score  // the best score at the root so far
	Exhausted bool          // whether a deeper search would return the same result

	settings *Settings
	report   func(search.Info)
}

// Init allocates the memory of t. The caller must then set Root and Search.
func (t *Tree) Init(settings *Settings, rules engine.Rules, table *Table) {
	t.settings, t.Table, t.Order, t.Trail.rules = settings, table, newOrderer(settings, rules), rules
	InitLevels(t.Levels[:], rules)
}

// Begin prepares the search of the current position of h.
func (t *Tree) Begin(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) {
	t.Clock = Clock{ended: ctx.Done(), started: time.Now(), Limits: limits,
		saves: limits.Clock.Runs(h.Position().Seat())}
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
			if !ok { // stopped, or there are fewer legal steps than lines
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
		if t.Clock.enough() || t.Exhausted || t.provenWithin(depth, best) {
			break
		}
	}
	best.Nodes, best.Elapsed = t.Nodes, t.Clock.elapsed()
	return best
}

func (t *Tree) deepest() int {
	if t.Clock.Limits.Depth > 0 {
		return min(t.Table.deepest(), t.Clock.Limits.Depth)
	}
	return t.Table.deepest()
}

// fallback returns the first legal step as the result of a search that is stopped before it has found a line.
func (t *Tree) fallback() search.Info {
	return search.Info{Line: 1, Principal: t.Levels[0].Position.AppendSteps(nil)[:1]}
}

// line searches the root to depth for the line with the given number, 1 for the best. Ok is false if it found no line.
func (t *Tree) line(depth, line int, best search.Info) (found search.Info, ok bool) {
	score := t.Root(depth, line, best)
	if t.Clock.Stopped { // a step that was not searched might not lose
		score = max(score, -search.Proven)
	}
	principal := t.Levels[0].Principal
	if len(principal) == 0 {
		return search.Info{}, false
	}
	return search.Info{Depth: depth, Score: score, Line: line, Principal: slices.Clone(principal),
		Nodes: t.Clock.total(t.Nodes), Elapsed: t.Clock.elapsed()}, true
}

// provenWithin reports whether the search can stop with the line best: no other line is wanted, and best is a win or a
// loss that is proven within depth steps.
func (t *Tree) provenWithin(depth int, best search.Info) bool {
	return t.settings.MultiPV == 1 && best.Score.Decided() && best.Score.Steps() <= depth
}

// Node is a position in an alpha-beta search. Its scores are for the side to act in that position.
type Node struct {
	Ply, Depth  int          // steps from the root, and steps that are still to be searched
	Alpha, Beta search.Score // the window; Take raises Alpha
	Open        bool         // whether the window was wider than a null window, as on the principal variation
	Key         uint64       // hash under which the table stores the position
	Eval        int          // static evaluation of the position, for searches whose table stores it
	TableStep   engine.Step  // the step that the table suggests
	Best        search.Score
	BestStep    engine.Step // the step with the score Best; NoStep before the first
	Raised      bool        // whether a step has raised alpha
}

// Bound returns how the node's best score relates to the true value of its position.
func (n *Node) Bound() Bound {
	switch {
	case n.Best >= n.Beta:
		return LowerBound
	case n.Raised:
		return ExactBound
	}
	return UpperBound
}

// Probe sets n.Eval, n.TableStep and n.Best from the table's entry of node n, if there is one. Settled is true if
// n.Best is the node's value in its window, so that the node need not be searched. At the root and on the principal
// variation settled is false.
func (t *Tree) Probe(n *Node) (found, settled bool) {
	entry, found := t.Table.Probe(n.Key)
	if !found {
		return false, false
	}
	n.Eval, n.TableStep, n.Best = entry.Eval, entry.Step, entry.Score.Later(n.Ply)
	return true, !n.Open && n.Ply > 0 && entry.settles(n.Best, n.Depth, n.Alpha, n.Beta)
}

// Store stores a node in the table. It does nothing if the search was stopped, if the node has no best step, or at a
// root with excluded steps.
func (t *Tree) Store(n *Node, bound Bound) {
	if !t.Clock.Stopped && n.BestStep != engine.NoStep && (n.Ply > 0 || len(t.excluded) == 0) {
		t.Table.Store(n.Key, Entry{n.BestStep, n.Best.Later(-n.Ply), n.Eval, n.Depth, bound})
	}
}

// List sets the steps of level ply to the legal steps of the position. At the root it leaves out the excluded steps.
func (t *Tree) List(ply int) *Level {
	l := &t.Levels[ply]
	l.Steps = l.Position.AppendSteps(l.Steps[:0])
	if ply == 0 {
		l.Steps = slices.DeleteFunc(l.Steps, func(step engine.Step) bool { return slices.Contains(t.excluded, step) })
	}
	l.size()
	return l
}

// Play plays a step of level ply and writes the position after the step to the next level. It empties the principal
// variation of that level, and returns the level. Proceed is false if the search must stop.
func (t *Tree) Play(ply int, step engine.Step) (child *Level, proceed bool) {
	child = &t.Levels[ply+1]
	child.Principal = child.Principal[:0]
	t.Levels[ply].Position.PlayInto(step, child.Position)
	t.Nodes++
	return child, !t.Clock.stop(t.Nodes)
}

// Value searches the position on the level below n to a depth, and returns its value for the side to act at n. SameSide
// is true if the same side acts in both positions.
//
// The first step of a node is searched with the full window. A later step is searched with a null window, to a depth
// that is smaller by the argument reduction. As long as its score is above alpha, the step is searched again, first to
// the full depth and then with the full window.
func (t *Tree) Value(n *Node, depth, reduction int, sameSide bool) search.Score {
	length := t.Trail.Enter(t.Levels[n.Ply+1].Position)
	defer t.Trail.Leave(length)
	if n.BestStep == engine.NoStep || !t.settings.Window {
		return t.below(n, depth, n.Beta, sameSide)
	}
	nullBeta := n.Alpha + 1
	score := nullBeta // without a reduction, search to the full depth at once
	if reduction > 0 {
		score = t.below(n, depth-reduction, nullBeta, sameSide)
	}
	if score > n.Alpha && !t.Clock.Stopped {
		score = t.below(n, depth, nullBeta, sameSide)
	}
	if score > n.Alpha && n.Open && !t.Clock.Stopped {
		score = t.below(n, depth, n.Beta, sameSide)
	}
	return score
}

// below searches the position on the level below n in the window from n.Alpha to beta, and returns the value for the
// side to act at n.
func (t *Tree) below(n *Node, depth int, beta search.Score, sameSide bool) search.Score {
	if sameSide {
		return t.Search(n.Ply+1, depth, n.Alpha, beta)
	}
	return -t.Search(n.Ply+1, depth, -beta, -n.Alpha)
}

// Take records the score of a step at node n. Refuted is true if the score is at least beta, which makes other steps
// unnecessary. Argument i is the step's index in the level's steps, or -1 if [Orderer] must not learn from it.
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

// Trail holds the hashes of all earlier positions that start a turn, to find repetitions. First come the positions of
// the game, then the positions between the root and the current position of the search.
type Trail struct {
	rules engine.Rules
	keys  []uint64
}

// NewTrail returns an empty trail for games by the given rules.
func NewTrail(rules engine.Rules) Trail { return Trail{rules: rules} }

// Begin sets the trail to the positions of a game.
func (t *Trail) Begin(h *engine.History) { t.keys = append(t.keys[:0], h.TurnHashes()...) }

// Follow sets the trail t to a copy of the trail other.
func (t *Trail) Follow(other *Trail) { t.keys = append(t.keys[:0], other.keys...) }

// Len returns the number of positions on the trail. [Trail.Leave] takes this number.
func (t *Trail) Len() int { return len(t.keys) }

// Enter appends p if p starts a turn. It returns the trail's earlier length, with which Leave undoes Enter.
func (t *Trail) Enter(p engine.Position) (length int) {
	length = len(t.keys)
	if p.StartsTurn() {
		t.keys = append(t.keys, p.Hash())
	}
	return length
}

// Leave shortens the trail to a length that Enter or Len returned.
func (t *Trail) Leave(length int) { t.keys = t.keys[:length] }

// Drawn reports whether p is drawn by the turn cap or by repetition. Only positions that start a turn can be drawn. One
// earlier occurrence of p counts as repetition, because a player that repeats a position once can do so again.
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
