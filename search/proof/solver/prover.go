package solver

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"pillars/engine"
)

// prover proves values by search, in games without repetition. It keeps the proven bounds for later calls.
type prover struct {
	keys   *keys          // numbers of the positions
	bounds []bounds       // by number of the position
	steps  uint64         // made so far
	levels []*proverLevel // by distance from the root
	limits Limits
}

func newProver(limits Limits) *prover { return &prover{keys: newKeys(), limits: limits} }

// bounds holds the proven lower and upper bound of a position's value.
type bounds struct{ low, high outcome }

// positions returns the number of unfinished positions that the search has met, without the one beyond the limit that
// may have stopped it. Symmetric positions count once.
func (s *prover) positions() int { return min(len(s.bounds), s.limits.Positions) }

// ErrCycles is returned for games in which positions can repeat, because depth-first search cannot solve them.
var ErrCycles = errors.New("positions can repeat in this game")

// prove returns the value of p, without its distance. Its errors include [ErrCycles] and [ErrTooMany].
func (s *prover) prove(ctx context.Context, p engine.Position) (result, error) {
	if err := Check(p); err != nil {
		return result{}, err
	}
	s.level(0, p).position.CopyFrom(p)
	value, err := s.search(ctx, 0, loss, win)
	return result{Value: value}, err
}

// turns returns the turns from p with their values. After an error it returns the turns before the error too.
func (s *prover) turns(ctx context.Context, p engine.Position) ([]turn, error) {
	return turnsOf(p, func(after engine.Position, seat engine.Seat) (result, error) {
		if v := ended(after, seat); v != open {
			return result{Value: v.value()}, nil
		}
		return s.prove(ctx, after)
	})
}

// proverLevel is the memory of the search for one distance from the root.
type proverLevel struct {
	position engine.Position
	steps    []engine.Step
	scores   []int32
	ordered  []rankedStep
}

// rankedStep is a step with its rank. Lower ranks are tried first.
type rankedStep struct {
	step engine.Step
	rank int
}

// level returns the memory of level ply, and makes it from a copy of p if it is new.
func (s *prover) level(ply int, p engine.Position) *proverLevel {
	if ply == len(s.levels) {
		s.levels = append(s.levels, &proverLevel{position: p.Clone()})
	}
	return s.levels[ply]
}

// search returns the value of the position on level ply if the value is between alpha and beta. Otherwise it returns
// alpha or less as an upper bound, or beta or more as a lower bound.
func (s *prover) search(ctx context.Context, ply int, alpha, beta outcome) (outcome, error) {
	p := s.levels[ply].position
	if p.Reversible() > 0 {
		return draw, ErrCycles
	}
	number, err := s.number(ctx, p)
	if err != nil {
		return draw, err
	}
	switch proven := s.bounds[number]; {
	case proven.low >= beta || proven.low == proven.high:
		return proven.low, nil
	case proven.high <= alpha:
		return proven.high, nil
	default:
		alpha, beta = max(alpha, proven.low), min(beta, proven.high)
	}
	best, err := s.searchSteps(ctx, ply, alpha, beta)
	if err != nil {
		return draw, err
	}
	if best > alpha {
		s.bounds[number].low = best
	}
	if best < beta {
		s.bounds[number].high = best
	}
	return best, nil
}

// number returns the number of a position, which may be new. From time to time it checks the limits.
func (s *prover) number(ctx context.Context, p engine.Position) (uint32, error) {
	number, fresh, err := s.keys.meet(p, p.Seat(), s.limits)
	if fresh {
		s.bounds = append(s.bounds, bounds{loss, win})
	}
	if err == nil && fresh && number%checkEvery == 0 {
		err = s.limits.check(ctx, "%d positions visited, %d steps made", len(s.bounds), s.steps)
	}
	return number, err
}

// searchSteps returns the best value of the steps on level ply, within the window from alpha to beta.
func (s *prover) searchSteps(ctx context.Context, ply int, alpha, beta outcome) (outcome, error) {
	l, child := s.levels[ply], s.level(ply+1, s.levels[ply].position).position
	s.order(l, child)
	best := loss
	for _, next := range l.ordered {
		l.position.PlayInto(next.step, child)
		value, err := s.valueFor(ctx, ply+1, l.position.Seat(), max(alpha, best), beta)
		if err != nil {
			return draw, err
		}
		if best = max(best, value); best >= beta {
			break
		}
	}
	return best, nil
}

// valueFor returns the value of the position on level ply for a seat, which need not be the seat to act. The window
// from alpha to beta is also for that seat.
func (s *prover) valueFor(ctx context.Context, ply int, seat engine.Seat, alpha, beta outcome) (outcome, error) {
	s.steps++
	switch p := s.levels[ply].position; {
	case p.Over():
		return outcomeOf(p, seat), nil
	case p.Seat() == seat:
		return s.search(ctx, ply, alpha, beta)
	}
	value, err := s.search(ctx, ply, -beta, -alpha)
	return -value, err
}

// perReply is added to a step's rank for each reply of the opponent, in the unit of move-ordering scores.
const perReply = 10

// order sorts a level's steps by few replies and high move-ordering scores. It uses child as a buffer.
func (s *prover) order(l *proverLevel, child engine.Position) {
	l.steps = l.position.AppendSteps(l.steps[:0])
	l.scores = slices.Grow(l.scores[:0], len(l.steps))[:len(l.steps)]
	l.position.OrderingScores(l.steps, l.scores)
	l.ordered = l.ordered[:0]
	for i, step := range l.steps {
		l.position.PlayInto(step, child)
		rank := -int(l.scores[i])
		if child.Seat() != l.position.Seat() {
			rank += perReply * child.CountSteps()
		}
		l.ordered = append(l.ordered, rankedStep{step, rank})
	}
	slices.SortStableFunc(l.ordered, func(a, b rankedStep) int { return cmp.Compare(a.rank, b.rank) })
}
