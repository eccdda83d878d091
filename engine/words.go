package engine

import "fmt"

// Worded is a position that describes itself, its turns and its rules in words, for people who do not know the
// notation. Its sentences call the seats by their names in [Rules.SeatNames].
type Worded interface {
	Position
	// Choice describes a legal step for a board on which people click.
	Choice(step Step) Choice
	// TurnWords says what the first steps of a turn, played from this position, do and what follows from them. It is a
	// predicate without a full stop, such as "moves 2 men from c3 to c5".
	TurnWords(steps []Step) string
	// Refusal says in a sentence which rule forbids a step that a person tried to enter by clicking squares in this
	// order. The squares are on the board, and no legal step begins with them. Refusal returns "" if it does not know
	// which rule applies.
	Refusal(squares []string) string
	// EndWords says why the rules have ended the game, such as "Red has no step", without a full stop.
	EndWords() string
	// IfToAct returns the position with the given seat to act at the start of a turn, as if all seats before it had
	// passed. It returns nil if that makes no sense, such as during the set-up.
	IfToAct(seat Seat) Position
}

// Choice describes a legal step for a board on which people click.
type Choice struct {
	Squares []string // names of the squares to click, in order
	Kind    string   // distinguishes steps with equal squares, such as "white" and "black" for a checker to place
	Count   int      // number of pieces that move; 0 means 1
	Side    string   // for a barrier, the side of the square on which to put it: "n", "e", "s" or "w"; else ""
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

// OutcomeWords says how a game ended whose last position is p, such as "White wins: Red has no step". If the game ended
// for a reason outside the rules, such as a loss on time, it gives the reason as o does.
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
