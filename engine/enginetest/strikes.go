package enginetest

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// lastIn is the reason of every outcome.
const lastIn engine.Reason = "last seat in"

// Strikes is a small game for two to four seats: every seat has tokens, and takes them from others until one seat is
// left. A turn strikes at another seat that is in, which loses a token. A striker with two tokens or more may then
// press: the struck seat loses another one if it is still in, the striker one too; or decline. A seat without tokens is
// out. After a press the struck seat acts next if it is in, else the next seat in order; so seats neither alternate nor
// rotate. The last seat in wins, the others are placed in the reverse order of going out. Tokens only grow fewer, so
// the game has no cycles and can be solved by brute force.
//
// Tokens are those that each seat starts with, one number above 0 for each of two to four seats.
type Strikes struct{ Tokens []int }

func (r *Strikes) Game() engine.Game         { return strikesGame{} }
func (r *Strikes) Settings() engine.Settings { return nil }
func (r *Strikes) Seats() int                { return len(r.Tokens) }
func (r *Strikes) SeatNames() []string       { return []string{"A", "B", "C", "D"}[:r.Seats()] }

func (r *Strikes) Start() engine.Position {
	p := &strikesPosition{rules: r, common: common{turn: 1}}
	for s, tokens := range r.Tokens {
		p.tokens[s] = int8(tokens)
	}
	return p
}

func (r *Strikes) StepKinds() []string { return []string{"strike", "press"} }
func (r *Strikes) StepSpace() int      { return int(strikesSteps) }
func (r *Strikes) Repetition() int     { return 0 }
func (r *Strikes) TurnCap() int        { return 0 }

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

// Steps: 1 to 4 strike at the seat of that number.
const (
	strikesPress engine.Step = iota + engine.MaxSeats + 1
	strikesDecline
	strikesSteps
)

type strikesPosition struct {
	common
	rules  *Strikes
	tokens [engine.MaxSeats]int8
	gone   [engine.MaxSeats]int8 // 0 for a seat that is in, 1 for the first to go out, and so on
	out    int8                  // seats that are out
	struck int8                  // the seat struck at, plus 1, while its striker may press
}

func (p *strikesPosition) Rules() engine.Rules { return p.rules }
func (p *strikesPosition) StartsTurn() bool    { return p.struck == 0 }

func (p *strikesPosition) StepKind() engine.StepKind {
	if p.struck != 0 {
		return 1
	}
	return 0
}

func (p *strikesPosition) AppendSteps(steps []engine.Step) []engine.Step {
	switch {
	case p.Over():
		return steps
	case p.struck != 0:
		return append(steps, strikesPress, strikesDecline)
	}
	for s := range p.rules.Seats() {
		if p.gone[s] == 0 && engine.Seat(s) != p.seat {
			steps = append(steps, engine.Step(s+1))
		}
	}
	return steps
}

func (p *strikesPosition) DeclineStep() engine.Step {
	if p.struck != 0 && !p.Over() {
		return strikesDecline
	}
	return engine.NoStep
}

func (p *strikesPosition) CountSteps() int {
	var steps [engine.MaxSeats]engine.Step
	return len(p.AppendSteps(steps[:0]))
}

func (p *strikesPosition) Play(step engine.Step) {
	switch step {
	case strikesPress:
		struck := engine.Seat(p.struck - 1)
		p.lose(struck)
		p.lose(p.seat)
		p.pass(struck)
	case strikesDecline:
		p.pass(p.after(p.seat))
	default:
		p.lose(engine.Seat(step - 1))
		if p.struck = int8(step); p.Over() || p.tokens[p.seat] < 2 {
			p.pass(p.after(p.seat))
		}
	}
}

func (p *strikesPosition) lose(s engine.Seat) {
	if p.gone[s] != 0 || p.Over() {
		return
	}
	if p.tokens[s]--; p.tokens[s] > 0 {
		return
	}
	p.out++
	p.gone[s] = p.out
	if seats := p.rules.Seats(); int(p.out) == seats-1 {
		p.end = ranked(lastIn, seats, func(seat int) int { return int(p.gone[seat]) - 1 })
	}
}

// after is the seat itself, if it is in, or the next one that is; of the seat to act always the next one.
func (p *strikesPosition) after(s engine.Seat) engine.Seat {
	for s == p.seat || p.gone[s] != 0 {
		s = (s + 1) % engine.Seat(p.rules.Seats())
		if s == p.seat {
			return s
		}
	}
	return s
}

// pass ends the turn; the next is that of a seat or the first in after it.
func (p *strikesPosition) pass(s engine.Seat) {
	p.seat, p.struck = p.after(s), 0
	p.turn++
}

func (p *strikesPosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

func (p *strikesPosition) CopyFrom(other engine.Position) { *p = *other.(*strikesPosition) }

func (p *strikesPosition) Clone() engine.Position {
	clone := *p
	return &clone
}

// Hash packs the position and scatters the bits.
func (p *strikesPosition) Hash() uint64 {
	packed := uint64(p.seat)<<4 | uint64(p.struck)
	for s := range engine.MaxSeats {
		packed = packed<<7 | uint64(p.tokens[s])<<3 | uint64(p.gone[s])
	}
	packed *= 0x9e3779b97f4a7c15
	return packed ^ packed>>29
}

func (p *strikesPosition) StepText(step engine.Step) string {
	return [...]string{"", "a", "b", "c", "d", "+", engine.Decline}[step]
}

func (p *strikesPosition) String() string {
	text := ""
	for s := range p.rules.Seats() {
		text += fmt.Sprintf("%d:%d/", p.tokens[s], p.gone[s])
	}
	return fmt.Sprintf("%s %s %d %d", text, p.seat, p.struck, p.turn)
}

func (p *strikesPosition) AppendNoisy(steps []engine.Step) []engine.Step {
	if p.struck != 0 && !p.Over() && p.tokens[p.struck-1] == 1 {
		return append(steps, strikesPress)
	}
	for s := range p.rules.Seats() {
		if p.struck == 0 && !p.Over() && p.tokens[s] == 1 && engine.Seat(s) != p.seat {
			steps = append(steps, engine.Step(s+1))
		}
	}
	return steps
}

func (p *strikesPosition) OrderingScores(steps []engine.Step, scores []int32) {
	for i, step := range steps {
		switch step {
		case strikesPress:
			scores[i] = 5
		case strikesDecline:
			scores[i] = 0
		default:
			scores[i] = 20 - int32(p.tokens[step-1])
		}
	}
}

// Features counts tokens.
func (p *strikesPosition) Features(seat engine.Seat, features []int32) {
	own, all := int32(p.tokens[seat]), int32(0)
	for _, tokens := range p.tokens {
		all += int32(tokens)
	}
	features[0], features[1], features[2] = own, all-own, 0
	if p.gone[seat] != 0 {
		features[2] = int32(p.rules.Seats()) - int32(p.gone[seat])
	}
}
