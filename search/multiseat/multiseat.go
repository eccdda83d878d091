// Package multiseat has a player for games of two to four seats that searches steps depth first.
//
// With more than two seats a position has no single value. The mode ([Config].Mode) says what the player assumes about
// its opponents:
//
//   - paranoid: all opponents play against the player. Every position has one score, for the player, and alpha-beta
//     applies. A win is a proof, since it holds against all play of the opponents (Sturtevant and Korf, On Pruning
//     Techniques for Multi-Player Games, 2000).
//   - brs: between two turns of the player only one opponent chooses its turn, the one with the best reply. The tree is
//     as small as in a game of two, so the search looks much farther ahead (Schadd and Winands, Best Reply Search for
//     Multiplayer Games, 2011). The other opponents cannot pass in these games. They play the steps with the best
//     move-ordering scores (Esser, Gras, Winands, Schadd and Lanctot, Improving Best-Reply Search, 2013).
//
// The search works on steps: a turn may have several steps, seats may drop out, and the seats need not act in rotation.
package multiseat

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search/dfs"
)

// The modes; see the package comment. Auto selects a mode by the number of seats.
const (
	bestReply = "brs"
	Paranoid  = "paranoid"
	auto      = "auto"
)

// modes lists all modes except auto.
var modes = []string{bestReply, Paranoid}

// Config is the configuration of the player.
type Config struct {
	dfs.Settings
	Mode string // one of modes, or auto
}

// modeFor returns the configured mode. For auto it returns the mode that did best in games of Pit with the given number
// of seats at equal nodes. With up to three seats that is paranoid, which also proves wins. With four seats, paranoid
// search sees no hope against three allied opponents, and best-reply search did better.
func (c *Config) modeFor(seats int) string {
	switch {
	case c.Mode != auto:
		return c.Mode
	case seats > 3:
		return bestReply
	}
	return Paranoid
}

// DefaultConfig returns a configuration with mode auto, all parts of the search on, and no limits.
func DefaultConfig() Config { return Config{Settings: dfs.DefaultSettings(), Mode: auto} }

// Bind defines flags for the fields. The names of the flags are the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags)
	flags.StringVar(&c.Mode, "mode", c.Mode,
		"what the other seats are assumed to want: "+strings.Join(modes, ", ")+
			"; auto is brs with four seats, else paranoid")
}

// New returns a player. Name is the player's full text.
func New(name string, rules engine.Rules, config Config) (*dfs.Player, error) {
	if config.Mode != auto && !slices.Contains(modes, config.Mode) {
		return nil, fmt.Errorf("multiseat: mode=%s: must be auto or one of %s", config.Mode, strings.Join(modes, ", "))
	}
	newTree := func(evaluator eval.Evaluator, table *dfs.Table) (*dfs.Tree, error) {
		return &newSearcher(&config, rules, evaluator, table).Tree, nil
	}
	const threads, storeEvaluations = 1, false
	return dfs.NewPlayer("multiseat", name, rules, &config.Settings, threads, storeEvaluations, newTree)
}
