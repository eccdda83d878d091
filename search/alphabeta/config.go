package alphabeta

import (
	"flag"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// Config is what an alpha-beta player can be told.
type Config struct {
	Limits  search.Limits
	Weights string // file of evaluation weights; empty for the built-in ones
	Table   int    // size of the transposition table in MiB
	Lines   int    // how many best lines to report
	Threads int    // that search at once; with more than one a decision is not the same every time
	Precise bool   // leave out everything unsound
	Noise   int    // standard deviation of the errors that the evaluation makes, in hundredths of a logit

	// Ideas, each of which can be switched off.
	Window     bool // principal variation search and aspiration windows
	Killers    bool
	History    bool
	Policy     bool // order and reduction by what was learned from games, where the game has a policy
	Reduction  bool // late steps searched with less depth
	Pruning    bool // late steps at low depth left out, futility, static cut-offs
	Quiescence bool
}

// DefaultConfig has every idea on and no limits.
func DefaultConfig() Config {
	return Config{
		Table: 16, Lines: 1, Threads: 1,
		Window: true, Killers: true, History: true, Policy: true, Reduction: true, Pruning: true, Quiescence: true,
	}
}

// BaseConfig is the plain base that the ideas are measured against: alpha-beta with iterative deepening, the table and the order of the game's hints, on
// the weights set by hand.
func BaseConfig() Config { return Config{Weights: eval.HandMade, Table: 16, Lines: 1, Threads: 1} }

// maxThreads bounds the threads of a player.
const maxThreads = 256

// Bind makes flags of the fields, which give the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &c.Limits)
	flags.StringVar(&c.Weights, "weights", c.Weights, "file of evaluation weights, or hand for those set by hand")
	flags.IntVar(&c.Table, "table", c.Table, "size of the transposition table in MiB")
	flags.IntVar(&c.Lines, "multipv", c.Lines, "best lines to report")
	flags.IntVar(&c.Threads, "threads", c.Threads, "threads to search with; only one decides the same every time")
	flags.BoolVar(&c.Precise, "sound", c.Precise, "leave out everything unsound, so that decided scores are proofs")
	flags.IntVar(&c.Noise, "noise", c.Noise, "errors of the evaluation on purpose: their standard deviation in hundredths of a logit")
	flags.BoolVar(&c.Window, "window", c.Window, "principal variation search and aspiration windows")
	flags.BoolVar(&c.Killers, "killers", c.Killers, "try steps first that refuted others on the same level")
	flags.BoolVar(&c.History, "history", c.History, "order steps by how often they refuted others")
	flags.BoolVar(&c.Policy, "policy", c.Policy, "order and reduce steps by what was learned from games, where the game has a policy")
	flags.BoolVar(&c.Reduction, "reduction", c.Reduction, "search late steps with less depth")
	flags.BoolVar(&c.Pruning, "pruning", c.Pruning, "leave out late and hopeless steps at low depth")
	flags.BoolVar(&c.Quiescence, "quiescence", c.Quiescence, "search forcing steps at the leaves")
}

// policy is what foretells steps, or nil if nothing does.
func (c *Config) policy(rules engine.Rules) (*eval.Policy, error) {
	if !c.Policy {
		return nil, nil
	}
	return eval.DefaultPolicy(rules)
}
