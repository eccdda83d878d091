// Package eval values positions: features, counted by the games, times weights, read from files. A position's worth never depends on who asks
// or when.
package eval

import "pillars/engine"

// Evaluator values positions. It belongs to one goroutine.
type Evaluator interface {
	// Evaluate is the worth of p for a seat in hundredths of a logit of its expected result, between -Limit and Limit. The game is not over.
	Evaluate(p engine.Position, seat engine.Seat) int
}

// Limit bounds every evaluation.
const Limit = 20000
