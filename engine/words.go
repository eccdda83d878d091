package engine

import "fmt"

// Worded is a position that speaks to a person in words instead of notation. Its sentences name seats as
// [Rules.SeatNames] does.
type Worded interface {
	Position
	// Choice describes a legal step for a board on which people click.
	Choice(step Step) Choice
	// TurnWords says what the first steps of a turn, played from this position, do and what follows from them. It is a
	// predicate without a full stop, such as "moves 2 men from c3 to c5".
	TurnWords(steps []Step) string
	// Refusal says in a sentence which rule forbids squares, clicked in this order. They are on the board and begin no
	// legal step. Refusal returns "" if it does not know a rule.
	Refusal(squares []string) string
	// EndWords says why the rules have ended the game, such as "Red has no step", without a full stop.
	EndWords() string
	// IfToAct returns the position with another seat to act at the start of a turn, as if the others passed. It
	// returns nil if that makes no sense, such as during the set-up.
	IfToAct(seat Seat) Position
}

// Choice describes a legal step for a board on which people click.
type Choice struct {
	Squares []string // names of the squares to click, in order
	Kind    string   // tells steps apart that have equal squares, such as "white" and "black" for checkers to place
	Count   int      // number of pieces that a move takes along; 0 stands for 1
	Side    string   // of a barrier, the side of the square that it stands on: "n", "e", "s" or "w"
	Words   string   // label of the step's button; empty if its squares say enough
}

// ChoiceOf returns [Worded.Choice], or a button with the step's text if p is not Worded.
func ChoiceOf(p Position, step Step) Choice {
	if worded, ok := p.(Worded); ok {
		return worded.Choice(step)
	}
	return Choice{Words: p.StepText(step)}
}

// TurnWords returns [Worded.TurnWords], or the text of the turn if p is not Worded.
func TurnWords(p Position, steps []Step) string {
	if worded, ok := p.(Worded); ok {
		return worded.TurnWords(steps)
	}
	return LineText(p, steps)
}

// OutcomeWords says how a game ended that has reached p, such as "White wins: Red has no step". Reasons that the rules
// do not know are written as they are.
func OutcomeWords(p Position, o Outcome) string {
	why := string(o.Reason)
	worded, ok := p.(Worded)
	switch {
	case ok && p.Over():
		why = worded.EndWords()
	case o.Reason == Repetition:
		why = fmt.Sprintf("the position has occurred %d times", p.Rules().Repetition())
	case o.Reason == TurnCap:
		why = "the game has the most turns that are allowed"
	}
	for seat, name := range p.Rules().SeatNames() {
		if o.Score(Seat(seat)) == 1 {
			return name + " wins: " + why
		}
	}
	return "draw: " + why
}
