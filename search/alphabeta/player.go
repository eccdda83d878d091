// Package alphabeta holds a player for two-seat games that searches steps by alpha-beta.
//
// A turn of these games is made of steps, so two steps in a row may belong to the same seat. Every score is for the
// seat to act in its position; on the way up it is negated only where the seat changes (see kit.Tree.Value). Depth
// counts steps.
//
// Around that core stand the usual parts of a chess engine, each an option of [Config] with the plain way as its base,
// so that a match can say what it is worth:
//
//   - iterative deepening with principal variation search (Marsland and Campbell, Parallel Search of Strongly Ordered
//     Game Trees, 1982) and aspiration windows;
//   - a transposition table (package kit), with cut-offs only away from the principal variation, so that variation and
//     turn are always whole;
//   - order of steps: the table's step, the game's move-ordering scores (captures first), killers, history, and away
//     from the leaves what a policy learned from games foretells (eval.Policy), in games that have one;
//   - late move reduction, the more the less likely the policy thinks a step, and at low depth late move pruning and
//     futility pruning; most of all of the optional steps that end a turn, after the one that declines;
//   - quiescence over the steps that the game calls noisy. In the middle of a turn it declines what it may.
//
// With threads above 1 several searchers share the table (lazy SMP). A limit by nodes then holds for all together, to
// about a sixteenth, and a decision is not the same every time; proofs are as sound as with one.
//
// With sound=true everything unsound is off: then a score beyond search.Proven is a proof.
package alphabeta

import (
	"flag"
	"fmt"

	"pillars/engine"
	"pillars/eval"
	"pillars/search/kit"
)

// Config is what an alpha-beta player can be told.
type Config struct {
	kit.Settings
	Threads int    // that search at once; with more than one a decision is not the same every time
	Sound   bool   // leave out everything unsound
	margins string // of reduction and pruning, narrow or wide
	policy  bool   // order and reduction by what was learned from games, where the game has a policy
}

// DefaultConfig has every idea on and no limits.
func DefaultConfig() Config {
	return Config{Settings: kit.DefaultSettings(), Threads: 1, margins: narrowMargins, policy: true}
}

// BaseConfig is the plain base that the ideas are measured against: alpha-beta with iterative deepening, the table and
// the game's move-ordering scores, on the weights set by hand.
func BaseConfig() Config {
	return Config{
		Settings: kit.Settings{Weights: eval.HandMade, Table: 16, MultiPV: 1}, Threads: 1, margins: narrowMargins,
	}
}

const maxThreads = 256

// Bind makes flags of the fields, which give the keys of player texts.
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

// Check refuses impossible values of what only alpha-beta has.
func (c *Config) Check() error {
	switch {
	case c.Threads < 1 || c.Threads > maxThreads:
		return fmt.Errorf("alphabeta: threads=%d: must be from 1 to %d", c.Threads, maxThreads)
	case c.margins != narrowMargins && c.margins != wideMargins:
		return fmt.Errorf("alphabeta: margins=%s: must be %s or %s", c.margins, narrowMargins, wideMargins)
	}
	return nil
}

// New makes a player for a two-seat game. Name is its full text.
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
