// Package eval values positions: what the games count in them, times weights, read from files. A position's worth never depends on who asks or when.
//
// # What is weighed
//
// A game counts features: a few numbers such as men or moves, each the seat's less the opponent's. It may also name patterns (engine.PatternRules):
// hundreds of facts that each seat shows or does not show. The worth of a position for a seat is
//
//	the sum of its features times their weights + V(the seat) - the mean of V(the other seats)
//
// where V(s) is the sum of the weights of the patterns that s shows. So a weight serves all seats, and with two seats what one gains the other loses.
//
// Every weight has two values, for the beginning and the end of a game; between them it changes with the phase that a game with patterns tells: at
// phase f it is early*(64-f)/64 + late*f/64. In a game without patterns the phase is always 0.
//
// # Play and tuning
//
// [Layout] numbers what a game's positions are weighed by, features first. [Layout.Inputs] is a position as a sparse vector of counts: the product
// with the weights, [Layout.Worth], is what tuning computes, in floating point. [Linear] computes the same for players, in whole numbers and without
// making the vector. Tests hold one to the other.
package eval

import "pillars/engine"

// Evaluator values positions. It belongs to one goroutine.
type Evaluator interface {
	// Evaluate is the worth of p for a seat in hundredths of a logit of its expected result, between -Limit and Limit. The game is not over.
	Evaluate(p engine.Position, seat engine.Seat) int
}

// Limit bounds every evaluation.
const Limit = 20000
