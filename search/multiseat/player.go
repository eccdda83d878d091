// Package multiseat holds a player for games of two to four seats that searches steps depth first.
//
// With more than two seats a game has no single value to search for. The mode ([Config].Mode) says what the player
// assumes of the others:
//
//   - paranoid: all others play against it. Every position has one score, for the seat that searches, and alpha-beta
//     applies; wins are proofs, since they hold against every play of the others (Sturtevant and Korf, On Pruning
//     Techniques for Multi-Player Games, 2000).
//   - brs: between two turns of the player only one opponent replies, the one with the best reply; the tree is as in a
//     game of two, so the search looks much farther ahead (Schadd and Winands, Best Reply Search for Multiplayer Games,
//     2011). Since these games have no passing, the other opponents play the steps with the best move-ordering scores
//     (Esser, Gras, Winands, Schadd and Lanctot, Improving Best-Reply Search, 2013).
//   - maxn: each seat plays for itself. Every position has a utility vector (Luckhardt and Irani, An Algorithmic
//     Solution of N-Person Games, 1986), and only shallow pruning applies (Korf, Multi-Player Alpha-Beta Pruning,
//     1991).
//
// The unit is the step: a turn may have several, seats may drop out, and the seat to act need not rotate. search.go has
// the modes with one score (paranoid and brs), and maxn.go searches vectors. What they share with the search for two
// seats is in package kit.
package multiseat

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search/kit"
)

// The modes: assumptions about the aims of the other seats.
const (
	bestReply = "brs"
	Paranoid  = "paranoid"
	maxN      = "maxn"
)

// auto selects one of the modes; see modeFor.
const auto = "auto"

// modes holds all modes other than auto.
var modes = []string{bestReply, Paranoid, maxN}

// Config is the configuration of the player. Mode maxn has no window, reduction, pruning or quiescence.
type Config struct {
	kit.Settings
	Mode string // one of modes, or auto
}

// modeFor replaces auto by the mode that did best in games of Pit with the given number of seats at equal nodes. With
// three seats paranoid was ahead, and it proves wins. With four it is too timid, since three opponents together leave
// one player no hope, and best-reply search did better against opponents who play for themselves.
func (c *Config) modeFor(seats int) string {
	switch {
	case c.Mode != auto:
		return c.Mode
	case seats > 3:
		return bestReply
	}
	return Paranoid
}

// DefaultConfig returns a configuration with every idea on, mode auto, and without limits.
func DefaultConfig() Config { return Config{Settings: kit.DefaultSettings(), Mode: auto} }

// Bind defines flags for the fields. Their names are the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags, " (modes brs and paranoid)")
	flags.StringVar(&c.Mode, "mode", c.Mode,
		"what the other seats are assumed to want: "+strings.Join(modes, ", ")+
			"; auto is brs with four seats, else paranoid")
}

// New returns a player. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*kit.Player, error) {
	if config.Mode != auto && !slices.Contains(modes, config.Mode) {
		return nil, fmt.Errorf("multiseat: mode=%s: must be auto or one of %s", config.Mode, strings.Join(modes, ", "))
	}
	thread := func(evaluator eval.Evaluator, table *kit.Table) (*kit.Tree, error) {
		return &newSearcher(&config, rules, evaluator, table).Tree, nil
	}
	return kit.NewPlayer("multiseat", name, rules, &config.Settings, 1, false, thread)
}
