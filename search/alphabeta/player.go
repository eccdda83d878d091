package alphabeta

import (
	"context"
	"fmt"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// Player is an alpha-beta player.
type Player struct {
	name     string
	config   Config
	noise    *eval.Noise
	searcher *searcher
	helpers  []*searcher // search the same table on other threads
}

// New makes a player for a two-seat game. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	switch {
	case rules.Seats() != 2:
		return nil, fmt.Errorf("alphabeta plays two-seat games; %s has %d seats", rules.Game().Title(), rules.Seats())
	case rules.StepSpace() > 1<<stepBits:
		return nil, fmt.Errorf("alphabeta: %s has steps up to %d; the table holds %d bits of a step", rules.Game().Title(), rules.StepSpace()-1, stepBits)
	case config.Table < 1 || config.Table > 1<<16:
		return nil, fmt.Errorf("alphabeta: table=%d: must be from 1 to 65536 MiB", config.Table)
	case config.Threads < 1 || config.Threads > maxThreads:
		return nil, fmt.Errorf("alphabeta: threads=%d: must be from 1 to %d", config.Threads, maxThreads)
	case config.Lines < 1 || config.Lines > 256:
		return nil, fmt.Errorf("alphabeta: multipv=%d: must be from 1 to 256", config.Lines)
	case config.Noise < 0 || config.Noise > eval.Limit:
		return nil, fmt.Errorf("alphabeta: noise=%d: must be from 0 to %d hundredths of a logit", config.Noise, eval.Limit)
	}
	if err := config.Limits.Check(); err != nil {
		return nil, fmt.Errorf("alphabeta: %w", err)
	}
	if config.Precise {
		config.Reduction, config.Pruning, config.Quiescence = false, false, false
	}
	p := &Player{name: name, config: config, noise: eval.NewNoise(config.Noise)}
	if err := p.makeSearchers(rules); err != nil {
		return nil, err
	}
	return p, nil
}

// makeSearchers makes a searcher for every thread, each with an evaluator of its own and all with one table.
func (p *Player) makeSearchers(rules engine.Rules) error {
	table := newTable(p.config.Table)
	for range p.config.Threads {
		evaluator, err := eval.Load(p.config.Weights, rules)
		if err != nil {
			return err
		}
		policy, err := p.config.policy(rules)
		if err != nil {
			return err
		}
		p.helpers = append(p.helpers, newSearcher(&p.config, rules, p.noise.Over(evaluator), policy, table))
	}
	p.searcher, p.helpers = p.helpers[0], p.helpers[1:]
	return nil
}

// Name is the player's full text.
func (p *Player) Name() string { return p.name }

// NewGame forgets the last game. Nothing here is random but the noise.
func (p *Player) NewGame(seed uint64) {
	p.noise.Seed(seed)
	p.searcher.table.clear()
	p.searcher.order.forget()
	for _, helper := range p.helpers {
		helper.order.forget()
	}
}

// Decide deepens step by step until a limit is reached or the result is proven.
func (p *Player) Decide(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("alphabeta: the game is over (%s)", h.Outcome().Reason)
	}
	limits = p.config.Limits.Tightest(limits)
	limits.Time = limits.Budget(h.Position().Seat())
	best := p.deepen(ctx, h, limits, report)
	return search.Decision{Steps: turnOf(h.Position(), best.Principal), Info: best}, nil
}

// deepen searches on one thread or several.
func (p *Player) deepen(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) search.Info {
	p.searcher.table.grow()
	if len(p.helpers) > 0 {
		return p.deepenTogether(ctx, h, limits, report)
	}
	p.searcher.begin(ctx, h, limits, report)
	return p.searcher.deepen()
}

// turnOf is the part of a principal variation that belongs to the turn p stands in.
func turnOf(p engine.Position, principal []engine.Step) []engine.Step {
	seat := p.Seat()
	child := p.Clone()
	for i, step := range principal {
		child.Play(step)
		if child.Over() || child.StartsTurn() || child.Seat() != seat {
			return principal[:i+1]
		}
	}
	return principal
}

// clock decides when a search must stop.
type clock struct {
	ctx     context.Context
	started time.Time
	limits  search.Limits
	next    uint64 // when to look at the time and the context again
	stopped bool
	shared  *shared // with the other threads; nil if there are none
	told    uint64  // how many of the nodes the other threads know of
}

// checkEvery is how many nodes pass between two looks at the time and the context.
const checkEvery = 1024

// stop reports whether the search must end after this many nodes.
func (c *clock) stop(nodes uint64) bool {
	switch {
	case c.stopped:
	case c.limits.Nodes > 0 && nodes >= c.limits.Nodes:
		c.stopped = true
	case nodes >= c.next:
		c.next = nodes + checkEvery
		c.stopped = c.ctx.Err() != nil || c.limits.Time > 0 && time.Since(c.started) >= c.limits.Time
		if c.shared != nil {
			c.next = nodes + c.shared.every
			c.stopped = c.tell(nodes) || c.stopped
		}
	}
	return c.stopped
}

// tell lets the other threads know of the nodes made since the last time, and reports whether they say to stop.
func (c *clock) tell(nodes uint64) bool {
	fresh := nodes - c.told
	c.told = nodes
	return c.shared.tell(fresh)
}

// total is how many nodes all threads have made, given those of this one.
func (c *clock) total(nodes uint64) uint64 {
	if c.shared == nil {
		return nodes
	}
	c.tell(nodes)
	return c.shared.nodes.Load()
}

// enough reports whether another iteration is not worth beginning: by experience it would take longer than what is left.
func (c *clock) enough() bool {
	return c.stopped || c.limits.Time > 0 && time.Since(c.started) > c.limits.Time*6/10
}
