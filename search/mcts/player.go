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
	Limits      search.Limits
	Weights     string  // file of evaluation weights; empty for the built-in ones
	Memory      int     // bound of the tree in MiB
	MultiPV     int     // how many best lines to report
	Threads     int     // that simulate at once; with more than one a decision is not the same every time
	Select      string  // "puct" or "uct"
	Leaf        string  // "eval", "quiescence" or "playout"
	CPUCT       float64 // PUCT constant, also of UCT
	Priors      string  // "learned" where the game has a policy, else "ordering"
	Temperature float64 // of priors from move-ordering scores, in logits
	Spread      float64 // share of the priors that all children have alike
	Decline     float64 // what declining a step gains in priors from move-ordering scores, in logits
	Flatten     float64 // what the evaluation's logits are divided by
	Implicit    float64 // share of the minimax value in a child's worth
	FPU         float64 // first-play urgency: how much less than the parent's mean a child without visits is worth
	Later       float64 // share of the simulations kept for the later steps of a turn
	LCB         float64 // of the lower confidence bound: the margin of a mean of one visit; 0 for the most visited step
	Solver      bool    // pass proven results up
	Reuse       bool    // keep the tree between turns
	Turns       int     // length of a playout before the evaluation ends it; 0 for the end of the game
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
		Memory: 256, MultiPV: 1, Threads: 1, Select: puct, Leaf: leafQuiescence, CPUCT: 0.8, Priors: priorsLearned,
		Temperature: 0.4, Spread: 0.1, Decline: 0.5, Flatten: 2, FPU: 0.05, Later: 0.25, LCB: 0.5,
		Solver: true, Reuse: true,
	}
}

// PlainConfig is UCT with random playouts.
func PlainConfig() Config {
	return Config{
		Memory: 64, MultiPV: 1, Threads: 1, Select: uct, Leaf: leafPlayout, CPUCT: 0.7, Priors: priorsOrdering,
		Temperature: 1, Flatten: 1, Later: 0.25,
	}
}

// BaseConfig is the plain base that the ideas are measured against: UCT with the evaluation at the leaves, on the
// weights set by hand.
func BaseConfig() Config {
	config := PlainConfig()
	config.Weights, config.Memory, config.Leaf = eval.HandMade, DefaultConfig().Memory, leafEval
	return config
}

// Bind makes flags of the fields, which give the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &c.Limits)
	flags.StringVar(&c.Weights, "weights", c.Weights, "file of evaluation weights, or hand for those set by hand")
	flags.IntVar(&c.Memory, "memory", c.Memory, "bound of the tree in MiB")
	flags.IntVar(&c.MultiPV, "multipv", c.MultiPV, "best lines to report")
	flags.IntVar(&c.Threads, "threads", c.Threads, "threads to search with; only one decides the same every time")
	flags.StringVar(&c.Select, "select", c.Select, "rule of selection: puct or uct")
	flags.StringVar(&c.Leaf, "leaf", c.Leaf, "what values a leaf: eval, quiescence (after noisy steps) or playout")
	flags.StringVar(&c.Priors, "priors", c.Priors,
		"where priors come from: learned (ordering in games without a policy) or ordering")
	for _, number := range []struct {
		value       *float64
		name, usage string
	}{
		{&c.CPUCT, "cpuct", "PUCT constant: the weight of exploration against value"},
		{&c.Temperature, "temperature", "temperature of priors from move-ordering scores, in logits"},
		{&c.Spread, "spread", "share of the priors that all children have alike"},
		{&c.Decline, "decline", "what declining a step gains in priors from move-ordering scores, in logits"},
		{&c.Flatten, "flatten", "what the evaluation's logits are divided by"},
		{&c.Implicit, "implicit", "share of the minimax of the evaluations in a child's worth"},
		{&c.FPU, "fpu", "first-play urgency: how much less than the mean a child without visits is worth"},
		{&c.Later, "later", "share of the simulations kept for the later steps of a turn"},
		{&c.LCB, "lcb", "play by the lower confidence bound, mean less lcb / sqrt(visits); 0 for most visits"},
	} {
		flags.Float64Var(number.value, number.name, *number.value, number.usage)
	}
	flags.BoolVar(&c.Solver, "solver", c.Solver, "pass proven results up the tree")
	flags.BoolVar(&c.Reuse, "reuse", c.Reuse, "keep the tree between turns")
	flags.IntVar(&c.Turns, "turns", c.Turns, "turns of a playout before the evaluation ends it; 0 for the whole game")
}

func (c *Config) check(seats int) error {
	for _, r := range []struct {
		key            string
		value, low, up float64
	}{
		{"memory", float64(c.Memory), 1, 1 << 16},
		{"multipv", float64(c.MultiPV), 1, 256},
		{"threads", float64(c.Threads), 1, maxThreads},
		{"cpuct", c.CPUCT, 0, 100},
		{"temperature", c.Temperature, 0.001, 1000},
		{"spread", c.Spread, 0, 1},
		{"decline", c.Decline, -100, 100},
		{"flatten", c.Flatten, 0.01, 100},
		{"implicit", c.Implicit, 0, 1},
		{"fpu", c.FPU, -1, 1},
		{"later", c.Later, 0, 0.9},
		{"lcb", c.LCB, 0, 100},
		{"turns", float64(c.Turns), 0, 1e9},
	} {
		if !(r.value >= r.low && r.value <= r.up) {
			return fmt.Errorf("%s=%v: must be from %v to %v", r.key, r.value, r.low, r.up)
		}
	}
	for _, w := range []struct {
		key, value string
		allowed    []string
	}{
		{"select", c.Select, []string{puct, uct}},
		{"priors", c.Priors, []string{priorsLearned, priorsOrdering}},
		{"leaf", c.Leaf, []string{leafEval, leafQuiescence, leafPlayout}},
	} {
		if !slices.Contains(w.allowed, w.value) {
			return fmt.Errorf("%s=%s: must be %s", w.key, w.value, strings.Join(w.allowed, " or "))
		}
	}
	if seats > 2 && c.Implicit > 0 {
		return fmt.Errorf("implicit=%v: must be 0 in a game of %d seats; minimax values are for two", c.Implicit, seats)
	}
	return c.Limits.Check()
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
	limits, err := kit.LimitsOf("mcts", h, p.config.Limits, limits)
	if err != nil {
		return search.Decision{}, err
	}
	t := newThinking(ctx, p, limits, report)
	p.findRoot(h)
	p.trail.Begin(h)
	return t.think(h.Position()), nil
}

// findRoot makes the node of the current position the root, if the tree has it.
func (p *Player) findRoot(h *engine.History) {
	start, steps := h.Start().String(), h.Steps()
	found := p.config.Reuse && p.start == start && len(steps) >= len(p.since) &&
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
