package engine

import "iter"

// EachTurn yields every way to complete the turn that p stands in, with the position after it: all turns if p stands at the start of one, none if the
// game is over. They come in the order of the step lists, and several may lead to the same position. Both values are lent until the next turn comes:
// who keeps them clones them. P stays as it is.
func EachTurn(p Position) iter.Seq2[[]Step, Position] {
	return func(yield func([]Step, Position) bool) {
		var w TurnWalker
		w.walk(p, nil, yield)
	}
}

// TurnWalker is EachTurn for many positions of the same rules: it keeps its memory from one walk to the next. One walk must end before another
// begins. The zero TurnWalker is ready for use.
type TurnWalker struct {
	levels []*walkLevel
}

// walkLevel is the memory for a step of a turn.
type walkLevel struct {
	after Position
	steps []Step
	turn  []Step // as far as the step
}

// EachTurn is [EachTurn] in the memory of the walker.
func (w *TurnWalker) EachTurn(p Position) iter.Seq2[[]Step, Position] {
	return func(yield func([]Step, Position) bool) { w.walk(p, nil, yield) }
}

// walk yields the turns that begin with some steps and go on from p, and reports whether more are wanted.
func (w *TurnWalker) walk(p Position, begun []Step, yield func([]Step, Position) bool) bool {
	if len(begun) == len(w.levels) {
		w.levels = append(w.levels, &walkLevel{after: p.Clone()})
	}
	l := w.levels[len(begun)]
	l.steps = p.AppendSteps(l.steps[:0])
	l.turn = append(append(l.turn[:0], begun...), NoStep)
	for _, step := range l.steps {
		p.PlayInto(step, l.after)
		l.turn[len(begun)] = step
		if l.after.Over() || l.after.StartsTurn() {
			if !yield(l.turn, l.after) {
				return false
			}
		} else if !w.walk(l.after, l.turn, yield) {
			return false
		}
	}
	return true
}
