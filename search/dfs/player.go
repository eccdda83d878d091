// Package dfs has what depth-first players share: levels, order of steps, transposition table and clock.
package dfs

import (
	"context"
	"flag"
	"fmt"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/eval"
	"pillars/search"
)

// Clock decides when a search must stop.
type Clock struct {
	Limits  search.Limits
	Stopped bool // whether the search must stop

	ended   <-chan struct{} // closed when the context of the search ends
	started time.Time
	next    uint64 // number of nodes at which to check time and context again
}

const checkEvery = 1024 // number of nodes between two checks of time and context

// stop reports whether the search must stop after the given number of nodes.
func (c *Clock) stop(nodes uint64) bool {
	switch {
	case c.Stopped: // and remains stopped
	case c.Limits.Nodes > 0 && nodes >= c.Limits.Nodes:
		c.Stopped = true
	case nodes >= c.next:
		c.next = nodes + checkEvery
		c.Stopped = parallel.Closed(c.ended) || c.Limits.Time > 0 && c.elapsed() >= c.Limits.Time
	}
	return c.Stopped
}

func (c *Clock) elapsed() time.Duration { return time.Since(c.started) }

// enough reports whether to end after this iteration. Few iterations that begin after 60 % of the time are completed.
func (c *Clock) enough() bool {
	return c.Stopped || c.Limits.Time > 0 && c.elapsed() > c.Limits.Time*6/10
}

// Settings holds the part of the configuration that all depth-first players have.
type Settings struct {
	Limits  search.Limits
	Weights string // file of evaluation weights; empty for the built-in ones
	Table   int    // size of the transposition table in MiB
	MultiPV int    // number of best lines to report
	noise   int    // standard deviation of deliberate errors of the evaluation, in hundredths of a logit

	// Ideas of the search. Each of them can be switched off.
	Window     bool // principal variation search
	Killers    bool // first try steps that refuted others on the same level
	History    bool // order steps by how often they refuted others
	Reduction  bool // search late steps with less depth
	Pruning    bool // leave out late and futile steps at low depth
	Quiescence bool // search noisy steps at the leaves
}

// DefaultSettings returns settings with all ideas of the search switched on and without limits.
func DefaultSettings() Settings {
	return Settings{Table: 16, MultiPV: 1, Window: true, Killers: true, History: true, Reduction: true, Pruning: true,
		Quiescence: true}
}

// Bind defines flags for the settings.
func (s *Settings) Bind(flags *flag.FlagSet) {
	search.BindLimits(flags, &s.Limits)
	search.BindWeights(flags, &s.Weights)
	flags.IntVar(&s.Table, "table", s.Table, "size of the transposition table in MiB")
	flags.IntVar(&s.MultiPV, "multipv", s.MultiPV, "number of best lines to report")
	flags.IntVar(&s.noise, "noise", s.noise,
		"deliberate errors of the evaluation: standard deviation in hundredths of a logit")
	flags.BoolVar(&s.Window, "window", s.Window, "principal variation search")
	flags.BoolVar(&s.Killers, "killers", s.Killers, "first try steps that refuted others on the same level")
	flags.BoolVar(&s.History, "history", s.History, "order steps by how often they refuted others")
	flags.BoolVar(&s.Reduction, "reduction", s.Reduction, "search late steps with less depth")
	flags.BoolVar(&s.Pruning, "pruning", s.Pruning, "late move pruning and futility pruning at low depth")
	flags.BoolVar(&s.Quiescence, "quiescence", s.Quiescence, "search noisy steps at the leaves")
}

// check returns an error if a setting is out of range, or if the game has more steps than the table can store.
func (s *Settings) check(rules engine.Rules) error {
	switch {
	case rules.StepSpace() > maxSteps:
		return fmt.Errorf("%s has steps up to %d; the table holds %d bits of a step",
			rules.Game().Title(), rules.StepSpace()-1, stepBits)
	case s.Table < 1 || s.Table > 1<<16:
		return fmt.Errorf("table=%d: must be from 1 to 65536 MiB", s.Table)
	case s.MultiPV < 1 || s.MultiPV > 256:
		return fmt.Errorf("multipv=%d: must be from 1 to 256", s.MultiPV)
	case s.noise < 0 || s.noise > eval.Limit:
		return fmt.Errorf("noise=%d: must be from 0 to %d hundredths of a logit", s.noise, eval.Limit)
	}
	return s.Limits.Check()
}

// Player is a player that searches depth first.
type Player struct {
	kind, name string
	settings   *Settings
	noise      *eval.Noise
	tree       *Tree
}

// NewPlayer returns a player of a kind, such as "alphabeta", whose full text is name. The function newTree makes its
// tree. The table also stores evaluations if evaluations is true.
func NewPlayer(
	kind, name string, rules engine.Rules, settings *Settings, evaluations bool,
	newTree func(eval.Evaluator, *Table) (*Tree, error),
) (*Player, error) {
	if err := settings.check(rules); err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	p := &Player{kind: kind, name: name, settings: settings, noise: eval.NewNoise(settings.noise)}
	evaluator, err := eval.Load(settings.Weights, rules)
	if err != nil {
		return nil, err
	}
	p.tree, err = newTree(p.noise.Over(evaluator), NewTable(settings.Table, evaluations))
	return p, err
}

func (p *Player) Name() string { return p.name }

// Errs reports whether the player adds deliberate errors to its evaluations, to play worse.
func (p *Player) Errs() bool { return p.settings.noise > 0 }

// NewGame clears the transposition table and the order of steps, and seeds the deliberate errors.
func (p *Player) NewGame(seed uint64) {
	p.noise.Seed(seed)
	p.tree.Table.Clear()
	p.tree.Order.forget()
}

func (p *Player) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	limits, err := search.LimitsOf(p.kind, h, p.settings.Limits, limits)
	if err != nil {
		return search.Decision{}, err
	}
	p.tree.Table.nextGeneration()
	p.tree.Begin(ctx, h, limits, report)
	best := p.tree.Deepen()
	return search.Decision{Steps: turnOf(h.Position(), best.Principal), Info: best}, nil
}

// turnOf returns the part of the principal variation from p that belongs to the turn of the seat to act.
func turnOf(p engine.Position, principal []engine.Step) []engine.Step {
	seat := p.Seat()
	child := p.Clone()
	for i, step := range principal {
		child.Play(step)
		if search.TurnDone(child, seat) {
			return principal[:i+1]
		}
	}
	return principal
}
