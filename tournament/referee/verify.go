package referee

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/tournament"
)

// Verify plays a finished game again and checks it against the rules and against what was planned: players, seeds and
// opening as planned, every turn legal, and the end, the result and the last position those of the record. The clocks
// must show what the times leave. An adjudication must follow from what the players thought, and must have ended the
// game no later than it did. Of a loss by a player's fault only the fault is taken on trust: it must have been for
// that player to act, and the scores must follow from it.
func Verify(planned tournament.Planned, game tournament.Game, rules engine.Game) error {
	record := game.Record
	if err := verifyNames(planned, game); err != nil {
		return err
	}
	for seat, seed := range planned.Seeds {
		if want := seedTag(seat, seed); !slices.Contains(record.Tags, want) {
			return fmt.Errorf("seeds: the record has no tag %s %s", want.Name, want.Value)
		}
	}
	h, err := record.Replay(rules)
	if err != nil {
		return err
	}
	seats := turnSeats(h)[record.Opening:]
	if err := verifyThoughts(game, len(seats)); err != nil {
		return err
	}
	if err := verifyClocks(planned, game, seats); err != nil {
		return err
	}
	verdict, err := verdictOn(planned, game, h, seats)
	switch {
	case err != nil:
		return err
	case h.Outcome().Over(): // Replay has compared the outcomes
		if game.Faulted() || game.Adjudicated != tournament.Unjudged {
			return fmt.Errorf("outcome: %s by the rules, not by a fault or an adjudication", game.Outcome.Reason)
		}
		return nil
	case verdict.outcome.Over() && verdict != ending{game.Outcome, game.Fault, game.Adjudicated, nil}:
		want := verdict.outcome
		return fmt.Errorf("outcome: after the last turn the game was to be %s with scores %v, the record says "+
			"%s with %v", want.Reason, want.Scores[:want.Seats], game.Outcome.Reason,
			game.Outcome.Scores[:game.Outcome.Seats])
	case verdict.outcome.Over():
		return nil
	case game.Adjudicated != tournament.Unjudged:
		return fmt.Errorf("outcome: %s, which does not follow from what the players thought", game.Outcome.Reason)
	}
	return verifyFault(game, h.Position())
}

func verifyNames(planned tournament.Planned, game tournament.Game) error {
	record := game.Record
	switch {
	case game.Identity != planned.Identity || game.Pair != planned.Pair:
		return fmt.Errorf("it is called %s of pair %s, planned was %s of %s",
			game.Identity, game.Pair, planned.Identity, planned.Pair)
	case game.Pairing != planned.Pairing || game.Opening != planned.Opening:
		return fmt.Errorf("it is from opening %d of %s, planned was opening %d of %s",
			game.Opening, game.Pairing, planned.Opening, planned.Pairing)
	case !slices.Equal(game.Players, planned.Players) || !slices.Equal(record.Players, planned.Players):
		return fmt.Errorf("players: the result names %q, the record %q, planned were %q", game.Players, record.Players,
			planned.Players)
	case record.Opening != len(planned.OpeningTurns) || len(record.Turns) < record.Opening ||
		!slices.Equal(record.Turns[:record.Opening], planned.OpeningTurns):
		return errors.New("opening: it is not the one planned")
	case game.Turns != len(record.Turns):
		return fmt.Errorf("turns: the result counts %d, the record holds %d", game.Turns, len(record.Turns))
	case game.Outcome != record.Outcome:
		return fmt.Errorf("outcome: the result says %s with scores %v, the record %s with %v", game.Outcome.Reason,
			game.Outcome.Scores[:game.Outcome.Seats], record.Outcome.Reason,
			record.Outcome.Scores[:record.Outcome.Seats])
	}
	return nil
}

// verifyFault checks the outcome of a game that goes on by the rules and stands at p.
func verifyFault(game tournament.Game, p engine.Position) error {
	seat := game.Fault.Seat
	if !game.Faulted() || int(seat) >= p.Rules().Seats() ||
		!strings.HasPrefix(string(game.Outcome.Reason), faultReason(seat)) {
		return fmt.Errorf("outcome: the game goes on after the last turn, the record says %s", game.Outcome.Reason)
	}
	if len(game.Thoughts) > 0 && seat != p.Seat() {
		return fmt.Errorf("outcome: a fault of player %s while it was for player %s to act", seat, p.Seat())
	}
	if want := placed(p, seat); game.Outcome.Scores != want.Scores || game.Outcome.Seats != want.Seats {
		return fmt.Errorf("outcome: scores %v after a fault of player %s, by the rule they are %v",
			game.Outcome.Scores[:game.Outcome.Seats], seat, want.Scores[:want.Seats])
	}
	return nil
}

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

// verifyClocks checks that the clocks of a game, whose turns after the opening these seats have played, show what the
// times of the turns leave.
func verifyClocks(planned tournament.Planned, game tournament.Game, seats []engine.Seat) error {
	clocks := newClocks(planned, 0)
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

// verdictOn is how an adjudication ended the game after its last turn, or the zero Outcome. It fails if the game was
// played on after an adjudication had ended it, and if there are no thoughts to tell that.
func verdictOn(
	planned tournament.Planned, game tournament.Game, h *engine.History, seats []engine.Seat,
) (ending, error) {
	if planned.Adjudication == (tournament.Adjudication{}) {
		return ending{}, nil
	}
	if len(game.Thoughts) != len(seats) {
		return ending{}, fmt.Errorf("thoughts: there are %d for %d turns of the players", len(game.Thoughts),
			len(seats))
	}
	follow := adjudicator{Adjudication: planned.Adjudication, turns: len(planned.OpeningTurns)}
	var verdict ending
	for i, seat := range seats {
		if verdict.outcome.Over() {
			return verdict, fmt.Errorf("outcome: the game was to be %s after turn %d, yet it went on",
				verdict.outcome.Reason, game.Record.Opening+i)
		}
		follow.hear(seat, game.Thoughts[i].Score)
		verdict = follow.verdict(h.Position())
	}
	return verdict, nil
}
