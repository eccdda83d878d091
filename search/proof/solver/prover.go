package solver

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"pillars/engine"
)

// prover proves values in games without cycles. It keeps what it has proven, for later questions too.
type prover struct {
	met    met
	bounds []bounds // by number
	levels []*proverLevel
	steps  uint64
	ctx    context.Context
	limits Limits

	interrupted uint64 // steps made before an interrupt, until the position is met again that was the last
	last        uint32
}

// bounds are the least and the greatest value that a position can have, as far as is known.
type bounds struct{ Low, High outcome }

// newProver makes a prover of positions of the same rules.
func newProver(limits Limits) *prover { return &prover{met: met{keys: newKeys()}, limits: limits} }

// resumedProver knows what one that was interrupted had proven. It goes the same way to the last position that was met
// then, without counting the steps again.
func resumedProver(p engine.Position, limits Limits) (*prover, error) {
	s := newProver(limits)
	kept, found, err := limits.Resume.load(newState(p, BySearch))
	if found && err == nil {
		s.met.keys, s.bounds, s.interrupted = restored(kept), kept.Bounds, kept.Steps
		s.last = uint32(kept.Count - 1)
	}
	return s, err
}

// keep writes down what is proven, and returns why the proof was interrupted.
func (s *prover) keep(p engine.Position, why error) error {
	if s.ctx.Err() == nil {
		return why
	}
	kept := newState(p, BySearch)
	kept.Records, kept.Count, kept.Bounds, kept.Steps = s.met.keys.records.blocks, s.met.keys.count, s.bounds, s.steps
	return s.limits.Resume.keep(kept, why)
}

// positions counts images of each other once and finished games not at all.
func (s *prover) positions() int { return min(len(s.bounds), s.limits.Positions) }

// ErrCycles says that a position can come again, which a proof by depth-first search cannot deal with.
var ErrCycles = errors.New("positions can repeat in this game")

// prove finds a value without its distance. It fails with [ErrCycles] and [ErrTooMany].
func (s *prover) prove(ctx context.Context, p engine.Position) (result, error) {
	if err := Check(p); err != nil {
		return result{}, err
	}
	return s.valueOf(ctx, p)
}

func (s *prover) valueOf(ctx context.Context, p engine.Position) (result, error) {
	s.ctx = ctx
	s.level(0, p).position.CopyFrom(p)
	value, err := s.search(0, loss, win)
	return result{Value: value}, err
}

// turns returns what it has proven before it fails, with the error.
func (s *prover) turns(ctx context.Context, p engine.Position) ([]turn, error) {
	return turnsOf(p, func(after engine.Position, seat engine.Seat) (result, error) {
		if v := ended(after, seat); v != open {
			return result{Value: v.value()}, nil
		}
		return s.valueOf(ctx, after)
	})
}

type proverLevel struct {
	position engine.Position
	steps    []engine.Step
	scores   []int32
	ordered  []rankedStep
}

// rankedStep is a step with its place in the order in which steps are tried: lower ones come first.
type rankedStep struct {
	step engine.Step
	rank int
}

func (s *prover) level(ply int, p engine.Position) *proverLevel {
	if ply == len(s.levels) {
		s.levels = append(s.levels, &proverLevel{position: p.Clone()})
	}
	return s.levels[ply]
}

// search is the value on level ply if it lies between alpha and beta, and else a bound on the same side.
func (s *prover) search(ply int, alpha, beta outcome) (outcome, error) {
	p := s.levels[ply].position
	if p.Reversible() > 0 {
		return draw, ErrCycles
	}
	number, err := s.number(p)
	if err != nil {
		return draw, err
	}
	switch known := s.bounds[number]; {
	case known.Low >= beta || known.Low == known.High:
		return known.Low, nil
	case known.High <= alpha:
		return known.High, nil
	default:
		alpha, beta = max(alpha, known.Low), min(beta, known.High)
	}
	best, err := s.searchSteps(ply, alpha, beta)
	if err != nil {
		return draw, err
	}
	if best > alpha {
		s.bounds[number].Low = best
	}
	if best < beta {
		s.bounds[number].High = best
	}
	return best, nil
}

func (s *prover) number(p engine.Position) (uint32, error) {
	number, fresh, err := s.met.number(p, p.Seat(), s.limits)
	if s.interrupted > 0 && number == s.last {
		s.steps, s.interrupted = s.interrupted, 0
	}
	if fresh {
		s.bounds = append(s.bounds, bounds{loss, win})
	}
	if err == nil && fresh && number%checkEvery == 0 {
		err = s.limits.check(s.ctx, "%d positions visited, %d steps made", len(s.bounds), s.steps)
	}
	return number, err
}

func (s *prover) searchSteps(ply int, alpha, beta outcome) (outcome, error) {
	l, child := s.levels[ply], s.level(ply+1, s.levels[ply].position).position
	s.order(l, child)
	best := loss
	for _, next := range l.ordered {
		l.position.PlayInto(next.step, child)
		worth, err := s.worth(ply+1, l.position.Seat(), max(alpha, best), beta)
		if err != nil {
			return draw, err
		}
		if best = max(best, worth); best >= beta {
			break
		}
	}
	return best, nil
}

// worth is the value to seat of the position on level ply, with bounds for that seat.
func (s *prover) worth(ply int, seat engine.Seat, alpha, beta outcome) (outcome, error) {
	s.steps++
	switch p := s.levels[ply].position; {
	case p.Over():
		return outcomeOf(p, seat), nil
	case p.Seat() == seat:
		return s.search(ply, alpha, beta)
	}
	worth, err := s.search(ply, -beta, -alpha)
	return -worth, err
}

// perReply is what each step that the opponent has in reply weighs against a step, in the unit of move-ordering scores.
const perReply = 10

// order puts steps first that leave the opponent few replies and have the best move-ordering scores.
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
