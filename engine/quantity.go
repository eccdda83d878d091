package engine

// Quantity is a number that people follow through a game, such as men on the board or captures.
type Quantity struct {
	Name  string // a word or two, unique within the game
	Help  string // what it counts
	Event bool   // it counts what happened in a turn, not what stands after it
	Most  int    // the largest number that can stand there or happen in a game; 0 where none is told
}

// QuantityRules are rules of a game with quantities of its own.
type QuantityRules interface {
	Rules
	// Quantities names what [Quantified.AppendQuantities] appends, in its order.
	Quantities() []Quantity
}

// Quantified is a position of a game with quantities of its own.
type Quantified interface {
	Position
	// AppendQuantities appends the quantities of the position, which must stand at the start of a turn or be the last of its game. Before is the
	// position at the start of the turn that led here and turn its steps, for what happened in it; nil at the start of a game, when nothing has
	// happened.
	AppendQuantities(values []int, before Position, turn []Step) []int
}

// QuantitiesOf names the quantities of a game; none if it has none of its own.
func QuantitiesOf(rules Rules) []Quantity {
	if quantified, ok := rules.(QuantityRules); ok {
		return quantified.Quantities()
	}
	return nil
}

// AppendQuantities appends the quantities of a position, as [Quantified] has them; nothing for a game without.
func AppendQuantities(values []int, p, before Position, turn []Step) []int {
	if quantified, ok := p.(Quantified); ok {
		return quantified.AppendQuantities(values, before, turn)
	}
	return values
}

// CountedRules are rules that bound the number of their positions.
type CountedRules interface {
	Rules
	// PositionBound is the decimal logarithm of a number that the different positions of games from the start never exceed, turn numbers left out.
	PositionBound() float64
}
