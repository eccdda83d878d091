package solver

import (
	"cmp"

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

// other is what a value for one seat is for the other.
func (v Value) other() Value { return [...]Value{Draw: Draw, Win: Loss, Loss: Win}[v] }

// Verdict is the value of a position with its distance.
type Verdict struct {
	Value Value
	// Turns of both sides to the end, the winner being as quick and the loser as slow as can be; 0 for a draw, or if it is not known.
	Turns int
}

// Compare is above 0 if a seat prefers v to other, and below if it prefers other: quick wins to slow ones, and slow losses to quick ones.
func (v Verdict) Compare(other Verdict) int {
	rank := [...]int{Loss: 0, Draw: 1, Win: 2}
	if v.Value == Win && other.Value == Win {
		return cmp.Compare(other.Turns, v.Turns)
	}
	return cmp.Or(cmp.Compare(rank[v.Value], rank[other.Value]), cmp.Compare(v.Turns, other.Turns))
}

// verdict is a verdict in two bytes: the value in the upper two bits, which have one more for a position that is not decided yet.
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
