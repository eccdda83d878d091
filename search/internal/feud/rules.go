// Package feud is a small game for two to four seats, for the tests of searches: every seat has tokens, and takes them from others until one is left.
//
// A turn strikes at another seat that is in, which loses a token. Who has two tokens or more may then press: the struck seat loses another one if it
// is in still, the striker one too; or decline. Who has no token is out. After a press the struck seat acts next if it is in, else the next seat in
// order; so seats neither alternate nor rotate. The last seat in wins, the others are placed in the reverse order of going out. Tokens only
// grow fewer, so the game has no cycles and can be solved by brute force.
//
// rules.go says what the game is, position.go plays it.
package feud

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// LastIn is the reason of every outcome.
const LastIn engine.Reason = "last seat in"

// Rules are the game with the tokens each seat starts with, one number above 0 for each of two to four seats.
type Rules struct{ Tokens []int }

// Game is the game.
func (r *Rules) Game() engine.Game { return game{} }

// Settings are none.
func (r *Rules) Settings() engine.Settings { return nil }

// Seats is how many have tokens.
func (r *Rules) Seats() int { return len(r.Tokens) }

// SeatNames are letters.
func (r *Rules) SeatNames() []string { return []string{"A", "B", "C", "D"}[:r.Seats()] }

// Start has all seats in and the first to act.
func (r *Rules) Start() engine.Position {
	p := &Position{rules: r, turn: 1}
	for s, tokens := range r.Tokens {
		p.tokens[s] = int8(tokens)
	}
	return p
}

// StepKinds are the two steps of a turn.
func (r *Rules) StepKinds() []string { return []string{"strike", "press"} }

// StepSpace is one more than the largest step.
func (r *Rules) StepSpace() int { return int(stepSpace) }

// Repetition is 0: nothing repeats.
func (r *Rules) Repetition() int { return 0 }

// TurnCap is 0: every game ends.
func (r *Rules) TurnCap() int { return 0 }

// Features are the tokens and whether the seat is out.
func (r *Rules) Features() []engine.Feature {
	return []engine.Feature{
		{Name: "own", Help: "tokens of the seat"},
		{Name: "rest", Help: "tokens of all others"},
		{Name: "out", Help: "1 for a seat that went out last, one more for each that went out after it"},
	}
}

// Weights is the text of a file of weights for which hardly two positions are worth the same.
const Weights = "own 37\nrest -11\nout -3001\n"

type game struct{}

func (game) Name() string                              { return "feud" }
func (game) Title() string                             { return "Feud" }
func (game) Options() []engine.Option                  { return nil }
func (game) New(engine.Settings) (engine.Rules, error) { return &Rules{Tokens: []int{2, 2, 2}}, nil }

// Read reads the text of a position at the start of a game, such as "2/1/3".
func (game) Read(text string, _ engine.Settings) (engine.Position, error) {
	r := &Rules{}
	for _, field := range strings.Split(text, "/") {
		tokens := 0
		if _, err := fmt.Sscan(field, &tokens); err != nil || tokens < 1 || tokens > 15 {
			return nil, fmt.Errorf("tokens %q: must be from 1 to 15", field)
		}
		r.Tokens = append(r.Tokens, tokens)
	}
	if len(r.Tokens) < 2 || len(r.Tokens) > engine.MaxSeats {
		return nil, fmt.Errorf("%q is for %d seats: must be from 2 to %d", text, len(r.Tokens), engine.MaxSeats)
	}
	return r.Start(), nil
}
