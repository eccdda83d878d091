package mcts

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// Config is what a tree search can be told. A node, for its limit, is a simulation.
type Config struct {
	Limits      search.Limits
	Weights     string  // file of evaluation weights; empty for the built-in ones
	Memory      int     // bound of the tree in MiB
	Lines       int     // how many best lines to report
	Threads     int     // that simulate at once; with more than one a decision is not the same every time
	Select      string  // "puct" or "uct"
	Leaf        string  // "eval", "quiescence" or "playout"
	Explore     float64 // weight of exploration
	Priors      string  // "learned" where the game has a policy, else "ordering"
	Temperature float64 // of priors from hints, in logits
	Spread      float64 // share of the priors that all children have alike
	Decline     float64 // what declining a step gains in priors from hints, in logits
	Flatten     float64 // what the evaluation's logits are divided by
	Implicit    float64 // share of the minimax value in a child's worth
	Unvisited   float64 // how much less than the parent's mean a child without visits is worth
	Later       float64 // share of the simulations kept for the later steps of a turn
	Caution     float64 // how uncertain a mean of one visit is, for the choice of the step to play; 0 for the most visited step
	Solver      bool    // pass proven results up
	Reuse       bool    // keep the tree between turns
	Turns       int     // length of a playout before the evaluation ends it; 0 for the end of the game
}

// DefaultConfig is the tree search with evaluation at the leaves.
func DefaultConfig() Config {
	return Config{Memory: 256, Lines: 1, Threads: 1, Select: puct, Leaf: leafQuiet, Explore: 0.8, Priors: priorsLearned, Temperature: 0.4, Spread: 0.1,
		Decline: 0.5, Flatten: 2, Unvisited: 0.05, Later: 0.25, Caution: 0.5, Solver: true, Reuse: true}
}

// PlainConfig is UCT with random playouts.
func PlainConfig() Config {
	return Config{Memory: 64, Lines: 1, Threads: 1, Select: uct, Leaf: leafPlayout, Explore: 0.7, Priors: priorsHints, Temperature: 1, Flatten: 1,
		Later: 0.25}
}

// BaseConfig is the plain base that the ideas are measured against: UCT with the evaluation at the leaves, on the weights set by hand.
func BaseConfig() Config {
	config := PlainConfig()
	config.Weights, config.Memory, config.Leaf = eval.HandMade, DefaultConfig().Memory, leafEval
	return config
}

// The ways of selection, of priors and of valuing a leaf.
const (
	puct = "puct"
	uct  = "uct"

	priorsLearned = "learned"
	priorsHints   = "ordering"

	leafEval    = "eval"
	leafQuiet   = "quiescence"
	leafPlayout = "playout"
)

// Bind makes flags of the fields, which give the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &c.Limits)
	flags.StringVar(&c.Weights, "weights", c.Weights, "file of evaluation weights, or hand for those set by hand")
	flags.IntVar(&c.Memory, "memory", c.Memory, "bound of the tree in MiB")
	flags.IntVar(&c.Lines, "multipv", c.Lines, "best lines to report")
	flags.IntVar(&c.Threads, "threads", c.Threads, "threads to search with; only one decides the same every time")
	flags.StringVar(&c.Select, "select", c.Select, "rule of selection: puct or uct")
	flags.StringVar(&c.Leaf, "leaf", c.Leaf, "what values a leaf: eval, quiescence (after noisy steps) or playout")
	flags.Float64Var(&c.Explore, "cpuct", c.Explore, "PUCT constant: the weight of exploration against value")
	flags.StringVar(&c.Priors, "priors", c.Priors, "where priors come from: learned (ordering in games without a policy) or ordering")
	flags.Float64Var(&c.Temperature, "temperature", c.Temperature, "temperature of priors from move-ordering scores, in logits")
	flags.Float64Var(&c.Spread, "spread", c.Spread, "share of the priors that all children have alike")
	flags.Float64Var(&c.Decline, "decline", c.Decline, "what declining a step gains in priors from move-ordering scores, in logits")
	flags.Float64Var(&c.Flatten, "flatten", c.Flatten, "what the evaluation's logits are divided by")
	flags.Float64Var(&c.Implicit, "implicit", c.Implicit, "share of the minimax of the evaluations in a child's worth")
	flags.Float64Var(&c.Unvisited, "fpu", c.Unvisited, "first-play urgency: how much less than the mean a child without visits is worth")
	flags.Float64Var(&c.Later, "later", c.Later, "share of the simulations kept for the later steps of a turn")
	flags.Float64Var(&c.Caution, "lcb", c.Caution, "play the step with the best lower confidence bound, mean less lcb / sqrt(visits); 0 for the most visited")
	flags.BoolVar(&c.Solver, "solver", c.Solver, "pass proven results up the tree")
	flags.BoolVar(&c.Reuse, "reuse", c.Reuse, "keep the tree between turns")
	flags.IntVar(&c.Turns, "turns", c.Turns, "turns of a playout before the evaluation ends it; 0 for the whole game")
}

// check refuses values that are impossible, in a game of so many seats.
func (c *Config) check(seats int) error {
	if err := c.Limits.Check(); err != nil {
		return err
	}
	ranges := []struct {
		key            string
		value, low, up float64
	}{
		{"memory", float64(c.Memory), 1, 1 << 16},
		{"multipv", float64(c.Lines), 1, 256},
		{"threads", float64(c.Threads), 1, maxThreads},
		{"cpuct", c.Explore, 0, 100},
		{"temperature", c.Temperature, 0.001, 1000},
		{"spread", c.Spread, 0, 1},
		{"decline", c.Decline, -100, 100},
		{"flatten", c.Flatten, 0.01, 100},
		{"implicit", c.Implicit, 0, 1},
		{"fpu", c.Unvisited, -1, 1},
		{"later", c.Later, 0, 0.9},
		{"lcb", c.Caution, 0, 100},
		{"turns", float64(c.Turns), 0, 1e9},
	}
	for _, r := range ranges {
		if !(r.value >= r.low && r.value <= r.up) {
			return fmt.Errorf("%s=%v: must be from %v to %v", r.key, r.value, r.low, r.up)
		}
	}
	if seats > 2 && c.Implicit > 0 {
		return fmt.Errorf("implicit=%v: must be 0 in a game of %d seats; minimax values are for two", c.Implicit, seats)
	}
	if err := oneOf("select", c.Select, puct, uct); err != nil {
		return err
	}
	if err := oneOf("priors", c.Priors, priorsLearned, priorsHints); err != nil {
		return err
	}
	return oneOf("leaf", c.Leaf, leafEval, leafQuiet, leafPlayout)
}

func oneOf(key, value string, allowed ...string) error {
	if !slices.Contains(allowed, value) {
		return fmt.Errorf("%s=%s: must be %s", key, value, strings.Join(allowed, " or "))
	}
	return nil
}

// policy is what priors are learned from, or nil for priors from hints.
func (c *Config) policy(rules engine.Rules) (*eval.Policy, error) {
	if c.Priors != priorsLearned || c.Select != puct {
		return nil, nil
	}
	return eval.DefaultPolicy(rules)
}
