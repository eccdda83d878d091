package mcts

import (
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search"
)

// Player is a Monte Carlo tree search player.
type Player struct {
	name   string
	config Config
	searcher
	helpers []*searcher // simulate in the same tree on other threads

	start string        // text of the position the last game began with
	since []engine.Step // the steps of that game up to the root of the tree
	root  engine.Position
}

// New makes a player. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	if err := config.check(rules.Seats()); err != nil {
		return nil, err
	}
	p := &Player{name: name, config: config, root: rules.Start()}
	if err := p.makeSearchers(rules); err != nil {
		return nil, err
	}
	return p, nil
}

// Name is the player's full text.
func (p *Player) Name() string { return p.name }

// NewGame forgets the tree and sets the seed of the playouts.
func (p *Player) NewGame(seed uint64) {
	p.random = engine.NewRandom(seed)
	p.seedHelpers(seed)
	p.start = ""
	p.tree.reset()
	p.claims.reset()
}

// Decide simulates until a limit is reached or the result is proven. What is left of the simulations after the first step goes to the later ones of
// the turn.
func (p *Player) Decide(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("mcts: the game is over (%s)", h.Outcome().Reason)
	}
	limits = p.config.Limits.Tightest(limits)
	limits.Time = limits.Budget(h.Position().Seat())
	t := newThinking(ctx, p, limits, report)
	p.findRoot(h)
	p.keys = append(p.keys[:0], h.Keys()...)
	return t.think(h.Position()), nil
}

// findRoot makes the node of the current position the root, if the tree has it.
func (p *Player) findRoot(h *engine.History) {
	found := p.config.Reuse && p.start == h.Start().String() && len(h.Steps()) >= len(p.since) &&
		slices.Equal(p.since, h.Steps()[:len(p.since)])
	at, chooser := index(0), p.root.Seat()
	if found {
		for _, step := range h.Steps()[len(p.since):] {
			if at, found = p.tree.child(at, step); !found {
				break
			}
			chooser = p.root.Seat()
			p.root.Play(step)
		}
	}
	if found {
		p.tree.keep(at)
		if chooser != h.Position().Seat() {
			p.tree.reseat(p.rules.Seats())
		}
	} else {
		p.tree.reset()
	}
	p.start, p.since = h.Start().String(), slices.Clone(h.Steps())
	p.root.CopyFrom(h.Position())
}
