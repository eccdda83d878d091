package engine

// Game is a family of rules that differ by options only, such as Pit of Pillars with its board sizes.
type Game interface {
	// Name is the one word used on the command line and in records, such as "pit-of-pillars".
	Name() string
	// Title is the name people read, such as "Pit of Pillars".
	Title() string
	// Options lists every option with its default.
	Options() []Option
	// New settles the options. Settings that are not given take their defaults; an unknown name or an impossible value is an error.
	New(settings Settings) (Rules, error)
	// Read reads a position text, and the rules with it: what the text fixes (the size of the board, the number of seats) it fixes, the rest
	// comes from settings and defaults. A setting that contradicts the text is an error.
	Read(text string, settings Settings) (Position, error)
}

// Rules is a game with every option settled. It never changes and may be shared between goroutines.
type Rules interface {
	Game() Game
	// Settings holds every option of the game, in the game's order, defaults included.
	Settings() Settings
	Seats() int
	// SeatNames are the players' names in seat order, such as "White" and "Red".
	SeatNames() []string
	// Start is a new position at the beginning of the game.
	Start() Position
	// StepKinds names the kinds of step, indexed by StepKind.
	StepKinds() []string
	// StepSpace is one more than the largest Step; small enough for tables indexed by step.
	StepSpace() int
	// Repetition is how often a position must stand at the start of a turn to draw the game; 0 for never.
	Repetition() int
	// TurnCap is the last turn that may be played; the game is drawn when a later one would begin; 0 for no cap.
	TurnCap() int
	// Features names what [Position.Features] counts, in its order.
	Features() []Term
}

// Term is one named thing that an evaluation, or a policy of steps, can weigh.
type Term struct {
	Name string // a word, unique within the game
	Kind TermKind
	Help string // what it counts, or when it is shown
}

// TermKind says how a term comes by its count.
type TermKind uint8

// The kinds of term.
const (
	Feature TermKind = iota // [Position.Features] counts it, the seat's less the opponent's
	Pattern                 // seats or steps show it, or not: see [PatternRules] and [StepPatternRules]
)

// Position is one position: all that decides what can follow, except earlier positions (see [History]). A Position belongs to one goroutine.
// Two positions given to the same call must come from the same Rules.
//
// The methods that searches call at every node allocate nothing.
type Position interface {
	Rules() Rules
	// Seat is who acts. It means nothing once the game is over.
	Seat() Seat
	// Turn is the number of the turn that the next step belongs to, from 1.
	Turn() int
	// StartsTurn reports whether the next step is the first of its turn (or would be, if the game is over).
	StartsTurn() bool
	// StepKind is the kind that all legal steps here have.
	StepKind() StepKind
	// InOpening reports whether the position belongs to a stage in which the board is only being set up. Random openings for matches play through it.
	InOpening() bool
	// Over reports whether the position itself ends the game; repetition and the turn cap are the History's.
	Over() bool
	// Outcome is how the position itself ended the game, or the zero Outcome.
	Outcome() Outcome

	// AppendSteps appends the legal steps, none if the game is over. Their order is fixed for a given position.
	AppendSteps(steps []Step) []Step
	// DeclineStep is the legal step that turns an option down and changes nothing but whose turn it is, or NoStep if there is none here.
	DeclineStep() Step
	// CountSteps is the number of legal steps.
	CountSteps() int
	// Play plays a legal step in place.
	Play(step Step)
	// PlayInto overwrites child, which must not be the receiver, with the position after a legal step.
	PlayInto(step Step, child Position)
	// CopyFrom overwrites the receiver with other.
	CopyFrom(other Position)
	// Clone is a copy of its own.
	Clone() Position

	// Hash identifies the position: board, player to act, kind of step, reserves, everything but the turn number.
	Hash() uint64
	// Reversible is the number of turn starts directly before the latest turn start that could equal it: 0 right after a step that can never be
	// undone, and at all times in a game without cycles.
	Reversible() int

	// StepText is a legal step in the game's notation.
	StepText(step Step) string
	// String is the position's text, which [Game.Read] reads back.
	String() string
	// Diagram is the board as a picture to draw.
	Diagram() Diagram

	// AppendNoisy appends the legal steps that change material or win at once: those a quiescence search must look at. Wins that are rare and
	// costly to see, such as leaving the opponent without a step, may be missing.
	AppendNoisy(steps []Step) []Step
	// OrderingScores guesses the worth of each legal step in steps, larger for better, cheaply enough to be asked at every node. Declining a step is worth 0.
	OrderingScores(steps []Step, scores []int32)
	// Features writes what the evaluation weighs, as seat sees it, into features, whose length is that of [Rules.Features].
	Features(seat Seat, features []int32)
}
