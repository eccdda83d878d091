// Package engine defines what a game is. The packages above it (searches, tournaments, statistics, pages) see games
// only through its interfaces. Each particular game has its own package below engine.
//
// A [Game] describes its options. For given values of the options it returns [Rules], and these return the first
// [Position]. A position lists and plays its legal steps. It also knows the seat to act, the outcome, a hash and its
// text. A turn is everything one player does before another may act: one or more steps by the same seat. Since callers
// play steps, they must not assume that each step is by another seat than the one before. [EachTurn] yields whole
// turns. A [History] adds what a position alone cannot know: repetition and the turn cap. A [Record] is a history in
// the form in which it is stored. Package pgn writes and reads records as PGN.
//
// Hot loops (perft, random playouts, features) are methods of each game on its concrete types. A caller makes one
// interface call for a whole loop, so the cost of that call does not matter. docs/howto/add-a-game.md shows how to add
// a game.
package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// MaxSeats is the largest number of players of any game.
const MaxSeats = 4

// Seat is a player's place in the turn order, counted from 0. Texts for people count from 1; see [Seat.String].
type Seat uint8

// String returns the number that people read: "1" for the seat that acts first.
func (s Seat) String() string { return string('1' + rune(s)) }

// Step is the smallest single decision inside a turn. Each game encodes its steps as numbers from 1 to
// [Rules.StepSpace] - 1. The meaning of a number can depend on the position. Code outside the game only compares and
// stores steps, and uses them as indices.
type Step uint32

// NoStep is never a legal step of any game.
const NoStep Step = 0

// StepKind is the kind of a step, such as entering a man or moving a stack. It is an index into [Rules.StepKinds].
type StepKind uint8

// Game is a family of rules that differ by options only, such as Pit of Pillars with its board sizes.
type Game interface {
	// Name returns the one word used on the command line and in records, such as "pit-of-pillars".
	Name() string
	// Title returns the name that people read, such as "Pit of Pillars".
	Title() string
	// Options lists every option with its default. The option that changes the game most comes first.
	Options() []Option
	// New returns the rules for the given settings, with defaults for all other options. It rejects unknown and invalid
	// settings; [Settle] does so for single options. An error names the option and the remedy: "option repetition=1:
	// must be 0 (never) or 2 or more".
	New(settings Settings) (Rules, error)
	// Read parses a position text. The text determines some options, such as the size of the board. The other options
	// have the values in settings, or their defaults. A setting that contradicts the text is an error. Texts are not
	// trusted: an impossible position is an error that names the field and the remedy.
	Read(text string, settings Settings) (Position, error)
}

// Rules is a game with a value for every option. It is immutable and may be shared between goroutines.
type Rules interface {
	Game() Game
	// Settings returns a value for every option of the game, in the game's order.
	Settings() Settings
	Seats() int
	// SeatNames returns the players' names in seat order, such as "White" and "Red".
	SeatNames() []string
	// Start returns a new position at the beginning of the game.
	Start() Position
	// StepKinds returns the names of the kinds of step, indexed by StepKind.
	StepKinds() []string
	// StepSpace returns the largest Step plus 1. This number is small enough for tables indexed by step; alpha-beta
	// takes at most 20 bits.
	StepSpace() int
	// Repetition returns how often a position must occur at the start of a turn to draw the game; 0 means never.
	Repetition() int
	// TurnCap returns the number of the last turn before the game is drawn, or 0 for no cap.
	TurnCap() int
	// Features describes the numbers that [Position.Features] writes, in the same order.
	Features() []Term
}

// Term describes one feature or pattern to which an evaluation, or a policy for steps, assigns a weight.
type Term struct {
	Name string // a word, unique within the game
	Help string // what the feature counts, or when a seat shows the pattern; may be empty for patterns of steps
}

// Position is the state of a game, except for earlier positions (see [History]). A Position belongs to one goroutine.
// Two positions given to the same call must come from the same Rules.
//
// The methods that searches call at every node allocate nothing.
type Position interface {
	Rules() Rules
	// Seat returns the seat to act. It has no meaning once the game is over.
	Seat() Seat
	// Turn returns the number of the turn that the next step belongs to, from 1. All steps of a turn have one number.
	// After the last step of a game, seat and turn are those of the turn that would follow.
	Turn() int
	// StartsTurn reports whether the next step is the first of its turn, or would be if the game were not over.
	StartsTurn() bool
	// StepKind returns the kind of all legal steps of this position.
	StepKind() StepKind
	// InOpening reports whether the position belongs to a stage in which the board is only being set up. Random
	// openings for matches play through this stage.
	InOpening() bool
	// Over reports whether the position itself ends the game. Only a [History] finds draws by repetition and turn cap.
	Over() bool
	// Outcome returns how the position itself ended the game, or the zero Outcome.
	Outcome() Outcome

	// AppendSteps appends the legal steps, none if the game is over. Their order depends only on the position. Where
	// a step can be declined, declining is a step too, unless it would be the only one: the turn ends without it.
	AppendSteps(steps []Step) []Step
	// DeclineStep returns the legal step that turns down a voluntary move and only changes the seat to act, or NoStep.
	// A pass that the position remembers is an ordinary step.
	DeclineStep() Step
	// CountSteps returns the number of legal steps.
	CountSteps() int
	// Play plays a legal step in place. Every step changes the hash. There is no undo: searches keep one position for
	// each level and copy it, which is one move of memory if a position has no pointer but the one to its rules.
	Play(step Step)
	// PlayInto overwrites child, which must not be the receiver, with the position after a legal step.
	PlayInto(step Step, child Position)
	// CopyFrom overwrites the receiver with other.
	CopyFrom(other Position)
	// Clone returns an independent copy.
	Clone() Position

	// Hash returns a hash of everything that decides what can follow, also of a pass just made, but not of the turn
	// number. Random keys for it come from a fixed seed, since runs must be repeatable.
	Hash() uint64
	// Reversible returns the number of turns since the last step that can never be undone, such as a capture, or since
	// the position was set up or read. No position before these turns can equal this one: too large a number costs
	// time, too small a number hides repetitions. Reversible is always 0 in games in which positions never recur.
	Reversible() int

	// StepText returns a legal step in the game's notation, without blanks, different for each legal step. Records are
	// PGN, so it has no brackets, semicolons, dollar signs or quotation marks, and does not look like a result or a
	// turn number. Only declining and passing are "-".
	StepText(step Step) string
	// String returns the position's text, which [Game.Read] reads back.
	String() string
	// Diagram returns the board as a picture to draw.
	Diagram() Diagram

	// AppendNoisy appends the legal steps that a quiescence search must look at: captures, other changes of material,
	// and immediate wins. Wins that are costly to detect, such as leaving the opponent without a step, may be missing.
	// There must be few of them, or a search does not stop.
	AppendNoisy(steps []Step) []Step
	// OrderingScores writes to scores an estimate of what each of the given legal steps gains for the seat to act, in
	// hundredths of a logit: 100 is an expected result of 73 %, 200 of 88 %. A win gains 10000, a declining step 0.
	// Searches call OrderingScores at every node.
	OrderingScores(steps []Step, scores []int32)
	// Features writes the features from the viewpoint of seat. The slice has the length of [Rules.Features]. A feature
	// is the seat's count less its opponent's, on which alpha-beta relies, or less the mean of several opponents.
	Features(seat Seat, features []int32)
}

// Leaver is a position of a game in which a seat can leave before the game ends for the others. A seat that has left is
// placed behind all seats that are still in the game.
type Leaver interface {
	Position
	// Settled returns the final score of a seat, and whether it has left the game.
	Settled(seat Seat) (score float64, left bool)
}

// Settled returns [Leaver.Settled] of p, or false if p is not a Leaver: no seat leaves such a game early.
func Settled(p Position, seat Seat) (score float64, left bool) {
	if leaver, ok := p.(Leaver); ok {
		return leaver.Settled(seat)
	}
	return 0, false
}

// Departed returns the seats that have left the game, in the order of leaving.
func Departed(p Position) []Seat {
	var left []Seat
	var scores [MaxSeats]float64
	for seat := range Seat(p.Rules().Seats()) {
		if score, hasLeft := Settled(p, seat); hasLeft {
			left, scores[seat] = append(left, seat), score
		}
	}
	// A seat scores more the later it leaves.
	slices.SortStableFunc(left, func(a, b Seat) int { return cmp.Compare(scores[a], scores[b]) })
	return left
}

// PieRules are rules with a pie rule: one player sets up the board, and then another step decides who plays which side
// or who begins. That step does not change the board.
type PieRules interface {
	Rules
	// PieStep reports whether steps of this kind choose by the pie rule.
	PieStep(kind StepKind) bool
}

// IsPieChoice reports whether p starts a turn of the set-up in which the seat to act has a choice by the pie rule.
func IsPieChoice(p Position) bool {
	rules, ok := p.Rules().(PieRules)
	return ok && rules.PieStep(p.StepKind()) && p.InOpening() && p.StartsTurn() && p.CountSteps() > 1
}

// Reason says in a few words why a game ended. It is empty while the game is in progress.
type Reason string

// The reasons that all games share. Games add their own.
const (
	Ongoing     Reason = ""
	Repetition  Reason = "repetition"
	TurnCap     Reason = "turn cap"
	NoLegalStep Reason = "no legal step"
)

// Outcome holds the final score of each seat, from 0 to 1, and the reason why the game ended. Two seats score 1 and 0,
// or 1/2 each. With more seats, a seat scores the fraction of its opponents that place behind it; a tie counts half.
// The zero Outcome means that the game has not ended.
type Outcome struct {
	Reason Reason
	Scores [MaxSeats]float64
	Seats  int
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != Ongoing }

// Score returns the score of one seat.
func (o Outcome) Score(s Seat) float64 { return o.Scores[s] }

// Text returns "result", the scores and the reason, such as "result 1 0 no stack left".
func (o Outcome) Text() string { return fmt.Sprintf("result %s %s", o.ScoreText(), o.Reason) }

// ScoreText returns the scores by seat, separated by blanks.
func (o Outcome) ScoreText() string { return strings.Trim(fmt.Sprint(o.Scores[:o.Seats]), "[]") }

// Win returns the outcome of a two-seat game that winner has won.
func Win(winner Seat, why Reason) Outcome {
	o := Outcome{Reason: why, Seats: 2}
	o.Scores[winner] = 1
	return o
}

// Draw returns the outcome that gives half a point to every seat.
func Draw(seats int, why Reason) Outcome {
	o := Outcome{Reason: why, Seats: seats}
	for s := range seats {
		o.Scores[s] = 0.5
	}
	return o
}

// DeriveSeed derives a seed from a parent seed and names that say what the new seed is for. It returns 64 bits of a
// SHA-256 hash, so different names give independent seeds. The hash covers lengths: "ab", "c" and "a", "bc" differ.
func DeriveSeed(parent uint64, names ...string) uint64 {
	data := binary.BigEndian.AppendUint64(nil, parent)
	for _, name := range names {
		data = append(binary.BigEndian.AppendUint64(data, uint64(len(name))), name...)
	}
	hash := sha256.Sum256(data)
	return binary.BigEndian.Uint64(hash[:])
}

// Uniform maps a seed to a number x with 0 <= x < 1. Uniformly distributed seeds give uniformly distributed numbers.
func Uniform(seed uint64) float64 {
	const values = 1 << 53 // a float64 holds whole numbers of 53 bits exactly
	return float64(seed%values) / values
}

// NewRandom returns a random generator for a seed. The second half of the generator's own seed is always the same
// number, 2^64 divided by the golden ratio.
func NewRandom(seed uint64) *rand.PCG { return rand.NewPCG(seed, 0x9e3779b97f4a7c15) }

// Diagram is a board to draw, independent of any game's rules. Package engine/diagram draws it.
type Diagram struct {
	Files, Ranks int
	Cells        []Cell   // the cells of each rank from file a on, the lowest rank first
	Notes        []string // lines to print below the board, such as the player to act and the reserves
	Reserves     []int    // pieces in reserve by seat; nil in games without reserves
	Colors       []Color  // by seat, the colour that its player chose; nil before the choice, or without such a choice
	CountFrom    int      // stacks from this height on have their height as a number beside them; 0 means 3
}

// Cell is one place in the grid of a [Diagram]. The zero Cell is a place that does not belong to the board.
type Cell struct {
	Kind   CellKind
	Name   string  // the square's name in step notation, such as "c5"
	Pieces []Piece // from bottom to top
	North  bool    // whether there is a barrier on the edge to the next higher rank
	East   bool    // whether there is a barrier on the edge to the next file, such as from file a to b
}

// CellKind is the kind of a place in the grid of a [Diagram].
type CellKind uint8

// The kinds of cells.
const (
	NoCell CellKind = iota // not a part of the board, such as a corner of a board without corners
	Square
	Hole
)

// Piece is one piece in a Cell.
type Piece struct {
	Color Color
	Shape Shape
}

// Color is a piece's colour.
type Color uint8

// The colours of pieces. Every game uses some of them.
const (
	White Color = iota
	Black
	Red
	Blue
)

// String returns the colour's name in lower case.
func (c Color) String() string { return [...]string{"white", "black", "red", "blue"}[c] }

// Shape is the kind of a piece.
type Shape uint8

// The shapes of pieces. Every game uses some of them.
const (
	Man Shape = iota
	Pillar
	Tower
	Pawn
)
