package tournament

import (
	"fmt"
	"time"

	"pillars/engine"
)

// turnSeats are the seats that played the turns of a history whose last turn is complete, the opening's included.
func turnSeats(h *engine.History) []engine.Seat {
	var seats []engine.Seat
	p := h.Start().Clone()
	for i, step := range h.Steps() {
		if i == 0 || p.StartsTurn() {
			seats = append(seats, p.Seat())
		}
		p.Play(step)
	}
	return seats
}

// clockRounding is how far a time may lie from the one measured when a game comes out of a store.
const clockRounding = 2 * time.Microsecond

// verifyClocks checks that the clocks of a game, whose turns after the opening these seats have played, show what the times of the turns leave.
func verifyClocks(planned Planned, game Game, seats []engine.Seat) error {
	controls := planned.Controls
	if controls == nil {
		controls = make([]Control, len(planned.Players))
	}
	clocks := newClocks(controls, 0)
	for i, thought := range game.Thoughts[:min(len(seats), len(game.Thoughts))] {
		seat := seats[i]
		left := clocks.finish(seat, thought.Time)
		if off := thought.Left - left; max(off, -off) > clockRounding {
			return fmt.Errorf("clock: after turn %d player %s had %v left by the times of the turns, %v by the record",
				game.Record.Opening+i+1, seat, left, thought.Left)
		}
		clocks.left[seat] = thought.Left // roundings do not add up
	}
	return nil
}

// verdictOn is how an adjudication ended the game after its last turn, or the zero Outcome. It fails if the game was played on after an adjudication
// had ended it, and if there are no thoughts to tell that.
func verdictOn(planned Planned, game Game, h *engine.History, seats []engine.Seat) (engine.Outcome, error) {
	if planned.Adjudication == (Adjudication{}) {
		return engine.Outcome{}, nil
	}
	if len(game.Thoughts) != len(seats) {
		return engine.Outcome{}, fmt.Errorf("thoughts: there are %d for %d turns of the players", len(game.Thoughts), len(seats))
	}
	follow := adjudicator{Adjudication: planned.Adjudication, turns: len(planned.Opening)}
	var verdict engine.Outcome
	for i, seat := range seats {
		if verdict.Over() {
			return verdict, fmt.Errorf("outcome: the game was to be %s after turn %d, yet it went on", verdict.Reason, game.Record.Opening+i)
		}
		follow.hear(seat, game.Thoughts[i].Score)
		verdict = follow.verdict(h.Position())
	}
	return verdict, nil
}
