package enginetest

import (
	"fmt"

	"pillars/engine"
)

// Steps: 1 to 4 strike at the seat of that number.
const (
	strikesPress engine.Step = iota + engine.MaxSeats + 1
	strikesDecline
	strikesSteps
)

// strikesPosition is one position of the game.
type strikesPosition struct {
	rules  *Strikes
	tokens [engine.MaxSeats]int8
	gone   [engine.MaxSeats]int8 // 0 for a seat that is in, 1 for the first to go out, and so on
	out    int8                  // seats that are out
	struck int8                  // the seat struck at, plus 1, while its striker may press
	seat   engine.Seat
	turn   int
	end    engine.Outcome
}

// Rules are those the position came from.
func (p *strikesPosition) Rules() engine.Rules { return p.rules }

// Seat is who acts.
func (p *strikesPosition) Seat() engine.Seat { return p.seat }

// Turn counts from 1.
func (p *strikesPosition) Turn() int { return p.turn }

// StartsTurn is false after a strike that may be pressed.
func (p *strikesPosition) StartsTurn() bool { return p.struck == 0 }

// InOpening is never true.
func (p *strikesPosition) InOpening() bool { return false }

// Over reports whether one seat is left.
func (p *strikesPosition) Over() bool { return p.end.Over() }

// Outcome is how the game ended.
func (p *strikesPosition) Outcome() engine.Outcome { return p.end }

// StepKind is 0 for striking and 1 for pressing.
func (p *strikesPosition) StepKind() engine.StepKind {
	if p.struck != 0 {
		return 1
	}
	return 0
}

// AppendSteps appends the legal steps.
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

// DeclineStep declines to press.
func (p *strikesPosition) DeclineStep() engine.Step {
	if p.struck != 0 && !p.Over() {
		return strikesDecline
	}
	return engine.NoStep
}

// CountSteps counts the legal steps.
func (p *strikesPosition) CountSteps() int {
	var steps [engine.MaxSeats]engine.Step
	return len(p.AppendSteps(steps[:0]))
}

// Play plays a legal step.
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

// lose takes a token from a seat.
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
		p.end = engine.Outcome{Reason: lastIn, Seats: seats}
		for other := range seats {
			p.end.Scores[other] = 1
			if p.gone[other] != 0 {
				p.end.Scores[other] = float64(p.gone[other]-1) / float64(seats-1)
			}
		}
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

// PlayInto plays a step on a copy.
func (p *strikesPosition) PlayInto(step engine.Step, child engine.Position) {
	child.CopyFrom(p)
	child.Play(step)
}

// CopyFrom becomes the other position.
func (p *strikesPosition) CopyFrom(other engine.Position) { *p = *other.(*strikesPosition) }

// Clone is a copy.
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

// Reversible is always 0.
func (p *strikesPosition) Reversible() int { return 0 }

// StepText names the seat struck at.
func (p *strikesPosition) StepText(step engine.Step) string {
	return [...]string{"", "a", "b", "c", "d", "+", engine.Decline}[step]
}

// String shows all there is.
func (p *strikesPosition) String() string {
	text := ""
	for s := range p.rules.Seats() {
		text += fmt.Sprintf("%d:%d/", p.tokens[s], p.gone[s])
	}
	return fmt.Sprintf("%s %s %d %d", text, p.seat, p.struck, p.turn)
}

// Diagram is empty.
func (p *strikesPosition) Diagram() engine.Diagram { return engine.Diagram{} }

// AppendNoisy appends the steps that put a seat out.
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

// OrderingScores likes to strike at the weak and to press.
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
