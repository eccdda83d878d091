// Package alphabeta holds a player for two-seat games that searches steps by alpha-beta.
//
// A turn of these games is made of steps, so two steps in a row may belong to the same seat. Every score is for the
// seat to act in its position; on the way up it is negated only where the seat changes (see searcher.child). Depth
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
	"context"
	"flag"
	"fmt"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/kit"
)

// Config is what an alpha-beta player can be told.
type Config struct {
	kit.Settings
	Threads int  // that search at once; with more than one a decision is not the same every time
	Sound   bool // leave out everything unsound
	policy  bool // order and reduction by what was learned from games, where the game has a policy
}

// DefaultConfig has every idea on and no limits.
func DefaultConfig() Config { return Config{Settings: kit.DefaultSettings(), Threads: 1, policy: true} }

// BaseConfig is the plain base that the ideas are measured against: alpha-beta with iterative deepening, the table and
// the game's move-ordering scores, on the weights set by hand.
func BaseConfig() Config {
	return Config{Settings: kit.Settings{Weights: eval.HandMade, Table: 16, MultiPV: 1}, Threads: 1}
}

const maxThreads = 256

// Bind makes flags of the fields, which give the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags, "")
	flags.Lookup("window").Usage += " and aspiration windows"
	flags.IntVar(&c.Threads, "threads", c.Threads, "threads to search with; only one decides the same every time")
	flags.BoolVar(&c.Sound, "sound", c.Sound, "leave out everything unsound, so that decided scores are proofs")
	flags.BoolVar(&c.policy, "policy", c.policy,
		"order and reduce steps by what was learned from games, where the game has a policy")
}

// Player is an alpha-beta player.
type Player struct {
	name      string
	config    Config
	noise     *eval.Noise
	searchers []*searcher // one for each thread, with one table; the first decides
}

// New makes a player for a two-seat game. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	if rules.Seats() != 2 {
		return nil, fmt.Errorf("alphabeta plays two-seat games; %s has %d seats", rules.Game().Title(), rules.Seats())
	}
	if config.Threads < 1 || config.Threads > maxThreads {
		return nil, fmt.Errorf("alphabeta: threads=%d: must be from 1 to %d", config.Threads, maxThreads)
	}
	if err := config.Check(rules); err != nil {
		return nil, fmt.Errorf("alphabeta: %w", err)
	}
	if config.Sound {
		config.Reduction, config.Pruning, config.Quiescence = false, false, false
	}
	p := &Player{name: name, config: config, noise: eval.NewNoise(config.Noise)}
	table := kit.NewTable(config.Table, true)
	for range config.Threads {
		evaluator, err := eval.Load(config.Weights, rules)
		if err != nil {
			return nil, err
		}
		var policy *eval.Policy
		if config.policy {
			if policy, err = eval.DefaultPolicy(rules); err != nil {
				return nil, err
			}
		}
		p.searchers = append(p.searchers, newSearcher(&p.config, rules, p.noise.Over(evaluator), policy, table))
	}
	return p, nil
}

// Name is the player's full text.
func (p *Player) Name() string { return p.name }

// NewGame forgets the last game. Nothing here is random but the noise.
func (p *Player) NewGame(seed uint64) {
	p.noise.Seed(seed)
	p.searchers[0].Table.Clear()
	for _, s := range p.searchers {
		s.Order.Forget()
	}
}

// Decide deepens step by step until a limit is reached or the result is proven.
func (p *Player) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	limits, err := kit.LimitsOf("alphabeta", h, p.config.Limits, limits)
	if err != nil {
		return search.Decision{}, err
	}
	first := p.searchers[0]
	first.Table.NextGeneration()
	var best search.Info
	if len(p.searchers) > 1 {
		best = p.deepenTogether(ctx, h, limits, report)
	} else {
		first.Begin(ctx, h, limits, report)
		best = first.Deepen(first.root)
	}
	return search.Decision{Steps: kit.TurnOf(h.Position(), best.Principal), Info: best}, nil
}

// deepenTogether is lazy SMP: each thread searches the root for itself with everything of its own but the transposition
// table, which carries what one finds to the others. That the threads are not at the same place at the same time, which
// would gain nothing, comes of different depths: helpers skip some, see skips. When the first thread ends, all end.
func (p *Player) deepenTogether(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (best search.Info) {
	team := kit.NewTeam(len(p.searchers), limits.Nodes)
	limits.Nodes = 0
	for i, s := range p.searchers {
		if i > 0 {
			report = nil
		}
		s.Begin(ctx, h, limits, report)
		s.Clock.Join(team)
	}
	kit.Together(len(p.searchers), func(i int) {
		failed := true
		defer func() {
			if i == 0 || failed {
				team.Stop()
			}
		}()
		if i == 0 {
			best = p.searchers[0].Deepen(p.searchers[0].root)
		} else {
			p.searchers[i].assist(team, i-1)
		}
		failed = false
	})
	best.Nodes = 0
	for _, s := range p.searchers {
		best.Nodes += s.Nodes
	}
	return best
}

// assist searches ever larger depths, none below that of the first thread.
func (s *searcher) assist(team *kit.Team, helper int) {
	best := s.Fallback()
	for depth := 1; depth <= s.Deepest() && !s.Clock.Stopped; depth++ {
		if depth = max(depth, team.Depth()); skips(helper, depth) {
			continue
		}
		info, ok := s.Line(s.root, depth, 1, best)
		if !ok || s.Settled(info, depth) {
			return
		}
		best = info
	}
}

// skips reports whether a helper leaves out a depth. Helpers form groups of 2, 4, 6 ...: those of the n-th group leave
// out n depths and search the next n, in turn, each from another place on, so that about half of all helpers are at any
// depth (the scheme of Stockfish 7 and 8, thread.cpp).
func skips(helper, depth int) bool {
	size := 1
	for helper >= 2*size {
		helper -= 2 * size
		size++
	}
	return (depth+helper)/size%2 != 0
}
