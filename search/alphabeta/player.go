// Package alphabeta has a player for two-seat games that searches steps by alpha-beta.
//
// Turns of these games consist of steps, so two steps in a row may belong to the same seat. Every score is for the seat
// to act in its position. A score is negated only where the seat changes (see dfs.Tree.Value). Depth counts steps.
//
// The search has the usual parts of a chess engine. Each part is an option of [Config], so that matches can measure how
// much it gains:
//
//   - iterative deepening with principal variation search (Marsland and Campbell, Parallel Search of Strongly Ordered
//     Game Trees, 1982) and aspiration windows;
//   - a transposition table (package dfs). Its entries replace searches only off the principal variation, so that
//     variations and turns are always complete;
//   - order of steps: the table's step, the game's move-ordering scores (captures first), killers and history. In games
//     with a policy learned from games (eval.Policy), the policy's predictions count too, except near the leaves;
//   - late move reduction, which is larger for steps that the policy considers less likely;
//   - late move pruning and futility pruning at low depth. Late move pruning and reduction are stronger for optional
//     steps at the end of a turn;
//   - quiescence search over the game's noisy steps.
//
// With threads above 1 several searchers share the table (lazy SMP). A node limit then applies to the sum of their
// nodes, which can exceed the limit by about a sixteenth. Decisions are not reproducible, but proofs are still sound.
//
// With sound=true all unsound parts are off, and a score beyond search.Proven is a proof.
package alphabeta

import (
	"flag"
	"fmt"

	"pillars/engine"
	"pillars/eval"
	"pillars/search/dfs"
)

// Config is the configuration of an alpha-beta player.
type Config struct {
	dfs.Settings
	Threads int    // number of threads; with more than one decisions are not reproducible
	Sound   bool   // whether all unsound parts are off, so that decided scores are proofs
	margins string // thresholds of reduction and pruning: "narrow" or "wide"
	policy  bool   // whether to order and reduce steps by the learned policy, if the game has one
}

// DefaultConfig returns a configuration with all parts of the search on and without limits.
func DefaultConfig() Config {
	return Config{Settings: dfs.DefaultSettings(), Threads: 1, margins: narrowMargins, policy: true}
}

// BaseConfig returns the plain configuration against which the parts of the search are measured: alpha-beta with
// iterative deepening, the transposition table and the game's move-ordering scores, with the hand-made weights.
func BaseConfig() Config {
	return Config{
		Settings: dfs.Settings{Weights: eval.HandMade, Table: 16, MultiPV: 1}, Threads: 1, margins: narrowMargins,
	}
}

const maxThreads = 256

// Bind defines flags for the fields. The names of the flags are the keys of player texts.
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

// Check returns an error if Threads or margins is invalid.
func (c *Config) Check() error {
	switch {
	case c.Threads < 1 || c.Threads > maxThreads:
		return fmt.Errorf("alphabeta: threads=%d: must be from 1 to %d", c.Threads, maxThreads)
	case c.margins != narrowMargins && c.margins != wideMargins:
		return fmt.Errorf("alphabeta: margins=%s: must be %s or %s", c.margins, narrowMargins, wideMargins)
	}
	return nil
}

// New returns a player for a two-seat game. Name is the player's full text.
func New(name string, rules engine.Rules, config Config) (*dfs.Player, error) {
	if rules.Seats() != 2 {
		return nil, fmt.Errorf("alphabeta plays two-seat games; %s has %d seats", rules.Game().Title(), rules.Seats())
	}
	if err := config.Check(); err != nil {
		return nil, err
	}
	if config.Sound {
		config.Reduction, config.Pruning, config.Quiescence = false, false, false
	}
	thread := func(evaluator eval.Evaluator, table *dfs.Table) (*dfs.Tree, error) {
		var policy *eval.Policy
		var err error
		if config.policy {
			policy, err = eval.OrderingPolicy(rules)
		}
		return &newSearcher(&config, rules, evaluator, policy, table).Tree, err
	}
	const storeEvaluations = true
	return dfs.NewPlayer("alphabeta", name, rules, &config.Settings, config.Threads, storeEvaluations, thread)
}
