package enginetest

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// lastIn is the reason of every outcome.
const lastIn engine.Reason = "last seat in"

// Strikes is a small game for two to four seats: every seat has tokens, and takes them from others until one seat is left. A turn strikes at another seat
// that is in, which loses a token. A striker with two tokens or more may then press: the struck seat loses another one if it is still in, the striker one
// too; or decline. A seat without tokens is out. After a press the struck seat acts next if it is in, else the next seat in order; so seats neither
// alternate nor rotate. The last seat in wins, the others are placed in the reverse order of going out. Tokens only grow fewer, so the game has no cycles
// and can be solved by brute force.
//
// Tokens are those that each seat starts with, one number above 0 for each of two to four seats.
type Strikes struct{ Tokens []int }

// Game is the game.
func (r *Strikes) Game() engine.Game { return strikesGame{} }

// Settings are none.
func (r *Strikes) Settings() engine.Settings { return nil }

// Seats is how many have tokens.
func (r *Strikes) Seats() int { return len(r.Tokens) }

// SeatNames are letters.
func (r *Strikes) SeatNames() []string { return []string{"A", "B", "C", "D"}[:r.Seats()] }

// Start has all seats in and the first to act.
func (r *Strikes) Start() engine.Position {
	p := &strikesPosition{rules: r, turn: 1}
	for s, tokens := range r.Tokens {
		p.tokens[s] = int8(tokens)
	}
	return p
}

// StepKinds are the two steps of a turn.
func (r *Strikes) StepKinds() []string { return []string{"strike", "press"} }

// StepSpace is one more than the largest step.
func (r *Strikes) StepSpace() int { return int(strikesSteps) }

// Repetition is 0: nothing repeats.
func (r *Strikes) Repetition() int { return 0 }

// TurnCap is 0: every game ends.
func (r *Strikes) TurnCap() int { return 0 }

// Features are the tokens and whether the seat is out.
func (r *Strikes) Features() []engine.Term {
	return []engine.Term{
		{Name: "own", Help: "tokens of the seat"},
		{Name: "rest", Help: "tokens of all others"},
		{Name: "out", Help: "1 for a seat that went out last, one more for each that went out after it"},
	}
}

// StrikesWeights is the text of a file of weights for which hardly two positions are worth the same.
const StrikesWeights = "own 37\nrest -11\nout -3001\n"

type strikesGame struct{}

func (strikesGame) Name() string             { return "strikes" }
func (strikesGame) Title() string            { return "Strikes" }
func (strikesGame) Options() []engine.Option { return nil }
func (strikesGame) New(engine.Settings) (engine.Rules, error) {
	return &Strikes{Tokens: []int{2, 2, 2}}, nil
}

// Read reads the text of a position at the start of a game, such as "2/1/3".
func (strikesGame) Read(text string, _ engine.Settings) (engine.Position, error) {
	r := &Strikes{}
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
