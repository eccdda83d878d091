// Package simple holds the two players that every other must beat: one that plays at random, and one that looks a single turn ahead.
package simple

import (
	"context"
	"fmt"
	"math/rand/v2"

	"pillars/engine"
	"pillars/search"
)

// Random draws every step uniformly from the legal steps.
type Random struct {
	name   string
	random *rand.PCG
}

// NewRandom makes a random player.
func NewRandom(name string) *Random { return &Random{name: name, random: engine.NewRandom(0)} }

// Name is the player's full text.
func (r *Random) Name() string { return r.name }

// NewGame sets the seed.
func (r *Random) NewGame(seed uint64) { r.random = engine.NewRandom(seed) }

// Decide draws one step.
func (r *Random) Decide(_ context.Context, h *engine.History, _ search.Limits, _ func(search.Info)) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("random: the game is over (%s)", h.Outcome().Reason)
	}
	step := engine.RandomStep(h.Position(), r.random)
	return search.Decision{Steps: []engine.Step{step}, Info: search.Info{Nodes: 1, Principal: []engine.Step{step}, Line: 1}}, nil
}
