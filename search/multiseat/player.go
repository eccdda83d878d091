package multiseat

import (
	"context"
	"fmt"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// Player is a depth-first player for any number of seats.
type Player struct {
	name     string
	config   Config
	noise    *eval.Noise
	searcher *searcher
}

// New makes a player. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	if err := config.check(); err != nil {
		return nil, fmt.Errorf("multiseat: %w", err)
	}
	evaluator, err := eval.Load(config.Weights, rules)
	if err != nil {
		return nil, err
	}
	if config.Mode == Auto {
		config.Mode = BestMode(rules.Seats())
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
	p.searcher.table.clear()
	p.searcher.order.forget()
}

// Decide deepens step by step until a limit is reached or deeper searches cannot change the decision.
func (p *Player) Decide(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("multiseat: the game is over (%s)", h.Outcome().Reason)
	}
	limits = p.config.Limits.Tightest(limits)
	limits.Time = limits.Budget(h.Position().Seat())
	s := p.searcher
	s.begin(ctx, h, limits, report)
	best := s.deepen()
	return search.Decision{Steps: turnOf(h.Position(), best.Principal), Info: best}, nil
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
	}
	return c.stopped
}

// enough reports whether another iteration is not worth beginning: by experience it would take longer than what is left.
func (c *clock) enough() bool {
	return c.stopped || c.limits.Time > 0 && time.Since(c.started) > c.limits.Time*6/10
}
