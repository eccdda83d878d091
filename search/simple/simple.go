// Package simple has the two simplest players: one that plays at random, and one that looks a single turn ahead.
package simple

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// Random is a player that draws each step uniformly from the legal steps.
type Random struct {
	name   string
	random *rand.PCG
}

// NewRandom returns a random player.
func NewRandom(name string) *Random { return &Random{name: name, random: engine.NewRandom(0)} }

// Name implements [search.Player].
func (r *Random) Name() string { return r.name }

// Computes implements [search.Computing].
func (r *Random) Computes() {}

// NewGame seeds the player.
func (r *Random) NewGame(seed uint64) { r.random = engine.NewRandom(seed) }

// Decide returns one random step.
func (r *Random) Decide(
	_ context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("random: the game is over (%s)", h.Outcome().Reason)
	}
	step := engine.RandomStep(h.Position(), r.random)
	return search.Decision{Steps: []engine.Step{step}, Info: search.Info{Nodes: 1, Principal: []engine.Step{step},
		Line: 1}}, nil
}

// GreedyConfig is the configuration of a greedy player.
type GreedyConfig struct {
	weights string // file of evaluation weights; empty for the built-in ones
}

// Bind defines flags for the fields.
func (c *GreedyConfig) Bind(flags *flag.FlagSet) {
	search.BindWeights(flags, &c.weights)
}

// Greedy is a player that plays the turn with the best evaluation, or a turn that wins. It breaks ties at random.
type Greedy struct {
	*Random   // has the name and the source of randomness
	evaluator eval.Evaluator
}

// NewGreedy returns a greedy player.
func NewGreedy(name string, rules engine.Rules, config GreedyConfig) (*Greedy, error) {
	evaluator, err := eval.Load(config.weights, rules)
	if err != nil {
		return nil, err
	}
	return &Greedy{NewRandom(name), evaluator}, nil
}

// Decide tries every turn, up to its first longestTurn steps, and returns the best.
func (g *Greedy) Decide(
	ctx context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("greedy: the game is over (%s)", h.Outcome().Reason)
	}
	try := turnTrial{Greedy: g, seat: h.Position().Seat(), score: -search.MaxScore}
	try.from(ctx, h.Position())
	return search.Decision{Steps: try.best,
		Info: search.Info{Depth: len(try.best), Score: try.score, Nodes: try.nodes, Principal: try.best, Line: 1}}, nil
}

// longestTurn is the largest number of steps that one call of [Greedy.Decide] returns; later calls decide the rest.
const longestTurn = 2

// turnTrial is the state of a search for the best turn.
type turnTrial struct {
	*Greedy
	seat  engine.Seat
	line  []engine.Step // the steps from the root to the position being searched
	best  []engine.Step
	score search.Score // score of the turn best
	ties  int          // number of turns so far whose score equals score
	nodes uint64
}

// from tries all turns that begin with t.line, which leads to p. When ctx ends, it stops as soon as it has one turn.
func (t *turnTrial) from(ctx context.Context, p engine.Position) {
	child := p.Clone()
	for _, step := range p.AppendSteps(nil) {
		if ctx.Err() != nil && len(t.best) > 0 {
			return
		}
		p.PlayInto(step, child)
		t.nodes++
		t.line = append(t.line, step)
		if child.Over() || child.StartsTurn() || len(t.line) == longestTurn {
			t.judge(child)
		} else {
			t.from(ctx, child)
		}
		t.line = t.line[:len(t.line)-1]
	}
}

// judge scores the line that leads to p. The line becomes the best if its score is higher. Among lines with equal
// scores, chance decides.
func (t *turnTrial) judge(p engine.Position) {
	var score search.Score
	if p.Over() {
		score = search.Result(p.Outcome().Score(t.seat), len(t.line))
	} else {
		score = search.Score(t.evaluator.Evaluate(p, t.seat))
	}
	switch {
	case score > t.score:
		t.ties = 0
	case score < t.score:
		return
	}
	t.ties++
	if rand.New(t.random).IntN(t.ties) == 0 { // all equal lines are equally likely to be the best in the end
		t.best, t.score = slices.Clone(t.line), score
	}
}
