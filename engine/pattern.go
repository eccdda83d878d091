package engine

// A position can be weighed by more than the few counts of [Position.Features]: by patterns, hundreds of small facts of the kind "a single man of
// mine stands in the centre". Each seat shows some of them. A pattern weighs the same for all seats, so that no seat is favoured; what the weights
// are is for package eval and its tuning.

// PatternRules are rules of a game that names patterns. All its positions are a [PatternPosition].
type PatternRules interface {
	Rules
	// Patterns names what [PatternPosition.AppendPatterns] shows; the number of a pattern is its index.
	Patterns() []Term
}

// PatternPosition is a position whose seats show patterns.
type PatternPosition interface {
	Position
	// AppendPatterns appends the numbers of the patterns that each seat shows to the list of that seat, for all seats of the game. Their order means
	// nothing, and a number may be there several times. What a seat shows depends on nothing but the position, and stays the same if the seats
	// exchange all that is theirs. The game is not over. Once the lists are long enough nothing is allocated.
	AppendPatterns(lists *PatternLists)
	// Phase is how far the game has gone: 0 up to the beginning of the game proper, PhaseEnd where games tend to be over.
	Phase() int
}

// PatternLists are numbers of patterns by seat, at most MaxPatterns each.
type PatternLists [MaxSeats][]uint16

// Bounds of what patterns may be.
const (
	PhaseEnd    = 64
	MaxPatterns = 1000
)

// Reset empties all lists and keeps their memory.
func (l *PatternLists) Reset() {
	for seat := range l {
		l[seat] = l[seat][:0]
	}
}
