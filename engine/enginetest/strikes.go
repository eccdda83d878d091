package enginetest

import (
	"fmt"

	"pillars/engine"
)

const lastIn engine.Reason = "last seat in"

// Strikes is a small game for two to four seats, in which seats take tokens from each other. Its turns neither
// alternate nor rotate, and brute force can solve it, since the number of tokens only falls.
//
// A seat without tokens is out. In its turn a seat strikes another seat that is in, which loses a token. A striker with
// at least two tokens may then press, which costs striker and struck seat a token each, or decline. After a press the
// struck seat acts next, if it is in. In all other cases the next seat in order acts. The last seat in wins, and the
// others are placed in the reverse order of going out.
//
// Tokens holds the number of tokens of each seat at the start, which must be positive.
type Strikes struct{ Tokens []int }

func (r *Strikes) Game() engine.Game         { return textless("strikes") }
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

// Features returns the terms of the evaluation.
func (r *Strikes) Features() []engine.Term {
	return []engine.Term{
		{Name: "own", Help: "tokens of the seat"},
		{Name: "rest", Help: "tokens of all others"},
		{Name: "out", Help: "1 for a seat that went out last, one more for each that went out after it"},
	}
}

// StrikesWeights is a file of weights for [Strikes]. With it, few positions have equal evaluations.
const StrikesWeights = "own 37\nrest -11\nout -3001\n"

// The steps of Strikes. Steps 1 to 4 strike the first to the fourth seat.
const (
	strikesPress engine.Step = iota + engine.MaxSeats + 1
	strikesDecline
	strikesSteps
)

type strikesPosition struct {
	common
	rules  *Strikes
	tokens [engine.MaxSeats]int8
	gone   [engine.MaxSeats]int8 // by seat: 0 if it is in, 1 if it went out first, 2 if it went out second, and so on
	out    int8                  // number of seats that are out
	struck int8                  // while a striker may press, the struck seat plus 1; otherwise 0
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
		p.struck = int8(step) // the seat plus 1, as in the step
		if canPress := p.tokens[p.seat] >= 2; p.Over() || !canPress {
			p.pass(p.after(p.seat))
		}
	}
}

// lose takes a token from a seat that is in, and ends the game if only one seat remains in.
func (p *strikesPosition) lose(s engine.Seat) {
	if p.gone[s] != 0 || p.Over() {
		return
	}
	p.tokens[s]--
	if p.tokens[s] > 0 {
		return
	}
	p.out++
	p.gone[s] = p.out
	if seats := p.rules.Seats(); int(p.out) == seats-1 {
		p.end = ranked(lastIn, seats, func(seat int) int { return int(p.gone[seat]) - 1 })
	}
}

// after returns the seat that acts next: the first seat in turn order, beginning with s itself, that is in and is not
// the seat to act. If there is no such seat, it returns the seat to act.
func (p *strikesPosition) after(s engine.Seat) engine.Seat {
	for s == p.seat || p.gone[s] != 0 {
		s = (s + 1) % engine.Seat(p.rules.Seats())
		if s == p.seat {
			return s
		}
	}
	return s
}

// pass ends the turn. The next seat to act is s, or if s cannot act, the one that [strikesPosition.after] returns.
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

func (p *strikesPosition) Hash() uint64 {
	packed := uint64(p.seat)<<4 | uint64(p.struck)
	for s := range engine.MaxSeats {
		packed = packed<<7 | uint64(p.tokens[s])<<3 | uint64(p.gone[s]) // 4 and 3 bits
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

// ranked returns an outcome by the order in which seats left: 0 for the first, 1 for the second, and so on, and -1 for
// the winner. A seat scores the fraction of its opponents that left before it did.
func ranked(reason engine.Reason, seats int, order func(seat int) int) engine.Outcome {
	o := engine.Outcome{Reason: reason, Seats: seats}
	for seat := range seats {
		leftBefore := order(seat)
		if leftBefore < 0 {
			leftBefore = seats - 1
		}
		o.Scores[seat] = float64(leftBefore) / float64(seats-1)
	}
	return o
}
