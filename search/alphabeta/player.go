// Package alphabeta holds a player for two-seat games that searches steps by alpha-beta.
//
// Turns of these games consist of steps, so two steps in a row may belong to the same seat. Every score is for the seat
// to act in its position; it is negated only where the seat changes (see kit.Tree.Value). Depth counts steps.
//
// The search has the usual parts of a chess engine, each an option of [Config], so that a match can measure its worth:
//
//   - iterative deepening with principal variation search (Marsland and Campbell, Parallel Search of Strongly Ordered
//     Game Trees, 1982) and aspiration windows;
//   - a transposition table (package kit), with cut-offs only off the principal variation, so that variations and turns
//     are always complete;
//   - order of steps: the table's step, the game's move-ordering scores (captures first), killers, history, and away
//     from the leaves the predictions of a policy learned from games (eval.Policy), in games that have one;
//   - late move reduction, larger for steps that the policy considers less likely, and at low depth late move pruning
//     and futility pruning; optional steps at the end of a turn are reduced and pruned most, except declining;
//   - quiescence search over the game's noisy steps. In the middle of a turn it declines if it can.
//
// With threads above 1 several searchers share the table (lazy SMP). A limit of nodes then applies to all together, to
// within about a sixteenth, and decisions are not reproducible; proofs are as sound as with one thread.
//
// With sound=true everything unsound is off, and a score beyond search.Proven is a proof.
package alphabeta

import (
	"flag"
	"fmt"

	"pillars/engine"
	"pillars/eval"
	"pillars/search/kit"
)

// Config is the configuration of an alpha-beta player.
type Config struct {
	kit.Settings
	Threads int    // number of threads; with more than one decisions are not reproducible
	Sound   bool   // whether to leave out everything unsound
	margins string // thresholds of reduction and pruning, narrow or wide
	policy  bool   // whether to order and reduce steps by the learned policy, if the game has one
}

// DefaultConfig returns a configuration with every idea on and without limits.
func DefaultConfig() Config {
	return Config{Settings: kit.DefaultSettings(), Threads: 1, margins: narrowMargins, policy: true}
}

// BaseConfig returns the plain configuration that ideas are measured against: alpha-beta with iterative deepening, the
// transposition table and the game's move-ordering scores, on the weights set by hand.
func BaseConfig() Config {
	return Config{
		Settings: kit.Settings{Weights: eval.HandMade, Table: 16, MultiPV: 1}, Threads: 1, margins: narrowMargins,
	}
}

const maxThreads = 256

// Bind defines flags for the fields. Their names are the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags, "")
	flags.Lookup("window").Usage += " and aspiration windows"
	flags.IntVar(&c.Threads, "threads", c.Threads, "threads to search with; only with 1 are decisions reproducible")
	flags.BoolVar(&c.Sound, "sound", c.Sound, "leave out everything unsound, so that decided scores are proofs")
	flags.StringVar(&c.margins, "margins", c.margins,
		"margins of reduction and pruning: narrow, or wide as before there were networks")
	flags.BoolVar(&c.policy, "policy", c.policy,
		"order and reduce steps by the learned policy, if the game has one")
}

// Check returns an error for invalid values of the fields that only alpha-beta has.
func (c *Config) Check() error {
	switch {
	case c.Threads < 1 || c.Threads > maxThreads:
		return fmt.Errorf("alphabeta: threads=%d: must be from 1 to %d", c.Threads, maxThreads)
	case c.margins != narrowMargins && c.margins != wideMargins:
		return fmt.Errorf("alphabeta: margins=%s: must be %s or %s", c.margins, narrowMargins, wideMargins)
	}
	return nil
}

// New returns a player for a two-seat game. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*kit.Player, error) {
	if rules.Seats() != 2 {
		return nil, fmt.Errorf("alphabeta plays two-seat games; %s has %d seats", rules.Game().Title(), rules.Seats())
	}
	if err := config.Check(); err != nil {
		return nil, err
	}
	if config.Sound {
		config.Reduction, config.Pruning, config.Quiescence = false, false, false
	}
	thread := func(evaluator eval.Evaluator, table *kit.Table) (*kit.Tree, error) {
		var policy *eval.Policy
		var err error
		if config.policy {
			policy, err = eval.OrderingPolicy(rules)
		}
		return &newSearcher(&config, rules, evaluator, policy, table).Tree, err
	}
	return kit.NewPlayer("alphabeta", name, rules, &config.Settings, config.Threads, true, thread)
}
