package engine

import (
	"cmp"
	"slices"
)

// Leaver is a position of a game that a seat can leave before it ends for the others. A seat that has left stays behind all that have not.
type Leaver interface {
	Position
	// Settled is the score of a seat that has left, and false for all others.
	Settled(seat Seat) (score float64, left bool)
}

// Settled is the score of a seat that has left the game, and false for all others. Only positions that are a [Leaver] have such seats.
func Settled(p Position, seat Seat) (score float64, left bool) {
	if leaver, ok := p.(Leaver); ok {
		return leaver.Settled(seat)
	}
	return 0, false
}

// Left lists the seats that have left the game, the first to leave first.
func Left(p Position) []Seat {
	var left []Seat
	var scores [MaxSeats]float64
	for seat := range Seat(p.Rules().Seats()) {
		score, out := Settled(p, seat)
		if out {
			left, scores[seat] = append(left, seat), score
		}
	}
	slices.SortStableFunc(left, func(a, b Seat) int { return cmp.Compare(scores[a], scores[b]) })
	return left
}

// PieRules are rules with a kind of step that leaves the board as it is and only settles who plays what, or who begins.
type PieRules interface {
	Rules
	// PieStep reports whether steps of the kind are such choices.
	PieStep(kind StepKind) bool
}

// IsPieChoice reports whether p begins a turn of the set-up stage in which the seat to act chooses by the pie rule.
func IsPieChoice(p Position) bool {
	rules, ok := p.Rules().(PieRules)
	return ok && rules.PieStep(p.StepKind()) && p.InOpening() && p.StartsTurn() && p.CountSteps() > 1
}
