//go:build !js

package problems

import (
	"context"
	"embed"

	"pillars/engine"
	"pillars/search/proof/prover"
)

//go:embed *.txt
var builtIn embed.FS

// fastSolver returns a solver that uses package prover, or nil if that package does not take the rules.
func fastSolver(rules engine.Rules, nodes uint64) (Solver, error) {
	if prover.Takes(rules) != nil {
		return nil, nil
	}
	const memory, faster = 16 << 20, 20 // the prover is fast, and its limit holds for all proofs together
	p, err := prover.New(rules, prover.Options{Memory: memory, Threads: 1, Positions: faster * nodes})
	return func(ctx context.Context, position engine.Position) (engine.Seat, bool) {
		wins, err := p.Wins(ctx, position)
		if wins {
			return position.Seat(), err == nil
		}
		return 1 - position.Seat(), err == nil
	}, err
}
