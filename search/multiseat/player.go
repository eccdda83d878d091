// Package multiseat holds a player for games of two to four seats that searches steps depth first.
//
// With more than two seats a game has no single value to search for; what a player takes the others to want is its mode
// ([Config].Mode):
//
//   - paranoid: all others play against it. Every position has one score, for the seat that searches, and alpha-beta
//     applies; wins are proofs, since they hold against every play of the others (Sturtevant and Korf, On Pruning
//     Techniques for Multi-Player Games, 2000).
//   - brs: between two turns of the player only one opponent, whichever has the best one, replies; the tree is that of
//     two players and the look ahead much longer (Schadd and Winands, Best Reply Search for Multiplayer Games, 2011).
//     Since these games know no passing, the opponents who do not reply play the steps with the best move-ordering
//     scores (Esser, Gras, Winands, Schadd and Lanctot, Improving Best-Reply Search, 2013).
//   - maxn: each seat takes what is best for itself. Every position has a utility vector (Luckhardt and Irani, An
//     Algorithmic Solution of N-Person Games, 1986), and only shallow pruning applies (Korf, Multi-Player Alpha-Beta
//     Pruning, 1991).
//
// The unit is the step: a turn may have several, seats may drop out, and the seat to act need not rotate; a search only
// ever asks whose step it is. search.go searches what has one score (paranoid and brs), quiesce.go values its leaves
// and ends, maxn.go searches vectors; what they have in common with the search for two seats is package kit.
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

// The modes: what the others are taken to want.
const (
	bestReply = "brs"
	Paranoid  = "paranoid"
	maxN      = "maxn"
)

// auto stands for one of the modes; see modeFor.
const auto = "auto"

// modes are all modes, without auto.
var modes = []string{bestReply, Paranoid, maxN}

// Config is what the player can be told. In mode maxn there is no window, reduction, pruning or quiescence.
type Config struct {
	kit.Settings
	Mode string // one of modes, or auto
}

// modeFor stands for auto with the mode that did best in games of Pit with so many seats at equal nodes. With three
// seats paranoid was ahead, and it proves wins. With four it is too timid: three opponents who all play against one
// player leave it nothing to hope for, and best-reply search did better against opponents who mind their own business.
func (c *Config) modeFor(seats int) string {
	switch {
	case c.Mode != auto:
		return c.Mode
	case seats > 3:
		return bestReply
	}
	return Paranoid
}

// DefaultConfig has every idea on, the best mode for the seats, and no limits.
func DefaultConfig() Config { return Config{Settings: kit.DefaultSettings(), Mode: auto} }

// Bind makes flags of the fields, which give the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags, " (modes brs and paranoid)")
	flags.StringVar(&c.Mode, "mode", c.Mode,
		"what the other seats are assumed to want: "+strings.Join(modes, ", ")+
			"; auto is brs with four seats, else paranoid")
}

// New makes a player. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*kit.Player, error) {
	if config.Mode != auto && !slices.Contains(modes, config.Mode) {
		return nil, fmt.Errorf("multiseat: mode=%s: must be auto or one of %s", config.Mode, strings.Join(modes, ", "))
	}
	thread := func(evaluator eval.Evaluator, table *kit.Table) (*kit.Tree, error) {
		return &newSearcher(&config, rules, evaluator, table).Tree, nil
	}
	return kit.NewPlayer("multiseat", name, rules, &config.Settings, 1, false, thread)
}
