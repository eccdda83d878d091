package mcts

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/quiet"
)

// Player is a Monte Carlo tree search player.
type Player struct {
	name   string
	config Config
	searcher
	start string        // text of the position the last game began with
	since []engine.Step // the steps of that game up to the root of the tree
	root  engine.Position
}

// New makes a player for a two-seat game. Name is its full text.
func New(name string, rules engine.Rules, config Config) (*Player, error) {
	if rules.Seats() != 2 {
		return nil, fmt.Errorf("mcts plays two-seat games; %s has %d seats", rules.Game().Title(), rules.Seats())
	}
	if err := config.check(); err != nil {
		return nil, err
	}
	evaluator, err := eval.Load(config.Weights, rules)
	if err != nil {
		return nil, err
	}
	p := &Player{name: name, config: config, root: rules.Start()}
	p.searcher = searcher{
		config: &p.config, rules: rules, evaluator: evaluator, random: engine.NewRandom(0),
		tree: newTree(config.Memory), quiet: quiet.New(rules, evaluator), position: rules.Start(), child: rules.Start(),
	}
	return p, nil
}

// Name is the player's full text.
func (p *Player) Name() string { return p.name }

// NewGame forgets the tree and sets the seed of the playouts.
func (p *Player) NewGame(seed uint64) {
	p.random = engine.NewRandom(seed)
	p.start = ""
	p.tree.reset()
}

// Decide simulates until a limit is reached or the result is proven. What is left of the simulations after the first step goes to the later ones of
// the turn.
func (p *Player) Decide(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("mcts: the game is over (%s)", h.Outcome().Reason)
	}
	p.findRoot(h)
	t := newThinking(ctx, p, p.config.Limits.Tightest(limits), report)
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
		p.tree.keep(at, chooser != h.Position().Seat())
	} else {
		p.tree.reset()
	}
	p.start, p.since = h.Start().String(), slices.Clone(h.Steps())
	p.root.CopyFrom(h.Position())
}

// thinking is one decision in the making.
type thinking struct {
	*Player
	ctx     context.Context
	limits  search.Limits
	report  func(search.Info)
	started time.Time
	nodes   uint64 // simulations so far
}

// endless is the number of simulations that only a clock or a context ends.
const endless = 1 << 62

func newThinking(ctx context.Context, p *Player, limits search.Limits, report func(search.Info)) *thinking {
	return &thinking{Player: p, ctx: ctx, limits: limits, report: report, started: time.Now()}
}

// think decides step by step until the turn ends.
func (t *thinking) think(root engine.Position) search.Decision {
	seat := root.Seat()
	position := root.Clone()
	from := visit{0, seat}
	var decision search.Decision
	for share := 1 - t.config.Later; ; share = 1 {
		t.simulateFor(share, from, position, len(decision.Steps) == 0)
		if len(decision.Steps) == 0 {
			decision.Info = t.info(from, 1)
		}
		best := t.best(from)
		decision.Steps = append(decision.Steps, t.tree.nodes[best].step)
		position.Play(t.tree.nodes[best].step)
		from = visit{best, seat}
		if position.Over() || position.StartsTurn() || position.Seat() != seat || t.tree.nodes[best].first == 0 && t.finished(1) {
			break
		}
	}
	decision.Info.Principal = append(slices.Clone(decision.Steps), t.principal(from.at)...)
	decision.Info.Nodes, decision.Info.Elapsed = t.nodes, time.Since(t.started)
	return decision
}

// simulateFor simulates from a node until the share of the limits is used up or the node is proven. A node that is new gets at least its
// children.
func (t *thinking) simulateFor(share float64, from visit, position engine.Position, reporting bool) {
	next := uint64(1024)
	for first := true; first || !t.finished(share); first = false {
		if n := &t.tree.nodes[from.at]; n.first != 0 && (n.proof != unproven || n.children == 1) {
			break
		}
		t.simulate(from, position)
		t.nodes++
		if reporting && t.report != nil && t.nodes == next {
			t.reportLines(from)
			next *= 2
		}
	}
	if reporting && t.report != nil {
		t.reportLines(from)
	}
}

// checkEvery is how many simulations pass between two looks at the time and the context.
const checkEvery = 64

// finished reports whether the share of the limits is used up. With no limit at all the context ends the thinking.
func (t *thinking) finished(share float64) bool {
	allowed := uint64(endless)
	if t.limits.Nodes > 0 {
		allowed = uint64(share * float64(t.limits.Nodes))
	}
	if t.nodes >= allowed {
		return true
	}
	if t.nodes%checkEvery != 0 {
		return false
	}
	return t.ctx.Err() != nil || t.limits.Time > 0 && time.Since(t.started) >= time.Duration(share*float64(t.limits.Time))
}
