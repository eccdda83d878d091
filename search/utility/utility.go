// Package utility values a position for all seats at once. A seat's utility is its expected score in the sense of
// [engine.Outcome]: the fraction of its opponents that finish behind it. The mean utility of all seats is always 1/2,
// so that searches of games with more than two seats can compare and add the utilities of different seats.
package utility

import (
	"math"

	"pillars/engine"
	"pillars/eval"
)

// Vector holds the utility of each seat, in [0, 1]. It is 0 for seats that the game does not have.
type Vector [engine.MaxSeats]float64

// Even returns 1/2 for every seat, as in a draw.
func Even(seats int) Vector {
	var s Vector
	for seat := range seats {
		s[seat] = 0.5
	}
	return s
}

// Evaluate returns the utilities in p according to an evaluator. The game in p must not be over. Evaluate divides all
// evaluations by flatten, so that a flatten above 1 brings the utilities closer together. The utility of a seat that
// has left the game is its final score. Every seat that still plays is ahead of the seats that have left.
//
// Every two of the seats that still play are compared by their evaluations, in hundredths of a logit. Seat a finishes
// before seat b with the probability 1 / (1 + exp(-c (evaluation of a - evaluation of b))), the model of Bradley and
// Terry, Rank Analysis of Incomplete Block Designs, 1952. Hence the mean utility is 1/2, and no two utilities sum to
// more than [MostOfTwo]. The factor c is (n - 1) / n / 100 for n seats that still play. If all seats play and their
// evaluations sum to 0, this makes a small evaluation the logit of the seat's utility.
func Evaluate(evaluator eval.Evaluator, p engine.Position, seats int, flatten float64) Vector {
	var utilities Vector
	var flattened [engine.MaxSeats]float64
	var memory [engine.MaxSeats]int
	playing := memory[:0] // the seats that still play
	evaluations := eval.EvaluateAll(evaluator, p, seats)
	for seat := range seats {
		score, left := engine.Settled(p, engine.Seat(seat))
		if left {
			utilities[seat] = score
			continue
		}
		flattened[seat] = float64(evaluations[seat]) / flatten
		playing = append(playing, seat)
	}
	perOpponent := 1 / float64(seats-1)
	c := float64(len(playing)-1) / float64(len(playing)) / 100
	for i, a := range playing {
		utilities[a] += float64(seats-len(playing)) * perOpponent
		for _, b := range playing[:i] {
			ahead := 1 / (1 + math.Exp(-c*(flattened[a]-flattened[b])))
			utilities[a] += ahead * perOpponent
			utilities[b] += (1 - ahead) * perOpponent
		}
	}
	return utilities
}

// MostOfTwo returns the largest possible sum of two seats' utilities: the scores of first and second place.
func MostOfTwo(seats int) float64 { return float64(2*seats-3) / float64(seats-1) }
