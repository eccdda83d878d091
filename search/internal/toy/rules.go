// Package toy is a game so small that its theory is known, for the tests of searches: a pile of stones from which two seats take in turn.
//
// A turn takes one, two or three stones; who takes two and leaves some may then take one more or decline, so that two steps in a row belong to one
// seat. Who takes the last stone wins. Without more rules the seat to act loses if and only if the pile is a multiple of four.
//
// Two rules can be added. At some piles a seat may hold instead: it takes nothing and turns its own marker over, so that positions come back and
// play may never end. And the game may be drawn after a number of steps; the steps are then part of the position, so that no position can be reached by
// lines of different lengths and a search to a fixed depth has but one result.
//
// rules.go says what the game is, position.go plays it.
package toy

import (
	"errors"
	"slices"

	"pillars/engine"
)

// Steps, as [Position] plays them: 1, 2 and 3 take so many stones.
const (
	More    engine.Step = iota + 4 // takes one more after two
	Decline                        // takes no more after two
	Hold
	stepSpace
)

// Reasons of outcomes.
const (
	LastStone engine.Reason = "last stone taken"
	OutOfTime engine.Reason = "out of steps"
)

// Rules are the game with its options settled.
type Rules struct {
	Pile  int   // stones at the start
	Holds []int // piles at which a seat may hold
	Steps int   // steps until the game is drawn; 0 for no end
	Cap   int   // the turn cap; 0 for none
	Draws int   // how often a position must stand to draw the game; 0 for never
}

// Game is the toy as a game; it can neither be made from settings nor read.
type Game struct{}

var errText = errors.New("the toy game has no text")

// Name is "toy".
func (Game) Name() string { return "toy" }

// Title is "Toy".
func (Game) Title() string { return "Toy" }

// Options are none.
func (Game) Options() []engine.Option { return nil }

// New is an error.
func (Game) New(engine.Settings) (engine.Rules, error) { return nil, errText }

// Read is an error.
func (Game) Read(string, engine.Settings) (engine.Position, error) { return nil, errText }

// Game is the toy.
func (r *Rules) Game() engine.Game { return Game{} }

// Settings are none.
func (r *Rules) Settings() engine.Settings { return nil }

// Seats is 2.
func (r *Rules) Seats() int { return 2 }

// SeatNames are "One" and "Two".
func (r *Rules) SeatNames() []string { return []string{"One", "Two"} }

// Start is the full pile.
func (r *Rules) Start() engine.Position { return &Position{rules: r, Pile: r.Pile, turn: 1} }

// StepKinds are the first and the second step of a turn.
func (r *Rules) StepKinds() []string { return []string{"first", "second"} }

// StepSpace is one more than the largest step.
func (r *Rules) StepSpace() int { return int(stepSpace) }

// Repetition is Draws.
func (r *Rules) Repetition() int { return r.Draws }

// TurnCap is Cap.
func (r *Rules) TurnCap() int { return r.Cap }

// Weights is a file of weights: with them every position is worth its noise.
const Weights = "noise 1\n"

// Even is a file of weights by which all positions are even, so that nothing but results can guide a search.
const Even = "noise 0\n"

// Features are one number that looks random, so that every position has another worth.
func (r *Rules) Features() []engine.Feature {
	return []engine.Feature{{Name: "noise", Help: "a number from -60 to 60 that the position's hash decides"}}
}

// holds reports whether a seat may hold at a pile.
func (r *Rules) holds(pile int) bool { return slices.Contains(r.Holds, pile) }
