package solver

import (
	"context"
	"errors"

	"pillars/engine"
)

// Prover proves values of positions of a game without cycles. It keeps what it has proven, for later questions too.
type Prover struct {
	keys   *keys
	bounds []bounds // by number
	levels []*proverLevel
	steps  uint64
	ctx    context.Context
	limits Limits
	key    []byte
}

// score is the value of a position to its seat to act, as a number.
type score int8

const (
	lost  score = -1
	drawn score = 0
	won   score = 1
)

// bounds are the least and the greatest score that a position can have, as far as is known.
type bounds struct{ low, high score }

// NewProver makes a prover of positions of the same rules.
func NewProver(limits Limits) *Prover { return &Prover{keys: newKeys(), limits: limits} }

// Positions is how many positions have been met, up to the limit. Images of each other count once; finished games do not count.
func (s *Prover) Positions() int { return min(len(s.bounds), s.limits.Positions) }

// Steps is how many steps have been made in all searches.
func (s *Prover) Steps() uint64 { return s.steps }

// ErrCycles says that a position can come again, which a proof by depth-first search cannot deal with.
var ErrCycles = errors.New("positions can come again in this game")

// Prove finds the value of p, which must be of a game for two and stand at the start of a turn. It fails with [ErrCycles] in a game with cycles, with
// [ErrTooMany] when it has met more positions than the limits allow, and with the error of ctx when that ends. A verdict has no distance.
func (s *Prover) Prove(ctx context.Context, p engine.Position) (Verdict, error) {
	if err := Check(p); err != nil {
		return Verdict{}, err
	}
	return s.prove(ctx, p)
}

func (s *Prover) prove(ctx context.Context, p engine.Position) (Verdict, error) {
	s.ctx = ctx
	s.level(0, p).position.CopyFrom(p)
	worth, err := s.search(0, lost, won)
	return Verdict{Value: [...]Value{Loss, Draw, Win}[worth-lost]}, err
}

// Turns proves the values of all turns from p. When it fails, it returns those that it has proven before, with the error.
func (s *Prover) Turns(ctx context.Context, p engine.Position) ([]Turn, error) {
	return turnsOf(p, func(after engine.Position, seat engine.Seat) (Verdict, error) {
		if v := ended(after, seat); v != open {
			return Verdict{Value: v.value()}, nil
		}
		return s.prove(ctx, after)
	})
}
