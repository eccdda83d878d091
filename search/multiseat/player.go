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

// The modes: what the others are taken to want.
const (
	bestReply = "brs"
	Paranoid  = "paranoid"
	maxN      = "maxn"
)

// auto stands for the mode that bestMode says.
const auto = "auto"

// modes are all modes, without auto.
func modes() []string { return []string{bestReply, Paranoid, maxN} }

// Config is what the player can be told. In mode maxn there is no window, reduction, pruning or quiescence.
type Config struct {
	kit.Settings
	Mode string // one of modes, or auto
}

// bestMode is the mode that did best in games of Pit with so many seats at equal nodes. With three seats paranoid was
// ahead, and it proves wins. With four it is too timid: three opponents who all play against one player leave it
// nothing to hope for, and best-reply search did better against opponents who mind their own business.
func bestMode(seats int) string {
	if seats > 3 {
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
		"what the others are taken to want: "+strings.Join(modes(),
			", ")+"; auto is brs with four seats, else paranoid")
}

// Player is a depth-first player for any number of seats.
type Player struct {
	name     string
	config   Config
	noise    *eval.Noise
	searcher *searcher
}

// New makes a player. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	if config.Mode != auto && !slices.Contains(modes(), config.Mode) {
		return nil, fmt.Errorf("multiseat: mode=%s: must be %s or one of %s", config.Mode, auto,
			strings.Join(modes(), ", "))
	}
	if err := config.Check(rules); err != nil {
		return nil, fmt.Errorf("multiseat: %w", err)
	}
	evaluator, err := eval.Load(config.Weights, rules)
	if err != nil {
		return nil, err
	}
	if config.Mode == auto {
		config.Mode = bestMode(rules.Seats())
	}
	p := &Player{name: name, config: config, noise: eval.NewNoise(config.Noise)}
	p.searcher = newSearcher(&p.config, rules, p.noise.Over(evaluator))
	return p, nil
}

// Name is the player's full text.
func (p *Player) Name() string { return p.name }

// NewGame forgets the last game. Nothing here is random but the noise.
func (p *Player) NewGame(seed uint64) {
	p.noise.Seed(seed)
	p.searcher.Table.Clear()
	p.searcher.Order.Forget()
}

// Decide deepens step by step until a limit is reached or deeper searches cannot change the decision.
func (p *Player) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	limits, err := kit.LimitsOf("multiseat", h, p.config.Limits, limits)
	if err != nil {
		return search.Decision{}, err
	}
	s := p.searcher
	s.begin(ctx, h, limits, report)
	best := s.Deepen(s.searchRoot)
	return search.Decision{Steps: kit.TurnOf(h.Position(), best.Principal), Info: best}, nil
}
