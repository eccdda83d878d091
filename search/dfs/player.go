// Package dfs has what depth-first players share: levels, order of steps, transposition table, clock and threads.
package dfs

import (
	"context"
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/eval"
	"pillars/search"
)

// Clock decides when a search must stop.
type Clock struct {
	Limits  search.Limits
	Stopped bool // whether the search must stop
	saves   bool // whether time that the search does not use is left for later turns

	ended     <-chan struct{} // closed when the context of the search ends
	started   time.Time
	next      uint64 // number of nodes at which to check time and context again
	team      *team  // state shared with other threads; nil if there are none
	published uint64 // number of nodes published to the team
}

const checkEvery = 1024 // number of nodes between two checks of time and context

// stop reports whether the search must stop, given the number of nodes searched so far.
func (c *Clock) stop(nodes uint64) bool {
	switch {
	case c.Stopped: // a stopped search remains stopped
	case c.Limits.Nodes > 0 && nodes >= c.Limits.Nodes:
		c.Stopped = true
	case nodes >= c.next:
		c.next = nodes + checkEvery
		c.Stopped = parallel.Closed(c.ended) || c.Limits.Time > 0 && c.elapsed() >= c.Limits.Time
		if c.team != nil {
			c.next = nodes + c.team.every
			c.Stopped = c.publish(nodes) || c.Stopped
		}
	}
	return c.Stopped
}

func (c *Clock) elapsed() time.Duration { return time.Since(c.started) }

// publish adds this thread's new nodes to the team's total and reports whether the team must stop.
func (c *Clock) publish(nodes uint64) (stop bool) {
	fresh := nodes - c.published
	c.published = nodes
	if all := c.team.nodes.Add(fresh); c.team.limit > 0 && all >= c.team.limit {
		c.team.stopped.Store(true)
	}
	return c.team.stopped.Load()
}

// total publishes nodes, the number of this thread's nodes, and returns the number of published nodes of all threads.
func (c *Clock) total(nodes uint64) uint64 {
	if c.team == nil {
		return nodes
	}
	c.publish(nodes)
	return c.team.nodes.Load()
}

// enough reports whether no further iteration should begin: the search was stopped, or has used 60 % of the time that a
// clock gives. Few iterations that begin later are completed, and later turns can use the rest. A fixed time would be
// lost, and an iteration that is not completed can still find a better step.
func (c *Clock) enough() bool {
	return c.Stopped || c.saves && c.elapsed() > c.Limits.Time*6/10
}

// team holds the state that the threads of one decision share, apart from the transposition table.
type team struct {
	nodes   atomic.Uint64          // number of nodes that the threads have published
	depth   atomic.Int64           // depth to which the first thread is searching
	stopped atomic.Bool            // whether all threads must stop
	limit   uint64                 // limit on the nodes of all threads together; 0 for no limit
	every   uint64                 // number of nodes after which a thread publishes again
	marks   [1 << 12]atomic.Uint64 // hashes of the steps that threads are searching; see [Tree.Mark]
}

// newTeam returns a team with a limit on the nodes of all threads; 0 means no limit. The threads publish so often that
// they exceed the limit by at most a sixteenth, apart from the nodes of quiescence searches.
func newTeam(threads int, limit uint64) *team {
	t := &team{limit: limit, every: checkEvery}
	if limit > 0 {
		// At the limit each thread has up to t.every unpublished nodes, and makes up to t.every more before it stops.
		t.every = min(checkEvery, max(1, limit/uint64(32*threads)))
	}
	return t
}

// Together runs work(0) to work(n-1) at the same time, work(0) in the caller's goroutine, and returns when all have
// ended. If a call panics, Together still waits for the other calls, which must end by themselves, and then panics with
// the same value.
func Together(n int, work func(i int)) {
	causes := make([]any, n)
	guarded := func(i int) {
		defer func() { causes[i] = recover() }()
		work(i)
	}
	var group sync.WaitGroup
	for i := 1; i < n; i++ {
		group.Go(func() { guarded(i) })
	}
	guarded(0)
	group.Wait()
	for _, cause := range causes {
		if cause != nil {
			panic(cause)
		}
	}
}

// Settings holds the part of the configuration that all depth-first players have.
type Settings struct {
	Limits  search.Limits
	Weights string // file of evaluation weights; empty for the built-in ones
	Table   int    // size of the transposition table in MiB
	MultiPV int    // number of best lines to report
	noise   int    // standard deviation of deliberate errors of the evaluation, in hundredths of a logit

	// Ideas of the search. Each of them can be switched off.
	Window     bool // principal variation search
	Killers    bool // first try steps that refuted other positions on the same level
	History    bool // order steps by how often they refuted other positions
	Reduction  bool // search late steps with less depth
	Pruning    bool // leave out late and futile steps at low depth
	Quiescence bool // search noisy steps at the leaves
}

// DefaultSettings returns settings with all ideas of the search switched on and without limits.
func DefaultSettings() Settings {
	return Settings{Table: 16, MultiPV: 1, Window: true, Killers: true, History: true, Reduction: true, Pruning: true,
		Quiescence: true}
}

// Bind defines flags for the settings.
func (s *Settings) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &s.Limits)
	search.BindWeights(flags, &s.Weights)
	flags.IntVar(&s.Table, "table", s.Table, "size of the transposition table in MiB")
	flags.IntVar(&s.MultiPV, "multipv", s.MultiPV, "number of best lines to report")
	flags.IntVar(&s.noise, "noise", s.noise,
		"deliberate errors of the evaluation: standard deviation in hundredths of a logit")
	flags.BoolVar(&s.Window, "window", s.Window, "principal variation search")
	flags.BoolVar(&s.Killers, "killers", s.Killers, "first try steps that refuted others on the same level")
	flags.BoolVar(&s.History, "history", s.History, "order steps by how often they refuted others")
	flags.BoolVar(&s.Reduction, "reduction", s.Reduction, "search late steps with less depth")
	flags.BoolVar(&s.Pruning, "pruning", s.Pruning, "late move pruning and futility pruning at low depth")
	flags.BoolVar(&s.Quiescence, "quiescence", s.Quiescence, "search noisy steps at the leaves")
}

// check returns an error if a setting is out of range, or if the game has more steps than the table can store.
func (s *Settings) check(rules engine.Rules) error {
	switch {
	case rules.StepSpace() > maxSteps:
		return fmt.Errorf("%s has steps up to %d; the table holds %d bits of a step",
			rules.Game().Title(), rules.StepSpace()-1, stepBits)
	case s.Table < 1 || s.Table > 1<<16:
		return fmt.Errorf("table=%d: must be from 1 to 65536 MiB", s.Table)
	case s.MultiPV < 1 || s.MultiPV > 256:
		return fmt.Errorf("multipv=%d: must be from 1 to 256", s.MultiPV)
	case s.noise < 0 || s.noise > eval.Limit:
		return fmt.Errorf("noise=%d: must be from 0 to %d hundredths of a logit", s.noise, eval.Limit)
	}
	return s.Limits.Check()
}

// Player is a player that searches depth first. With more than one thread its decisions are not reproducible.
type Player struct {
	kind, name string
	settings   *Settings
	noise      *eval.Noise
	trees      []*Tree // one for each thread, with a shared table; the first tree makes the decisions
}

// NewPlayer returns a player of a kind, such as "alphabeta", whose full text is name. The function newTree makes the
// tree of one thread; all trees share one table, which also stores evaluations if evaluations is true.
func NewPlayer(
	kind, name string, rules engine.Rules, settings *Settings, threads int, evaluations bool,
	newTree func(eval.Evaluator, *Table) (*Tree, error),
) (*Player, error) {
	if err := settings.check(rules); err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	p := &Player{kind: kind, name: name, settings: settings, noise: eval.NewNoise(settings.noise)}
	table := NewTable(settings.Table, evaluations)
	for range threads {
		evaluator, err := eval.Load(settings.Weights, rules)
		if err != nil {
			return nil, err
		}
		tree, err := newTree(p.noise.Over(evaluator), table)
		if err != nil {
			return nil, err
		}
		p.trees = append(p.trees, tree)
	}
	return p, nil
}

// Name implements [search.Player].
func (p *Player) Name() string { return p.name }

// Computes implements [search.Computing].
func (p *Player) Computes() {}

// NewGame clears the transposition table, killers and history, and seeds the deliberate errors of the evaluation.
func (p *Player) NewGame(seed uint64) {
	p.noise.Seed(seed)
	p.trees[0].Table.Clear()
	for _, t := range p.trees {
		t.Order.forget()
	}
}

// Decide searches deeper and deeper until a limit is reached. It returns the steps of the best line that belong to the
// turn of the seat to act.
func (p *Player) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	limits, err := search.LimitsOf(p.kind, h, p.settings.Limits, limits)
	if err != nil {
		return search.Decision{}, err
	}
	first := p.trees[0]
	first.Table.nextGeneration()
	var best search.Info
	if len(p.trees) > 1 {
		best = p.deepenTogether(ctx, h, limits, report)
	} else {
		first.Begin(ctx, h, limits, report)
		best = first.Deepen()
	}
	return search.Decision{Steps: turnOf(h.Position(), best.Principal), Info: best}, nil
}

// deepenTogether searches on all threads: each searches the root with its own tree, and gets the results of others from
// the transposition table. A thread leaves steps that another one is searching for last, so that it often finds their
// values in the table (ABDADA: Weill, The ABDADA Distributed Minimax Search Algorithm, 1996; in the simple form of Tom
// Kerrigan, 2017). Threads other than the first are helpers. All threads end when the first one ends. If it has not
// completed its last depth and only one line is wanted, the line with the greatest depth, and then the best score, of
// all threads is played.
func (p *Player) deepenTogether(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (best search.Info) {
	team := newTeam(len(p.trees), limits.Nodes)
	limits.Nodes = 0 // only the team limits nodes
	for i, t := range p.trees {
		if i > 0 {
			report = nil
		}
		t.Begin(ctx, h, limits, report)
		t.Clock.team = team
	}
	found := make([]search.Info, len(p.trees))
	Together(len(p.trees), func(i int) {
		panicked := true // set to false when the search of this thread has returned
		defer func() {
			if i == 0 || panicked {
				team.stopped.Store(true)
			}
		}()
		if i == 0 {
			best = p.trees[0].Deepen()
		} else {
			found[i] = p.trees[i].assist()
		}
		panicked = false
	})
	others := false                                          // whether another thread's line is played
	if p.trees[0].Clock.Stopped && p.settings.MultiPV == 1 { // the first thread has not completed its last depth
		for _, info := range found[1:] {
			if info.Depth > best.Depth || info.Depth == best.Depth && info.Score > best.Score {
				best, others = info, true
			}
		}
	}
	best.Nodes = 0
	for _, t := range p.trees {
		best.Nodes += t.Nodes
	}
	if report := p.trees[0].report; others && report != nil {
		report(best)
	}
	return best
}

// assist runs the search of a helper. It searches to depths that the first thread has not completed. It returns the
// result of its last depth, which it may not have completed.
func (t *Tree) assist() (best search.Info) {
	best = t.fallback()
	for depth := 1; depth <= t.deepest() && !t.Clock.Stopped; depth++ {
		depth = max(depth, int(t.Clock.team.depth.Load()))
		info, ok := t.line(depth, 1, best)
		if !ok {
			break
		}
		if best = info; t.provenWithin(depth, info) {
			break
		}
	}
	best.Elapsed = t.Clock.elapsed()
	return best
}

// sharedFrom is the smallest depth of a node whose steps threads divide among themselves.
const sharedFrom = 3

// Elsewhere reports whether another thread searches the given step of node n. This thread then tries other steps first.
func (t *Tree) Elsewhere(n *Node, step engine.Step) bool {
	place, hash := t.mark(n, step)
	return place != nil && place.Load() == hash
}

// Mark tells other threads that this thread searches the given step of node n, until Unmark.
func (t *Tree) Mark(n *Node, step engine.Step) {
	if place, hash := t.mark(n, step); place != nil {
		place.Store(hash)
	}
}

// Unmark removes a mark, unless another one is in its place.
func (t *Tree) Unmark(n *Node, step engine.Step) {
	if place, hash := t.mark(n, step); place != nil {
		place.CompareAndSwap(hash, 0)
	}
}

// mark returns the place of the mark for a step of node n, and the hash that is stored there while a thread searches
// the step. If there are no marks for the steps of n, place is nil.
func (t *Tree) mark(n *Node, step engine.Step) (place *atomic.Uint64, hash uint64) {
	if t.Clock.team == nil || n.Depth < sharedFrom {
		return nil, 0
	}
	const odd = 0x9e3779b97f4a7c15 // spreads the numbers of steps over all bits
	hash = n.Key ^ (uint64(n.Depth)<<32|uint64(step+1))*odd
	marks := &t.Clock.team.marks
	return &marks[hash%uint64(len(marks))], hash
}

// turnOf returns the first steps of principal, a variation from p: those that belong to the turn of the seat to act.
func turnOf(p engine.Position, principal []engine.Step) []engine.Step {
	seat := p.Seat()
	child := p.Clone()
	for i, step := range principal {
		child.Play(step)
		if search.TurnDone(child, seat) {
			return principal[:i+1]
		}
	}
	return principal
}
