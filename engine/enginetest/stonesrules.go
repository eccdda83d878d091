package enginetest

import (
	"errors"
	"slices"

	"pillars/engine"
)

// Steps, as [Position] plays them: 1, 2 and 3 take so many stones.
const (
	StonesMore    engine.Step = iota + 4 // takes one more after two
	StonesDecline                        // takes no more after two
	StonesHold
	stonesSteps
)

// Reasons of outcomes.
const (
	lastStone  engine.Reason = "last stone taken"
	outOfSteps engine.Reason = "out of steps"
)

// Stones is a game so small that its theory is known: a pile of stones from which two seats take in turn. A turn takes one, two or three stones; after
// taking two and leaving some a seat may take one more or decline, so that two steps in a row belong to one seat. The last stone wins. Without more rules
// the seat to act loses if and only if the pile is a multiple of four.
//
// Two rules can be added. At some piles a seat may hold instead: it takes nothing and turns its own marker over, so that positions come back and
// play may never end. And the game may be drawn after a number of steps; the steps are then part of the position, so that no position can be reached by
// lines of different lengths and a search to a fixed depth has but one result.
type Stones struct {
	Pile  int   // stones at the start
	Holds []int // piles at which a seat may hold
	Steps int   // steps until the game is drawn; 0 for no end
	Cap   int   // the turn cap; 0 for none
	Draws int   // how often a position must stand to draw the game; 0 for never
}

// stonesGame is stones as a game; it can neither be made from settings nor read.
type stonesGame struct{}

var errNoText = errors.New("the game of stones has no text")

// Name is "stones".
func (stonesGame) Name() string { return "stones" }

// Title is "Stones".
func (stonesGame) Title() string { return "Stones" }

// Options are none.
func (stonesGame) Options() []engine.Option { return nil }

// New is an error.
func (stonesGame) New(engine.Settings) (engine.Rules, error) { return nil, errNoText }

// Read is an error.
func (stonesGame) Read(string, engine.Settings) (engine.Position, error) { return nil, errNoText }

// Game is stones.
func (r *Stones) Game() engine.Game { return stonesGame{} }

// Settings are none.
func (r *Stones) Settings() engine.Settings { return nil }

// Seats is 2.
func (r *Stones) Seats() int { return 2 }

// SeatNames are "One" and "Two".
func (r *Stones) SeatNames() []string { return []string{"One", "Two"} }

// Start is the full pile.
func (r *Stones) Start() engine.Position { return &StonesPosition{rules: r, Pile: r.Pile, turn: 1} }

// StepKinds are the first and the second step of a turn.
func (r *Stones) StepKinds() []string { return []string{"first", "second"} }

// StepSpace is one more than the largest step.
func (r *Stones) StepSpace() int { return int(stonesSteps) }

// Repetition is Draws.
func (r *Stones) Repetition() int { return r.Draws }

// TurnCap is Cap.
func (r *Stones) TurnCap() int { return r.Cap }

// StonesWeights is a file of weights: with them every position is worth its noise.
const StonesWeights = "noise 1\n"

// StonesEven is a file of weights by which all positions are even, so that nothing but results can guide a search.
const StonesEven = "noise 0\n"

// Features are one number that looks random, so that every position has another worth.
func (r *Stones) Features() []engine.Term {
	return []engine.Term{{Name: "noise", Help: "a number from -60 to 60 that the position's hash decides"}}
}

// holds reports whether a seat may hold at a pile.
func (r *Stones) holds(pile int) bool { return slices.Contains(r.Holds, pile) }
