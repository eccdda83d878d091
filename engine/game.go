// Package engine says what a game is. Everything above it (searches, tournaments, statistics, pages) sees games only
// through the contract here; everything a particular game does lies in its own package below engine.
//
// # The contract
//
// A [Game] has options; settling them gives [Rules]; rules give a [Position] to start from. A position lists its legal
// steps, plays one, says who acts, whether and how the game ended, hashes itself and writes itself as text. A turn is
// everything one player does before another may act; it consists of one or more steps, all by one seat. The unit here
// is the step: the seat to act need not alternate, and nobody above may assume that it does. Who needs whole turns goes
// through them with [EachTurn]. A [History] adds what a position alone cannot know: repetition and the turn cap. A
// [Record] is a history on paper, and package pgn writes and reads it as PGN-shaped text.
//
// Hot loops (perft, random playouts, features) live inside each game with its concrete types; callers use them whole,
// so that the cost of an interface call never shows.
//
// # How to add a game
//
// docs/ADDING_A_GAME.md walks through all of it with a complete small game.
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

// MaxSeats is the largest number of players any game of the family has.
const MaxSeats = 4

// Seat numbers the players in turn order, from 0; people read seats from 1 ([Seat.String]).
type Seat uint8

// String is the number people use: "1" for the seat that acts first.
func (s Seat) String() string { return string('1' + rune(s)) }

// Step is the smallest single decision inside a turn, packed by its game: 0 < step < [Rules.StepSpace]. Its meaning
// can depend on the position; outside its game it is only compared, stored and used as an index.
type Step uint32

// NoStep is never a legal step of any game.
const NoStep Step = 0

// StepKind tells apart the decisions that turns are made of. It is an index into [Rules.StepKinds].
type StepKind uint8

// Game is a family of rules that differ by options only, such as Pit of Pillars with its board sizes.
type Game interface {
	// Name is the one word used on the command line and in records, such as "pit-of-pillars".
	Name() string
	// Title is the name people read, such as "Pit of Pillars".
	Title() string
	// Options lists every option with its default.
	Options() []Option
	// New settles the options. Settings that are not given take their defaults; an unknown name or an impossible value
	// is an error.
	New(settings Settings) (Rules, error)
	// Read reads a position text, and the rules with it: what the text fixes (the size of the board, the number of
	// seats) it fixes, the rest comes from settings and defaults. A setting that contradicts the text is an error.
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

// Position is one position: all that decides what can follow, except earlier positions (see [History]). A Position
// belongs to one goroutine. Two positions given to the same call must come from the same Rules.
//
// The methods that searches call at every node allocate nothing.
type Position interface {
	Rules() Rules
	// Seat is the seat to act. It means nothing once the game is over.
	Seat() Seat
	// Turn is the number of the turn that the next step belongs to, from 1.
	Turn() int
	// StartsTurn reports whether the next step is the first of its turn (or would be, if the game is over).
	StartsTurn() bool
	// StepKind is the kind that all legal steps here have.
	StepKind() StepKind
	// InOpening reports whether the position belongs to a stage in which the board is only being set up. Random
	// openings for matches play through it.
	InOpening() bool
	// Over reports whether the position itself ends the game; repetition and the turn cap are the History's.
	Over() bool
	// Outcome is how the position itself ended the game, or the zero Outcome.
	Outcome() Outcome

	// AppendSteps appends the legal steps, none if the game is over. Their order is fixed for a given position.
	AppendSteps(steps []Step) []Step
	// DeclineStep is the legal step that turns an option down and changes nothing but whose turn it is, or NoStep if
	// there is none here.
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
	// Reversible is the number of turn starts directly before the latest turn start that could equal it: 0 right after
	// a step that can never be undone, and at all times in a game without cycles.
	Reversible() int

	// StepText is a legal step in the game's notation.
	StepText(step Step) string
	// String is the position's text, which [Game.Read] reads back.
	String() string
	// Diagram is the board as a picture to draw.
	Diagram() Diagram

	// AppendNoisy appends the legal steps that change material or win at once: those a quiescence search must look at.
	// Wins that are rare and costly to see, such as leaving the opponent without a step, may be missing.
	AppendNoisy(steps []Step) []Step
	// OrderingScores guesses the worth of each legal step in steps, larger for better, cheaply enough to be asked at
	// every node. Declining a step is worth 0.
	OrderingScores(steps []Step, scores []int32)
	// Features writes what the evaluation weighs, as seat sees it, into features, whose length is that of
	// [Rules.Features].
	Features(seat Seat, features []int32)
}

// Leaver is a position of a game that a seat can leave before it ends for the others. A seat that has left stays behind
// all that have not.
type Leaver interface {
	Position
	// Settled is the score of a seat that has left, and false for all others.
	Settled(seat Seat) (score float64, left bool)
}

// Settled is the score of a seat that has left the game, and false for all others.
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

// Reason says in a few words why a game ended. The empty reason stands for a game that goes on.
type Reason string

// The reasons that every game shares. Games add their own.
const (
	Ongoing     Reason = ""
	Repetition  Reason = "repetition"
	TurnCap     Reason = "turn cap"
	NoLegalStep Reason = "no legal step"
)

// Outcome is how a game ended: one score in [0, 1] per seat, and why. The scores of a two-seat game are 1 and 0 or
// twice 1/2; with more seats a score is the share of opponents placed behind. The zero Outcome is a game that goes on.
type Outcome struct {
	Reason Reason
	Scores [MaxSeats]float64
	Seats  int
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != Ongoing }

// Score is the score of one seat.
func (o Outcome) Score(s Seat) float64 { return o.Scores[s] }

// Text is "result", the scores and the reason, such as "result 1 0 no stack left".
func (o Outcome) Text() string { return fmt.Sprintf("result %s %s", o.ScoreText(), o.Reason) }

// ScoreText is the scores by seat with blanks between.
func (o Outcome) ScoreText() string { return strings.Trim(fmt.Sprint(o.Scores[:o.Seats]), "[]") }

// Win is the outcome of a two-seat game that winner has won.
func Win(winner Seat, why Reason) Outcome {
	o := Outcome{Reason: why, Seats: 2}
	o.Scores[winner] = 1
	return o
}

// Draw is the outcome in which all seats share the points.
func Draw(seats int, why Reason) Outcome {
	o := Outcome{Reason: why, Seats: seats}
	for s := range seats {
		o.Scores[s] = 0.5
	}
	return o
}

// DeriveSeed makes a seed from a parent seed and the names of what it is for, and from nothing else.
func DeriveSeed(parent uint64, names ...string) uint64 {
	hash := sha256.New()
	var word [8]byte
	binary.BigEndian.PutUint64(word[:], parent)
	hash.Write(word[:])
	for _, name := range names {
		binary.BigEndian.PutUint64(word[:], uint64(len(name)))
		hash.Write(word[:])
		hash.Write([]byte(name))
	}
	return binary.BigEndian.Uint64(hash.Sum(nil))
}

// NewRandom is the generator that a seed stands for everywhere in this program.
func NewRandom(seed uint64) *rand.PCG { return rand.NewPCG(seed, 0x9e3779b97f4a7c15) }

// Diagram is a board as it is drawn, free of any game's rules. Package engine/diagram draws it.
type Diagram struct {
	Files, Ranks int
	// Cells holds Ranks rows of Files cells, the lowest rank first.
	Cells []Cell
	// Notes are lines to print beside the board: who acts, reserves, the turn.
	Notes []string
}

// Cell is one place of a Diagram. The zero Cell is a place where the board has no square.
type Cell struct {
	Kind   CellKind
	Name   string  // its text in step notation
	Pieces []Piece // from bottom to top
	North  bool    // a barrier stands on the edge to the next rank
	East   bool    // a barrier stands on the edge to the next file
}

// CellKind says what a Cell is.
type CellKind uint8

// The kinds of cells.
const (
	NoCell CellKind = iota
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

// The colours of the pieces of the family.
const (
	White Color = iota
	Black
	Red
	Blue
)

// String is the colour's name, in lower case.
func (c Color) String() string { return [...]string{"white", "black", "red", "blue"}[c] }

// Shape tells pieces of different powers apart.
type Shape uint8

// The shapes of the pieces of the family.
const (
	Man Shape = iota
	Pillar
	Tower
	Pawn
)
