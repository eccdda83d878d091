// Package utility values a position for all seats at once. A seat's share is its expected score in the sense of
// [engine.Outcome]: the fraction of its opponents that it finishes before. The shares of all seats always have the mean
// 1/2, whatever the evaluations, because searches of games with more than two seats compare and add them.
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

// addPairs compares every two of the seats in playing by their evaluations, in hundredths of a logit. To the share of
// each of the two, it adds the probability that this seat finishes before the other, times perOpponent. Seat a finishes
// before seat b with the probability 1 / (1 + exp(-c (evaluation of a - evaluation of b))), the model of Bradley and
// Terry, Rank Analysis of Incomplete Block Designs, 1952.
//
// Hence the shares have the mean 1/2, and no two shares sum to more than [MostOfTwo]. With c = (seats - 1) / seats /
// 100 a small evaluation is the logit of its seat's share, provided that all evaluations sum to 0.
func addPairs(shares *Vector, evaluations *[engine.MaxSeats]float64, playing []int, perOpponent float64) {
	c := float64(len(playing)-1) / float64(len(playing)) / 100
	for i, a := range playing {
		for _, b := range playing[:i] {
			ahead := 1 / (1 + math.Exp(-c*(evaluations[a]-evaluations[b])))
			shares[a] += ahead * perOpponent
			shares[b] += (1 - ahead) * perOpponent
		}
	}
}

// Evaluate returns the shares in p according to an evaluator. The game in p must not be over. Evaluate divides all
// evaluations by flatten, so that a flatten above 1 brings the shares closer together. A seat that has left the game
// has its final score. Every seat that still plays is ahead of the seats that have left, and is compared with the other
// seats that still play.
func Evaluate(evaluator eval.Evaluator, p engine.Position, seats int, flatten float64) Vector {
	var shares Vector
	var flattened [engine.MaxSeats]float64
	var list [engine.MaxSeats]int
	playing := list[:0]
	evaluations := eval.EvaluateAll(evaluator, p, seats)
	for seat := range seats {
		score, left := engine.Settled(p, engine.Seat(seat))
		if left {
			shares[seat] = score
			continue
		}
		flattened[seat] = float64(evaluations[seat]) / flatten
		playing = append(playing, seat)
	}
	perOpponent := 1 / float64(seats-1)
	for _, seat := range playing {
		shares[seat] = float64(seats-len(playing)) * perOpponent
	}
	addPairs(&shares, &flattened, playing, perOpponent)
	return shares
}

// MostOfTwo returns the largest possible sum of two seats' shares: the scores of first and second place.
func MostOfTwo(seats int) float64 { return float64(2*seats-3) / float64(seats-1) }
