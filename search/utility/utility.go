// Package utility values a position for all seats at once. A share is a seat's expected score: the fraction of its
// opponents that it will be placed before, as in [engine.Outcome]. Searches of games with more than two seats compare
// and add shares, so the shares of all seats always have the mean 1/2, whatever the evaluations of single seats are.
package utility

import (
	"math"

	"pillars/engine"
	"pillars/eval"
)

// Vector holds one share in [0, 1] per seat, 0 for seats that the game does not have.
type Vector [engine.MaxSeats]float64

// Even returns 1/2 for every seat, as in a draw.
func Even(seats int) Vector {
	var s Vector
	for seat := range seats {
		s[seat] = 0.5
	}
	return s
}

// addPairs compares all pairs of the seats in by their worths in hundredths of a logit, and adds their chances times
// each to their shares. Seat s finishes before seat t with the probability 1 / (1 + exp(-c (worth of s - worth of t) /
// 100)) (Bradley and Terry, Rank Analysis of Incomplete Block Designs, 1952). So the shares have the mean 1/2 exactly,
// and no two exceed first and second place together (see [MostOfTwo]). With c = (seats - 1) / seats a small worth is
// the logit of its share if all worths sum to 0.
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

// Evaluate returns the shares according to an evaluator in p, whose game is not over. It divides all evaluations by
// flatten. Seats that have left have their final scores; the others are ahead of them and compared with each other.
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

// MostOfTwo returns the largest possible sum of two seats' shares, those of first and second place.
func MostOfTwo(seats int) float64 { return float64(2*seats-3) / float64(seats-1) }
