package engine

import "fmt"

// GuideRules are rules with instructions for a person: what to do in a step, and how to write it.
type GuideRules interface {
	Rules
	// Guide returns one line of instructions for steps of a kind.
	Guide(kind StepKind) string
	// Notation returns examples of steps of a kind in the game's notation, such as "c3c5, @c3".
	Notation(kind StepKind) string
}

// PatternRules are rules of a game with patterns. A pattern is a small fact about a seat, such as "a single man of mine
// stands in the centre", or about a step, such as "a single man lands on an opponent's stack". An evaluation can weigh
// hundreds of patterns of seats beside the few features of [Position.Features], and a policy can weigh patterns of
// steps. Each pattern has one weight for all seats. Every position of such rules is a [PatternPosition].
type PatternRules interface {
	Rules
	// Patterns describes the patterns of [PatternPosition.AppendPatterns]. The number of a pattern is its index.
	Patterns() []Term
	// StepPatterns describes the patterns of [PatternPosition.AppendStepPatterns]. The number of a pattern is its
	// index.
	StepPatterns() []Term
}

// PatternPosition is a position whose seats and steps show patterns.
type PatternPosition interface {
	Position
	// AppendPatterns appends to each seat's list the numbers of the patterns that the seat shows, in any order and
	// possibly several times. It treats all seats alike: if two seats exchange their pieces, reserves and places in the
	// turn order, their lists are exchanged too. The game must not be over. It allocates only to grow the lists.
	AppendPatterns(lists *PatternLists)
	// AppendStepPatterns appends the patterns of each of the given legal steps. It allocates only to grow the lists.
	AppendStepPatterns(steps []Step, lists *StepPatternLists)
	// Phase returns how far the game has progressed, from 0 during the set-up to PhaseEnd near a typical end.
	Phase() int
}

// PatternLists holds for each seat the numbers of the patterns that it shows. A list has at most MaxPatterns elements.
type PatternLists [MaxSeats][]uint16

// Bounds of phases and of pattern lists.
const (
	PhaseEnd    = 64           // the largest [PatternPosition.Phase]
	SetUpPhase  = PhaseEnd + 1 // stands for the set-up where a phase is stored
	MaxPatterns = 1000         // the largest length of a list in [PatternLists]
)

// Reset empties all lists and keeps their memory.
func (l *PatternLists) Reset() {
	for seat := range l {
		l[seat] = l[seat][:0]
	}
}

// StepPatternLists holds the patterns of several steps. All patterns are in one slice, the first step's first.
type StepPatternLists struct {
	Numbers []uint16
	Ends    []int // by step, the index in Numbers where its patterns end and those of the next step begin
}

// Reset empties the lists and keeps their memory.
func (l *StepPatternLists) Reset() { l.Numbers, l.Ends = l.Numbers[:0], l.Ends[:0] }

// Show appends patterns to the current step.
func (l *StepPatternLists) Show(numbers ...uint16) { l.Numbers = append(l.Numbers, numbers...) }

// EndStep ends the patterns of the current step and begins the next one.
func (l *StepPatternLists) EndStep() { l.Ends = append(l.Ends, len(l.Numbers)) }

// Metric describes a number that is measured at every turn of a game, such as the men on the board or the captures.
type Metric struct {
	Name  string // one or two words, unique within the game
	Help  string // what the metric counts
	Event bool   // whether the metric counts events of the turn, such as captures, not the pieces present after it
	Most  int    // the largest possible number, 0 if unknown
}

// MetricRules are rules of a game with metrics of its own.
type MetricRules interface {
	Rules
	// Metrics describes the numbers that AppendMetrics appends, in the same order.
	Metrics() []Metric
	// AppendMetrics appends the metrics of position p, which must be at the start of a turn or the end of its game.
	// Metrics that count events look at the latest turn: before is the position in which that turn began, and turn
	// holds its steps. Both are nil at the start of a game.
	AppendMetrics(values []int, p, before Position, turn []Step) []int
}

// MetricsOf returns the metrics of a game, or nil if rules is not a [MetricRules].
func MetricsOf(rules Rules) []Metric {
	if metered, ok := rules.(MetricRules); ok {
		return metered.Metrics()
	}
	return nil
}

// AppendMetrics calls [MetricRules.AppendMetrics]. If the rules of p have no metrics, it appends nothing.
func AppendMetrics(values []int, p, before Position, turn []Step) []int {
	if metered, ok := p.Rules().(MetricRules); ok {
		return metered.AppendMetrics(values, p, before, turn)
	}
	return values
}

// Keyed is a position that can be written as a short key and restored from it. Solvers keep millions of keys.
type Keyed interface {
	Symmetric
	// AppendCanonicalKey appends the position's key. Two unfinished positions of the same rules have equal keys if and
	// only if a symmetry of CanonicalHash maps one to the other. A finished position may share its key with others.
	AppendCanonicalKey(key []byte) []byte
	// SetKey overwrites the receiver with a position that has the given key. The key must come from an unfinished
	// position of the same rules. The restored position has turn number 1 or 2, and its Reversible is 0.
	SetKey(key []byte)
}

// Symmetric is a position that knows the symmetries of its game.
type Symmetric interface {
	Position
	// CanonicalHash returns a hash that is equal for all positions that a symmetry maps to each other. A symmetry is
	// a rotation or reflection of the board, an exchange of the seats together with their pieces and reserves, or both,
	// as far as the rules and the stage of the game allow it. Other positions have different hashes, up to collisions.
	// Like [Position.Hash], CanonicalHash ignores the turn number.
	CanonicalHash() uint64
}

// CanonicalHash returns [Symmetric.CanonicalHash], or [Position.Hash] if p is not Symmetric.
func CanonicalHash(p Position) uint64 {
	if symmetric, ok := p.(Symmetric); ok {
		return symmetric.CanonicalHash()
	}
	return p.Hash()
}

// GridSymmetry is a symmetry of a rectangular grid. It mirrors the files if bit 0 is set, mirrors the ranks if bit 1 is
// set, and then exchanges files and ranks if bit 2 is set, which only square grids allow.
type GridSymmetry uint8

// GridSymmetries is the number of symmetries of a square grid.
const GridSymmetries = 8

// The symmetries of a grid from which all other symmetries can be combined.
const (
	mirrorFiles GridSymmetry = 1 << iota
	MirrorRanks
	transpose
)

// SymmetriesOf returns the number n of symmetries of a grid: eight if the grid is square, else the four that do not
// exchange files and ranks. The symmetries of the grid are the values from 0 to n-1.
func SymmetriesOf(files, ranks int) GridSymmetry {
	if files == ranks {
		return GridSymmetries
	}
	return GridSymmetries / 2
}

// Map returns the square to which g maps a square of a grid. Files and ranks count from 0.
func (g GridSymmetry) Map(file, rank, files, ranks int) (toFile, toRank int) {
	if g&mirrorFiles != 0 {
		file = files - 1 - file
	}
	if g&MirrorRanks != 0 {
		rank = ranks - 1 - rank
	}
	if g&transpose != 0 {
		return rank, file
	}
	return file, rank
}

// ShownGame is a game that a page can offer to people who choose what to play.
type ShownGame interface {
	Game
	Introduction() Introduction
	// Form describes the texts of positions, so that people can edit positions on a board.
	Form() Form
}

// Introduction presents a game to a person who has not played it.
type Introduction struct {
	Pitch   string   // one sentence about what the players do
	Length  string   // how long a game takes
	Picture string   // text of a position from the middle of a game
	First   Settings // settings of a first game; all other options have their defaults
}

// Form describes the texts of a game's positions: a board, then fields. Package engine/sketch uses it to edit such
// texts without knowing the game.
type Form struct {
	Pieces    []FormPiece // in the order of a palette; if Seats is set, the pieces of each seat together
	Counted   bool        // whether a stack has one colour and is written with its height, such as "w3" for three men
	CountFrom int         // as in [Diagram]
	Holes     bool        // whether the board can have holes, which are written "o"
	Fields    []Option    // the fields after the board; a default is the usual value in the middle of a game
	Barriers  int         // number, from 1, of the field that lists barriers, such as "d4|n,e2|e"; 0 for no such field
	Seats     int         // number, from 1, of the field with a part for each seat, such as "5/3"; 0 for no such field
}

// FormPiece is a piece with its text in position texts, such as "wp" for a white pawn.
type FormPiece struct {
	Text  string
	Piece Piece
}

// StartRules are rules that offer other starts besides [Rules.Start].
type StartRules interface {
	Rules
	// Starts returns the starts other than [Rules.Start]. The start that suits a first game best comes first.
	Starts() []NamedStart
}

// NamedStart is a start of a game that a person can choose.
type NamedStart struct {
	Title    string // such as "Even set-up"
	Position Position
}

// ArrayRules are rules whose games a learning program can read as arrays of numbers.
type ArrayRules interface {
	Rules
	// Actions returns every step that is possible on the board, in ascending order. An action is the index of a step in
	// this list. Learning programs use actions, because the numbers of actions have no gaps, while the numbers of steps
	// may have gaps. Some actions may never occur in a game.
	Actions() []Step
	// Planes describes the planes of a position, in order. Each plane has one number for each square of the board.
	Planes() []Plane
	// BoardSize returns the number of files and ranks.
	BoardSize() (files, ranks int)
	// WritePlanes writes the planes of position p from the viewpoint of seat, which is the seat that descriptions of
	// planes call "own". The numbers of a plane follow each other rank by rank, the first rank first, and file a first
	// in each rank. The slice must have exactly the length of all planes together.
	WritePlanes(p Position, seat Seat, planes []uint8)
}

// Plane describes one plane of an array: a number for each square of the board.
type Plane struct {
	Name string // unique within the game
	Help string // what the numbers of the plane say
	Side Side   // the side of squares that the numbers are about; after a plane of NorthSide comes one of EastSide
}

// Side is a side of a square with or without a wall. The edges of the board are always walls.
type Side uint8

// The sides of squares that planes can be about. The other sides are those of the next squares.
const (
	NoSide Side = iota
	NorthSide
	EastSide
)

// MirrorRules are array rules that know the symmetries of their board.
type MirrorRules interface {
	ArrayRules
	// Symmetries returns the symmetries of the board that map legal steps to legal steps, the identity first. The
	// first setUp of them do so in every position, the others only once the board has been set up.
	Symmetries() (symmetries []GridSymmetry, setUp int)
	// Image returns the step to which one of these symmetries maps a step of [ArrayRules.Actions].
	Image(step Step, g GridSymmetry) Step
}

// Worded is a position that describes itself and its turns in words, for people who do not know the notation. Its
// sentences call the seats by their names in [Rules.SeatNames].
type Worded interface {
	Position
	// Choice describes a legal step for a board on which people click.
	Choice(step Step) Choice
	// TurnWords says what steps, the first steps of a turn from this position, do and what follows from them. It
	// returns a predicate without a full stop, such as "moves 2 men from c3 to c5".
	TurnWords(steps []Step) string
	// EndWords says why the rules have ended the game, such as "Red has no step", without a full stop.
	EndWords() string
}

// Choice describes a legal step for a board on which people click.
type Choice struct {
	// Squares holds the names of the squares to click, in order.
	Squares []string `json:"squares,omitempty"`
	// Kind distinguishes steps with equal squares, such as "white" and "black" for a checker to place.
	Kind  string `json:"rest,omitempty"`
	Count int    `json:"count,omitempty"` // number of pieces that move; 0 means 1
	Side  string `json:"side,omitempty"`  // of the square, where a barrier stands: "n", "e", "s" or "w"; else ""
	Words string `json:"words,omitempty"` // label of the step's button; empty if the squares say enough
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

// OutcomeWords says how a game with the last position p and the outcome o ended, such as "White wins: Red has no step".
// For a reason outside the rules, such as a loss on time, and if p is not Worded, it uses the text in o.
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
