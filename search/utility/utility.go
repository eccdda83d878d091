// Package utility values a position for all seats at once. A share is a seat's expected score: the share of its
// opponents that it will be placed before, as in [engine.Outcome]. Searches of games with more than two seats compare
// and add shares, so these must fit together: whatever the evaluation says of each seat, the shares of all seats have
// the mean 1/2.
package utility

import (
	"math"

	"pillars/engine"
	"pillars/eval"
)

// Vector is one share in [0, 1] per seat. Seats the game does not have are 0.
type Vector [engine.MaxSeats]float64

// Even gives every seat 1/2, as a draw does.
func Even(seats int) Vector {
	var s Vector
	for seat := range seats {
		s[seat] = 0.5
	}
	return s
}

// addPairs compares seats with each other, by their worths in hundredths of a logit, and adds each times
// their chances to their shares. Each pair is compared as Bradley and Terry do (Rank Analysis of Incomplete Block
// Designs, 1952): seat s stays before seat t with the chance 1 / (1 + exp(-c (worth of s - worth of t) / 100)). So the
// shares have the mean 1/2 exactly, and two of them are never more than first and second place together (see
// [MostOfTwo]). With c = (seats - 1) / seats a small worth is the logit of its share if all worths sum to 0.
func addPairs(values *Vector, worths *[engine.MaxSeats]float64, in []int, each float64) {
	c := float64(len(in)-1) / float64(len(in)) / 100
	for i, a := range in {
		for _, b := range in[:i] {
			ahead := 1 / (1 + math.Exp(-c*(worths[a]-worths[b])))
			values[a] += ahead * each
			values[b] += (1 - ahead) * each
		}
	}
}

// Evaluate is the shares that an evaluator sees in p, whose game is not over. All worths are divided by flatten first.
// Seats that have left have the scores that are settled; the others are before those and compared with each other.
func Evaluate(evaluator eval.Evaluator, p engine.Position, seats int, flatten float64) Vector {
	var values Vector
	var worths [engine.MaxSeats]float64
	var list [engine.MaxSeats]int
	in := list[:0]
	evaluations := eval.EvaluateAll(evaluator, p, seats)
	for seat := range seats {
		score, settled := engine.Settled(p, engine.Seat(seat))
		if settled {
			values[seat] = score
			continue
		}
		worths[seat] = float64(evaluations[seat]) / flatten
		in = append(in, seat)
	}
	each := 1 / float64(seats-1)
	for _, seat := range in {
		values[seat] = float64(seats-len(in)) * each
	}
	addPairs(&values, &worths, in, each)
	return values
}

// MostOfTwo is the largest sum of two seats' shares: one is first, the other second.
func MostOfTwo(seats int) float64 { return float64(2*seats-3) / float64(seats-1) }
