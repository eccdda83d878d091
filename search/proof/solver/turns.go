package solver

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

var errSameSeat = errors.New("a seat has two turns running; only games whose seats take turns can be solved")

// checkSeat refuses a turn from p if the same seat acts after it.
func checkSeat(p, after engine.Position) error {
	if !after.Over() && after.Seat() == p.Seat() {
		return errSameSeat
	}
	return nil
}

// turnsOf lists the turns from p up to the first error. Ask gives the verdict of the position after a turn for the seat that acts there.
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
