package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
)

// Value is what a position is worth to its seat to act.
type Value uint8

// The values. Play without end is a draw.
const (
	Draw Value = iota
	Win
	Loss
)

// String is the value as a word.
func (v Value) String() string { return [...]string{"draw", "win", "loss"}[v] }

func (v Value) other() Value { return [...]Value{Draw: Draw, Win: Loss, Loss: Win}[v] }

// Verdict is the value of a position with its distance.
type Verdict struct {
	Value Value
	// Turns of both sides to the end, the winner being as quick and the loser as slow as can be; 0 for a draw, or if it
	// is not known.
	Turns int
}

// Compare is above 0 if a seat prefers v to other, and below if it prefers other: quick wins to slow ones, and slow
// losses to quick ones.
func (v Verdict) Compare(other Verdict) int {
	rank := [...]int{Loss: 0, Draw: 1, Win: 2}
	if v.Value == Win && other.Value == Win {
		return cmp.Compare(other.Turns, v.Turns)
	}
	return cmp.Or(cmp.Compare(rank[v.Value], rank[other.Value]), cmp.Compare(v.Turns, other.Turns))
}

// verdict is a verdict in two bytes: the value in the upper two bits, which have one more for a position that is not
// decided yet.
type verdict uint16

const (
	turnBits         = 14
	maxTurns         = 1<<turnBits - 1
	open     verdict = 3 << turnBits
)

func newVerdict(value Value, turns int) verdict { return verdict(value)<<turnBits | verdict(turns) }

func (v verdict) value() Value { return Value(v >> turnBits) }
func (v verdict) turns() int   { return int(v & maxTurns) }

// full is the verdict; what has been left open is a draw.
func (v verdict) full() Verdict {
	if v == open {
		return Verdict{}
	}
	return Verdict{v.value(), v.turns()}
}

// ended is the verdict of a position for seat if the game is over, and else open.
func ended(p engine.Position, seat engine.Seat) verdict {
	if !p.Over() {
		return open
	}
	switch p.Outcome().Score(seat) {
	case 1:
		return newVerdict(Win, 0)
	case 0:
		return newVerdict(Loss, 0)
	}
	return newVerdict(Draw, 0)
}

// Limits bound a computation, and watch it.
type Limits struct {
	// Positions is how many may be met at most, 1 or more.
	Positions int
	// Report is called now and then with a text that says how far the computation has come. It may be nil.
	Report func(text func() string)
}

const checkEvery = 1 << 10

func (l Limits) check(ctx context.Context, format string, args ...any) error {
	if l.Report != nil {
		l.Report(func() string { return fmt.Sprintf(format, args...) })
	}
	return ctx.Err()
}

// ErrTooMany says that there are more positions than the limits allow.
var ErrTooMany = errors.New("too many positions")

// Check refuses positions that neither way can solve: of games for more than two, at the end of a game, or in the
// middle of a turn.
func Check(p engine.Position) error {
	if seats := p.Rules().Seats(); seats != 2 {
		return fmt.Errorf("only games for two can be solved; %s has %d seats here", p.Rules().Game().Title(), seats)
	}
	if p.Over() {
		return fmt.Errorf("the game is over there (%s)", p.Outcome().Reason)
	}
	if !p.StartsTurn() {
		return errors.New("the position stands in the middle of a turn; give one at the start of a turn")
	}
	return nil
}

// Turn is a turn of the seat to act, and what it is worth to that seat.
type Turn struct {
	Steps   []engine.Step
	Verdict Verdict
}

var errSameSeat = errors.New("a seat has two turns running; only games whose seats take turns can be solved")

func checkSeat(p, after engine.Position) error {
	if !after.Over() && after.Seat() == p.Seat() {
		return errSameSeat
	}
	return nil
}

// turnsOf lists the turns from p up to the first error. Ask gives the verdict of the position after a turn for the seat
// that acts there.
func turnsOf(p engine.Position, ask func(after engine.Position, seat engine.Seat) (Verdict, error)) ([]Turn, error) {
	var turns []Turn
	for steps, after := range engine.EachTurn(p) {
		if err := checkSeat(p, after); err != nil {
			return turns, err
		}
		v, err := ask(after, 1-p.Seat())
		if err != nil {
			return turns, err
		}
		v.Value = v.Value.other()
		turns = append(turns, Turn{slices.Clone(steps), v})
	}
	return turns, nil
}
