package mcts

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/kit"
)

// Config is what a tree search can be told. A node, for its limit, is a simulation.
type Config struct {
	limits      search.Limits
	weights     string  // file of evaluation weights; empty for the built-in ones
	memory      int     // bound of the tree in MiB
	multiPV     int     // how many best lines to report
	threads     int     // that simulate at once; with more than one a decision is not the same every time
	selection   string  // "puct" or "uct"
	leaf        string  // "eval", "quiescence" or "playout"
	cpuct       float64 // PUCT constant, also of UCT
	priors      string  // "learned" where the game has a policy, else "ordering"
	temperature float64 // of priors from move-ordering scores, in logits
	spread      float64 // share of the priors that all children have alike
	decline     float64 // what declining a step gains in priors from move-ordering scores, in logits
	flatten     float64 // what the evaluation's logits are divided by
	implicit    float64 // share of the minimax value in a child's worth
	fpu         float64 // first-play urgency: how much less than the parent's mean a child without visits is worth
	later       float64 // share of the simulations kept for the later steps of a turn
	lcb         float64 // of the lower confidence bound: the margin of a mean of one visit; 0 for the most visited step
	solver      bool    // pass proven results up
	reuse       bool    // keep the tree between turns
	turns       int     // length of a playout before the evaluation ends it; 0 for the end of the game
}

// The ways of selection, of priors and of valuing a leaf.
const (
	puct = "puct"
	uct  = "uct"

	priorsLearned  = "learned"
	priorsOrdering = "ordering"

	leafEval       = "eval"
	leafQuiescence = "quiescence"
	leafPlayout    = "playout"
)

// DefaultConfig is the tree search with evaluation at the leaves.
func DefaultConfig() Config {
	return Config{
		memory: 256, multiPV: 1, threads: 1, selection: puct, leaf: leafQuiescence, cpuct: 0.8, priors: priorsLearned,
		temperature: 0.4, spread: 0.1, decline: 0.5, flatten: 2, fpu: 0.05, later: 0.25, lcb: 0.5,
		solver: true, reuse: true,
	}
}

// PlainConfig is UCT with random playouts.
func PlainConfig() Config {
	return Config{
		memory: 64, multiPV: 1, threads: 1, selection: uct, leaf: leafPlayout, cpuct: 0.7, priors: priorsOrdering,
		temperature: 1, flatten: 1, later: 0.25,
	}
}

// BaseConfig is the plain base that the ideas are measured against: UCT with the evaluation at the leaves, on the
// weights set by hand.
func BaseConfig() Config {
	config := PlainConfig()
	config.weights, config.memory, config.leaf = eval.HandMade, DefaultConfig().memory, leafEval
	return config
}

// Bind makes flags of the fields, which give the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &c.limits)
	flags.StringVar(&c.weights, "weights", c.weights, "file of evaluation weights, or hand for those set by hand")
	flags.IntVar(&c.memory, "memory", c.memory, "bound of the tree in MiB")
	flags.IntVar(&c.multiPV, "multipv", c.multiPV, "best lines to report")
	flags.IntVar(&c.threads, "threads", c.threads, "threads to search with; only one decides the same every time")
	flags.StringVar(&c.selection, "select", c.selection, "rule of selection: puct or uct")
	flags.StringVar(&c.leaf, "leaf", c.leaf, "what values a leaf: eval, quiescence (after noisy steps) or playout")
	flags.StringVar(&c.priors, "priors", c.priors,
		"where priors come from: learned (ordering in games without a policy) or ordering")
	for _, number := range []struct {
		value       *float64
		name, usage string
	}{
		{&c.cpuct, "cpuct", "PUCT constant: the weight of exploration against value"},
		{&c.temperature, "temperature", "temperature of priors from move-ordering scores, in logits"},
		{&c.spread, "spread", "share of the priors that all children have alike"},
		{&c.decline, "decline", "what declining a step gains in priors from move-ordering scores, in logits"},
		{&c.flatten, "flatten", "what the evaluation's logits are divided by"},
		{&c.implicit, "implicit", "share of the minimax of the evaluations in a child's worth"},
		{&c.fpu, "fpu", "first-play urgency: how much less than the mean a child without visits is worth"},
		{&c.later, "later", "share of the simulations kept for the later steps of a turn"},
		{&c.lcb, "lcb", "play by the lower confidence bound, mean less lcb / sqrt(visits); 0 for most visits"},
	} {
		flags.Float64Var(number.value, number.name, *number.value, number.usage)
	}
	flags.BoolVar(&c.solver, "solver", c.solver, "pass proven results up the tree")
	flags.BoolVar(&c.reuse, "reuse", c.reuse, "keep the tree between turns")
	flags.IntVar(&c.turns, "turns", c.turns, "turns of a playout before the evaluation ends it; 0 for the whole game")
}

func (c *Config) check(seats int) error {
	for _, r := range []struct {
		key            string
		value, low, up float64
	}{
		{"memory", float64(c.memory), 1, 1 << 16},
		{"multipv", float64(c.multiPV), 1, 256},
		{"threads", float64(c.threads), 1, maxThreads},
		{"cpuct", c.cpuct, 0, 100},
		{"temperature", c.temperature, 0.001, 1000},
		{"spread", c.spread, 0, 1},
		{"decline", c.decline, -100, 100},
		{"flatten", c.flatten, 0.01, 100},
		{"implicit", c.implicit, 0, 1},
		{"fpu", c.fpu, -1, 1},
		{"later", c.later, 0, 0.9},
		{"lcb", c.lcb, 0, 100},
		{"turns", float64(c.turns), 0, 1e9},
	} {
		if !(r.value >= r.low && r.value <= r.up) {
			return fmt.Errorf("%s=%v: must be from %v to %v", r.key, r.value, r.low, r.up)
		}
	}
	for _, w := range []struct {
		key, value string
		allowed    []string
	}{
		{"select", c.selection, []string{puct, uct}},
		{"priors", c.priors, []string{priorsLearned, priorsOrdering}},
		{"leaf", c.leaf, []string{leafEval, leafQuiescence, leafPlayout}},
	} {
		if !slices.Contains(w.allowed, w.value) {
			return fmt.Errorf("%s=%s: must be %s", w.key, w.value, strings.Join(w.allowed, " or "))
		}
	}
	if seats > 2 && c.implicit > 0 {
		return fmt.Errorf("implicit=%v: must be 0 in a game of %d seats; minimax values are for two", c.implicit, seats)
	}
	return c.limits.Check()
}

// Player is a Monte Carlo tree search player.
type Player struct {
	name   string
	config Config
	searcher
	helpers []*searcher // simulate in the same tree on other threads

	start string        // text of the position the last game began with
	since []engine.Step // the steps of that game up to the root of the tree
	root  engine.Position
}

// New makes a player. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	if err := config.check(rules.Seats()); err != nil {
		return nil, err
	}
	p := &Player{name: name, config: config, root: rules.Start()}
	if err := p.makeSearchers(rules); err != nil {
		return nil, err
	}
	return p, nil
}

// Name is the player's full text.
func (p *Player) Name() string { return p.name }

// NewGame forgets the tree and sets the seed of the playouts.
func (p *Player) NewGame(seed uint64) {
	p.random = engine.NewRandom(seed)
	p.seedHelpers(seed)
	p.start = ""
	p.tree.reset()
	p.proofs.reset()
}

// Decide simulates until a limit is reached or the result is proven. What is left of the simulations after the first
// step goes to the later ones of the turn.
func (p *Player) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	limits, err := kit.LimitsOf("mcts", h, p.config.limits, limits)
	if err != nil {
		return search.Decision{}, err
	}
	t := newThinking(ctx, p, limits, report)
	p.findRoot(h)
	p.trail.Begin(h)
	return t.think(h.Position()), nil
}

func (p *Player) findRoot(h *engine.History) {
	start, steps := h.Start().String(), h.Steps()
	found := p.config.reuse && p.start == start && len(steps) >= len(p.since) &&
		slices.Equal(p.since, steps[:len(p.since)])
	at, chooser := index(0), p.root.Seat()
	if found {
		for _, step := range steps[len(p.since):] {
			if at, found = p.tree.child(at, step); !found {
				break
			}
			chooser = p.root.Seat()
			p.root.Play(step)
		}
	}
	if found {
		p.tree.keep(at)
		if chooser != h.Position().Seat() {
			p.tree.reseat(p.proofs.seats)
		}
	} else {
		p.tree.reset()
	}
	p.start, p.since = start, slices.Clone(steps)
	p.root.CopyFrom(h.Position())
}
