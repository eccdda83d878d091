package solve

import (
	"errors"
	"slices"

	"pillars/engine"
)

// Turn is a turn of the seat to act, and what it is worth to that seat.
type Turn struct {
	Steps   []engine.Step
	Verdict Verdict
}

// walker goes through the turns from a position. It keeps one position for each step of a turn.
type walker struct{ levels []*walkerLevel }

type walkerLevel struct {
	position engine.Position
	steps    []engine.Step
}

func newWalker(p engine.Position) *walker { return &walker{[]*walkerLevel{{position: p.Clone()}}} }

// root is where the turns begin: a position for the caller to set.
func (w *walker) root() engine.Position { return w.levels[0].position }

// visitor is shown the position after a turn and the turn's steps, both lent for the call.
type visitor func(after engine.Position, turn []engine.Step) error

// eachTurn calls visit for every turn, also for turns that lead to the same position.
func (w *walker) eachTurn(visit visitor) error { return w.walk(0, nil, visit) }

func (w *walker) walk(ply int, before []engine.Step, visit visitor) error {
	if ply+1 == len(w.levels) {
		w.levels = append(w.levels, &walkerLevel{position: w.root().Clone()})
	}
	l, child := w.levels[ply], w.levels[ply+1].position
	l.steps = l.position.AppendSteps(l.steps[:0])
	for _, step := range l.steps {
		l.position.PlayInto(step, child)
		turn := append(before, step)
		var err error
		switch {
		case !child.Over() && !child.StartsTurn():
			err = w.walk(ply+1, turn, visit)
		case !child.Over() && child.Seat() == l.position.Seat():
			err = errSameSeat
		default:
			err = visit(child, turn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var errSameSeat = errors.New("a seat has two turns running; only games whose seats take turns can be solved")

// turnsOf lists the turns from p up to the first error. Ask gives the verdict of the position after a turn for the seat that acts there.
func turnsOf(p engine.Position, ask func(after engine.Position, seat engine.Seat) (Verdict, error)) (turns []Turn, err error) {
	w := newWalker(p)
	err = w.eachTurn(func(after engine.Position, steps []engine.Step) error {
		v, err := ask(after, 1-p.Seat())
		if err != nil {
			return err
		}
		v.Value = v.Value.other()
		turns = append(turns, Turn{slices.Clone(steps), v})
		return nil
	})
	return turns, err
}
