// Package mcts has a player that searches steps by Monte Carlo tree search.
//
// One simulation counts as one node of the limits. A leaf gets its children at its second visit. A node of the tree
// represents a step, and its sum of values is for the seat that chose the step, so that seats need not alternate. The
// value of a leaf is a utility vector (package search/utility). With more than two seats, each seat plays for itself,
// as in max^n (Sturtevant, An Analysis of UCT in Multi-Player Games, 2008).
//
// # Selection
//
// The default is PUCT (Rosin, Multi-armed Bandits with Episode Context, 2011, in the form of Silver et al., Mastering
// the Game of Go without Human Knowledge, 2017). It chooses the child with the largest Q + c * prior * sqrt(N) /
// (1 + n), where N and n are the visits of parent and child. The factor c is the key cpuct times 2/seats
// (docs/notebook/2026-11-22-three-and-four-seats.md).
//
// Priors come from a policy learned from games (eval.Policy), which may be in a file (priors=FILE), or, with
// priors=ordering and in games without a policy, from a softmax of move-ordering scores. For a child without visits, Q
// is the parent's mean minus the key fpu (first-play urgency). For other children Q is the child's mean. The plain
// variant, select=uct, visits every child once and then chooses by Q + cpuct * sqrt(ln N / n) (Kocsis and Szepesvari,
// Bandit Based Monte-Carlo Planning, 2006).
//
// # Leaves
//
// The value of a leaf is its evaluation after quiescence search (leaf=quiescence), its plain evaluation (leaf=eval) or
// the result of uniformly random play (leaf=playout), which is slow and inaccurate in long games. A logistic curve
// turns evaluations into expected results. Where the game is nearly decided, this curve is averaged with a flatter one.
//
// # Proofs
//
// The result of a finished game is a proof. Proofs are passed up the tree as far as possible (Winands, Bjornsson and
// Saito, Monte-Carlo Tree Search Solver, 2008). Children proven lost are no longer visited. Draws by repetition depend
// on the path, so they count as values and prove nothing. When a leaf gets its children, a noisy step that wins at once
// is proven immediately.
//
// With more than two seats a proof bounds the score of each seat from below and above (as in Cazenave and Saffidine,
// Score Bounded Monte-Carlo Tree Search, 2010). The lower bound is what the seat can force against all others together.
// The upper bound is the most that the seat can get if every other seat gets at least its lower bound. A win is shown
// as proven only if the seat can force it, a loss only if the upper bound is the score of the last place.
//
// # Turns
//
// A decision is a whole turn. The key later is the share of the limits that is reserved for the steps after the first,
// whose search continues in the same tree. If the first step ends the turn, its search gets this share too. The player
// plays the step with the largest lower confidence bound, which is the step's mean minus lcb / sqrt(visits). With lcb=0
// it plays the most visited step. Proofs take precedence: the shortest proven win comes first, a proven draw comes
// before steps of less value, and if all steps lose, the longest loss comes first.
//
// # Threads and memory
//
// With threads above 1 several threads simulate in one tree without locks (Enzenberger and Mueller, A Lock-Free
// Multithreaded Monte-Carlo Tree Search Algorithm, 2009), with virtual losses (Chaslot, Winands and van den Herik,
// Parallel Monte-Carlo Tree Search, 2008). So that they seldom write to the same memory, a thread adds visits to a node
// that is visited often a few at a time. Limits on simulations are exact, but the simulations made are not
// reproducible. When the tree has the size that the key memory allows, simulations continue, but leaves get no more
// children.
package mcts

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
	"pillars/search/quiescence"
)

// Config is the configuration of a tree search. For the fields without a comment, see [Config.numbers].
type Config struct {
	limits      search.Limits
	weights     string  // file of evaluation weights; empty for the built-in ones
	memory      int     // largest size of the tree in MiB
	multiPV     int     // number of best lines to report
	threads     int     // number of threads; with 2 or more, decisions are not reproducible
	selection   string  // "puct" or "uct"
	leaf        string  // "eval", "quiescence" or "playout"
	cpuct       float64 // weight of exploration, in PUCT and UCT
	priors      string  // "learned", which means "ordering" in games without a policy, "ordering", or a file
	temperature float64
	spread      float64
	decline     float64
	flatten     float64
	tail        float64 // weight of the flatter curve of expected results where a game is nearly decided
	fpu         float64
	later       float64
	lcb         float64 // distance of the lower confidence bound from the mean after one visit
	solver      bool    // whether to pass proven results up the tree
	reuse       bool    // whether to keep the tree between turns
	turns       int     // length of a playout before the evaluation ends it; 0 for the end of the game
}

// The values of the keys select and leaf.
const (
	puct = "puct"
	uct  = "uct"

	leafEval       = "eval"
	leafQuiescence = "quiescence"
	leafPlayout    = "playout"
)

// DefaultConfig returns the configuration of the strong tree search: PUCT, quiescence search at the leaves, and proofs.
func DefaultConfig() Config {
	return Config{
		memory: 256, multiPV: 1, threads: 1, selection: puct, leaf: leafQuiescence, cpuct: 0.8,
		priors: eval.LearnedPolicy, temperature: 0.4, spread: 0.1, decline: 0.5, flatten: 1, tail: 0.5, fpu: 0.05,
		later: 0.25, lcb: 1, solver: true, reuse: true,
	}
}

// PlainConfig returns the configuration of UCT with random playouts.
func PlainConfig() Config {
	return Config{memory: 64, multiPV: 1, threads: 1, selection: uct, leaf: leafPlayout, cpuct: 0.7,
		priors: eval.OrderingScores, temperature: 1, flatten: 1, later: 0.25}
}

// BaseConfig returns the plain configuration to measure parts against: UCT with the hand-made evaluation at the leaves.
func BaseConfig() Config {
	config := PlainConfig()
	config.weights, config.memory, config.leaf = eval.HandMade, DefaultConfig().memory, leafEval
	return config
}

// Bind defines flags for the fields. The names of the flags are the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &c.limits)
	search.BindWeights(flags, &c.weights)
	flags.IntVar(&c.memory, "memory", c.memory, "largest size of the tree in MiB")
	flags.IntVar(&c.multiPV, "multipv", c.multiPV, "number of best lines to report")
	flags.IntVar(&c.threads, "threads", c.threads, "threads to search with; only with 1 are decisions reproducible")
	flags.StringVar(&c.selection, "select", c.selection, "selection rule: puct or uct")
	flags.StringVar(&c.leaf, "leaf", c.leaf, "how to evaluate a leaf: eval, quiescence (after noisy steps) or playout")
	flags.StringVar(&c.priors, "priors", c.priors,
		"source of the priors: learned (ordering in games without a policy), ordering, or the file of a policy")
	for _, n := range c.numbers() {
		flags.Float64Var(n.value, n.key, *n.value, n.usage)
	}
	flags.BoolVar(&c.solver, "solver", c.solver, "pass proven results up the tree")
	flags.BoolVar(&c.reuse, "reuse", c.reuse, "keep the tree between turns")
	flags.IntVar(&c.turns, "turns", c.turns, "turns of a playout before the evaluation ends it; 0 for the whole game")
}

// number is a numeric key of a player text with its range.
type number struct {
	key     string
	value   *float64
	low, up float64
	usage   string
}

// numbers returns the numeric keys of a player text.
func (c *Config) numbers() []number {
	return []number{
		{"cpuct", &c.cpuct, 0, 100, "weight of exploration against value; PUCT takes 2/n of it with n seats"},
		{"temperature", &c.temperature, 0.001, 1000, "temperature of priors from move-ordering scores, in logits"},
		{"spread", &c.spread, 0, 1, "share of the priors that all children share equally"},
		{"decline", &c.decline, -100, 100,
			"bonus of declining, in priors from move-ordering scores, in logits"},
		{"flatten", &c.flatten, 0.01, 100, "divisor of the evaluation, in logits"},
		{"tail", &c.tail, 0, 0.9,
			"share of a flatter curve of expected results where a game is nearly decided, with two seats"},
		{"fpu", &c.fpu, -1, 1, "first-play urgency: how far below the mean a child without visits is valued"},
		{"later", &c.later, 0, 0.9, "share of the simulations reserved for the later steps of a turn"},
		{"lcb", &c.lcb, 0, 100, "choose by the lower confidence bound, mean - lcb / sqrt(visits); 0 for most visits"},
	}
}

// check returns an error if a field is out of range.
func (c *Config) check() error {
	counts := []number{ // the keys that take whole numbers
		{"memory", new(float64(c.memory)), 1, 1 << 16, ""}, {"multipv", new(float64(c.multiPV)), 1, 256, ""},
		{"turns", new(float64(c.turns)), 0, 1e9, ""},
		{"threads", new(float64(c.threads)), 1, maxThreads, ""},
	}
	for _, n := range append(counts, c.numbers()...) {
		if !(*n.value >= n.low && *n.value <= n.up) { // also true for NaN
			return fmt.Errorf("%s=%v: must be from %v to %v", n.key, *n.value, n.low, n.up)
		}
	}
	for _, word := range []struct {
		key, value string
		allowed    []string
	}{
		{"select", c.selection, []string{puct, uct}},
		{"leaf", c.leaf, []string{leafEval, leafQuiescence, leafPlayout}},
	} {
		if !slices.Contains(word.allowed, word.value) {
			return fmt.Errorf("%s=%s: must be %s", word.key, word.value, strings.Join(word.allowed, " or "))
		}
	}
	return c.limits.Check()
}

// policy returns the policy for the priors, or nil for priors from move-ordering scores.
func (c *Config) policy(rules engine.Rules) (*eval.Policy, error) {
	switch {
	case eval.IsPolicyFile(c.priors):
		return eval.LoadPolicy(c.priors, rules)
	case c.selection != puct || c.priors == eval.OrderingScores:
		return nil, nil
	}
	return eval.DefaultPolicy(rules)
}

// Player is a player that decides by Monte Carlo tree search.
type Player struct {
	name   string
	config Config
	searcher
	helpers []*searcher // the searchers of the other threads, which simulate in the same tree

	start  string          // text of the first position of the game that the tree belongs to; empty without a game
	toRoot []engine.Step   // the steps from the start of that game to the root
	root   engine.Position // the position at the root of the tree
}

// New returns a player. Name is the player's full text, such as "mcts:nodes=1000".
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	p := &Player{name: name, config: config, root: rules.Start()}
	tree, proofs := newTree(config.memory), newProofs(rules.Seats())
	sharedCurve := &curve{unit: 100 * config.flatten}
	var searchers []*searcher // one for each thread
	for range config.threads {
		evaluator, err := eval.Load(config.weights, rules)
		if err != nil {
			return nil, err
		}
		s := &searcher{
			config: &p.config, evaluator: evaluator, random: engine.NewRandom(0),
			explore: config.cpuct / (float64(rules.Seats()) / 2),
			tree:    tree, proofs: proofs, curve: sharedCurve,
			quiet:    quiescence.New(rules, evaluator),
			quietAll: quiescence.NewVectorSearcher(rules, evaluator, config.flatten),
			position: rules.Start(), child: rules.Start(), trail: dfs.NewTrail(rules), shared: config.threads > 1,
			share: uint32(delayShare * (config.threads - 1)),
		}
		if s.policy, err = config.policy(rules); err != nil {
			return nil, err
		}
		searchers = append(searchers, s)
	}
	p.searcher, p.helpers = *searchers[0], searchers[1:]
	return p, nil
}

// Name implements [search.Player].
func (p *Player) Name() string { return p.name }

// Computes implements [search.Computing].
func (p *Player) Computes() {}

// NewGame clears the tree and seeds all randomness.
func (p *Player) NewGame(seed uint64) {
	p.random = engine.NewRandom(seed)
	for i, helper := range p.helpers {
		helper.random = engine.NewRandom(engine.DeriveSeed(seed, "thread", strconv.Itoa(i+1)))
	}
	p.start = ""
	p.tree.reset()
	p.proofs.reset()
}

// Decide decides a whole turn. The tree that the search for the first step has built is used for the later steps too.
func (p *Player) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	limits, err := search.LimitsOf("mcts", h, p.config.limits, limits)
	if err != nil {
		return search.Decision{}, err
	}
	if limits.Depth > 0 && limits.Nodes == 0 && limits.Time == 0 { // a tree search would ignore the only limit
		limits.Nodes = fallbackNodes
	}
	t := &thinking{Player: p, limits: limits, report: report, started: time.Now()}
	p.findRoot(h)
	p.setCurve()
	p.trail.Begin(h)
	return t.think(ctx, h.Position()), nil
}

// setCurve sets the curve that turns scores into expected results. If the game has two seats and is nearly decided at
// the root, this is the mixture described at [curve]. A new curve clears the tree, because values by different curves
// cannot be mixed. If the root is proven, setCurve does nothing.
func (p *Player) setCurve() {
	if p.proofs.of(p.tree.nodes[0].proof()).settles(p.root.Seat()) {
		return
	}
	oldShare, threshold := p.curve.share, nearlyDecided
	if oldShare > 0 {
		threshold = openAgain
	}
	p.curve.share = 0 // the logistic function alone decides whether to use the mixture
	canBend := p.config.tail > 0 && p.proofs.seats == 2 && p.config.leaf != leafPlayout
	if canBend {
		value := 2*p.curve.expectation(p.staticScore(p.root)) - 1 // from -1 to 1
		if math.Abs(value) >= threshold {
			p.curve.share = p.config.tail
		}
	}
	if p.curve.share != oldShare {
		p.tree.reset()
	}
}

// findRoot makes the position of h the root. It keeps the tree below that position or, if the tree lacks the position,
// clears the tree.
func (p *Player) findRoot(h *engine.History) {
	start, steps := h.Start().String(), h.Steps()
	sameGame := p.start == start && len(steps) >= len(p.toRoot) && slices.Equal(p.toRoot, steps[:len(p.toRoot)])
	kept := p.config.reuse && sameGame && p.moveRoot(steps[len(p.toRoot):], h.Position().Seat())
	if !kept {
		p.tree.reset()
		p.curve.share = 0 // the previous curve matters only to values in the tree
	}
	p.start, p.toRoot = start, slices.Clone(steps)
	p.root.CopyFrom(h.Position())
}

// moveRoot makes the node after the given steps the root of the tree, and plays the steps on p.root. Seat is the seat
// to act there. If the tree does not contain the node, moveRoot returns false and does not change the tree; the caller
// then sets p.root.
func (p *Player) moveRoot(steps []engine.Step, seat engine.Seat) bool {
	// at is a node. Its values are for chooser, the seat that chose its step or, at the root, the seat to act.
	at, chooser := index(0), p.root.Seat()
	for _, step := range steps {
		child, found := p.tree.child(at, step)
		if !found {
			return false
		}
		at, chooser = child, p.root.Seat()
		p.root.Play(step)
	}
	p.tree.keep(at)
	if chooser != seat {
		p.tree.reseat(p.proofs.seats)
	}
	return true
}
