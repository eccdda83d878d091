// Package solver finds what games on small boards are worth under best play, and proves it: it looks at everything that
// matters, guesses nothing, and tells positions apart by exact keys and not by hashes.
//
// Retrograde analysis is for games whose positions can come again, and serves any. It finds all positions that play
// can reach at the beginnings of turns, and then the won and lost ones from the ends of games backwards (Richard
// Bellman, On the Application of Dynamic Programming to the Determination of Optimal Play in Chess and Checkers, 1965;
// Ken Thompson, Retrograde Analysis of Certain Endgames, 1986). Sweep n decides what is won or lost in n turns, so
// every value comes with its distance. What no sweep decides is a draw: neither side can force an end.
//
// Search is for games in which no position can come again. It goes depth first by alpha-beta with three scores (Donald
// Knuth and Ronald Moore, An Analysis of Alpha-Beta Pruning, 1975), keeps what it has proven of every position, and
// meets a small part of them. It knows no distances.
//
// The game solved is the one without the draw by repetition, in which play without end is a draw, and without the turn
// cap. The first changes no value: who can win can do so by a shortest way, on which no position comes twice, and who
// can hold a draw need not mind that it is declared. The second would make draws of wins that take longer than the cap.
//
// Positions that a symmetry of the board, or an exchange of the seats, carries into each other are one, in games that
// know it ([engine.Keyed]).
package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
)

// outcome is what a position is worth to its seat to act; the negative is what it is worth to the other. Play without
// end is a draw.
type outcome int8

const (
	loss outcome = iota - 1
	draw
	win
)

// String is the value as a word.
func (v outcome) String() string { return [...]string{"loss", "draw", "win"}[v-loss] }

// outcomeOf is what a finished game is worth to a seat.
func outcomeOf(p engine.Position, seat engine.Seat) outcome {
	return outcome(2*p.Outcome().Score(seat) - 1)
}

// result is the value of a position with its distance.
type result struct {
	Value outcome
	// turns of both sides to the end, the winner being as quick and the loser as slow as can be; 0 for a draw, or if it
	// is not known.
	turns int
}

// compare prefers quick wins to slow ones, and slow losses to quick ones.
func (v result) compare(other result) int {
	sooner := cmp.Compare(other.turns, v.turns)
	return cmp.Or(cmp.Compare(v.Value, other.Value), int(v.Value)*sooner)
}

// verdict is a result in two bytes: the value in the upper two bits, of which open sets both.
type verdict uint16

const (
	turnBits         = 14
	maxTurns         = 1<<turnBits - 1
	open     verdict = 3 << turnBits
)

func newVerdict(value outcome, turns int) verdict {
	return verdict(value-loss)<<turnBits | verdict(turns)
}
func (v verdict) value() outcome { return outcome(v>>turnBits) + loss }
func (v verdict) turns() int     { return int(v & maxTurns) }

// full is the verdict; what has been left open is a draw.
func (v verdict) full() result {
	if v == open {
		return result{}
	}
	return result{v.value(), v.turns()}
}

// ended is the verdict of a position for seat if the game is over, and else open.
func ended(p engine.Position, seat engine.Seat) verdict {
	if !p.Over() {
		return open
	}
	return newVerdict(outcomeOf(p, seat), 0)
}

// Limits bound a computation, and watch it.
type Limits struct {
	Positions int                      // how many may be met at most, 1 or more
	Report    func(text func() string) // is told now and then how far the computation has come; may be nil
	Resume    *Checkpoint              // may be nil
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

// Check refuses games for more than two, finished games, and positions in the middle of a turn.
func Check(p engine.Position) error {
	if seats := p.Rules().Seats(); seats != 2 {
		return fmt.Errorf("only two-seat games can be solved; %s has %d seats here", p.Rules().Game().Title(), seats)
	}
	if p.Over() {
		return fmt.Errorf("the game is over (%s); give an earlier position", p.Outcome().Reason)
	}
	if !p.StartsTurn() {
		return errors.New("the position is in the middle of a turn; give one at the start of a turn")
	}
	return nil
}

// turn is a turn of the seat to act, and what it is worth to that seat.
type turn struct {
	Steps  []engine.Step
	result result
}

var errSameSeat = errors.New("a seat has two turns in a row; only games whose seats alternate can be solved")

func checkSeat(p, after engine.Position) error {
	if !after.Over() && after.Seat() == p.Seat() {
		return errSameSeat
	}
	return nil
}

// turnsOf lists turns up to the first error. Ask is for the seat that acts after a turn.
func turnsOf(p engine.Position, ask func(after engine.Position, seat engine.Seat) (result, error)) ([]turn, error) {
	var turns []turn
	for steps, after := range engine.EachTurn(p) {
		if err := checkSeat(p, after); err != nil {
			return turns, err
		}
		v, err := ask(after, 1-p.Seat())
		if err != nil {
			return turns, err
		}
		turns = append(turns, turn{slices.Clone(steps), result{-v.Value, v.turns}})
	}
	return turns, nil
}
