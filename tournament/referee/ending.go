package referee

import (
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// ending says how a game ended: by the rules, by a fault or by an adjudication. It is zero while the game continues.
type ending struct {
	outcome engine.Outcome
	fault   tournament.Fault    // zero without a fault
	verdict tournament.Verdict  // zero without an adjudication
	trouble *tournament.Trouble // details of the fault, for people; nil without a fault
}

// faultReason returns the beginning of the reason of an outcome by a fault. What the player did follows in the reason.
func faultReason(seat engine.Seat) string { return "fault: player " + seat.String() + " " }

// forfeit returns the ending of a game at position p by a fault of the loser. The fault ends the game for all players:
// if another player took over the seat, the game would not compare the planned players. The scores follow from
// [placed]. The turn with the fault is not part of the game. The reason is one short line, however long the error is.
func forfeit(p engine.Position, loser engine.Seat, cause error) ending {
	kind := guard.Failed
	if fault, ok := errors.AsType[*guard.Error](cause); ok {
		kind = fault.Kind
	}
	const longestCause = 200 // in bytes
	what := firstLine(cause.Error(), longestCause)
	trouble := &tournament.Trouble{Cause: what}
	if program, ok := errors.AsType[interface {
		error
		Said() []string // the last lines of a player's program
	}](cause); ok {
		trouble.Said = program.Said()
	}
	outcome := placed(p, loser)
	outcome.Reason = engine.Reason(faultReason(loser) + what)
	return ending{outcome: outcome, fault: tournament.Fault{Kind: kind, Seat: loser}, trouble: trouble}
}

// placed returns the outcome of a game that ends at position p without an outcome by the rules. Seats that have left
// the game take the last places: the first to leave is last. The losers come next, and all other seats share the first
// place. A score is the share of opponents placed behind; opponents in the same place count half.
func placed(p engine.Position, losers ...engine.Seat) engine.Outcome {
	fromLast := engine.Departed(p) // the seats behind the shared first place; the seat in the last place comes first
	for _, loser := range losers {
		if !slices.Contains(fromLast, loser) {
			fromLast = append(fromLast, loser)
		}
	}
	o := engine.Outcome{Seats: p.Rules().Seats()}
	for seat := range o.Seats {
		halves := 2 * slices.Index(fromLast, engine.Seat(seat)) // in half points: 2 for each opponent placed behind
		if halves < 0 {
			sharing := o.Seats - len(fromLast) - 1 // number of opponents that share the first place with the seat
			halves = 2*len(fromLast) + sharing
		}
		o.Scores[seat] = float64(halves) / float64(2*(o.Seats-1))
	}
	return o
}

// adjudicator decides whether an adjudication ends a game, from the reported scores and the number of turns.
type adjudicator struct {
	tournament.Adjudication
	selfPlay bool                          // whether one player sits in both of two seats
	turns    int                           // number of turns played, including the opening
	last     [engine.MaxSeats]search.Score // score of the last turn, by seat; 0 before a seat's first turn
	// sure counts, by seat, the latest turns in a row with a score of at least AgreeScore. If instead the latest turns
	// have scores of at most -AgreeScore, sure is the negative of the number of these turns.
	sure [engine.MaxSeats]int
}

func newAdjudicator(planned tournament.Planned) adjudicator {
	players := planned.Players
	return adjudicator{Adjudication: planned.Adjudication, turns: len(planned.OpeningTurns),
		selfPlay: len(players) == 2 && players[0] == players[1]}
}

// addScore records the score that a player reported for its turn, from that player's point of view. If one player has
// both seats, the negated score also becomes the last score of the other seat.
func (a *adjudicator) addScore(seat engine.Seat, score search.Score) {
	a.turns++
	a.last[seat] = score
	if a.selfPlay {
		a.last[1-seat] = -score
	}
	switch {
	case score >= a.AgreeScore:
		a.sure[seat] = max(a.sure[seat], 0) + 1
	case score <= -a.AgreeScore:
		a.sure[seat] = min(a.sure[seat], 0) - 1
	default:
		a.sure[seat] = 0
	}
}

// verdict returns the ending if an adjudication ends the game at position p, and otherwise the zero ending. An
// adjudication by scores needs two seats, and the scores of both must agree.
func (a *adjudicator) verdict(p engine.Position) ending {
	if p.Rules().Seats() == 2 {
		for winner := range engine.Seat(2) {
			loser := 1 - winner
			switch {
			case a.Proven && a.last[winner] > search.Proven && a.last[loser] < -search.Proven:
				outcome := engine.Win(winner, "adjudicated: proven by both")
				return ending{outcome: outcome, verdict: tournament.ProvenByBoth}
			case a.AgreeTurns > 0 && a.sure[winner] >= a.AgreeTurns && a.sure[loser] <= -a.AgreeTurns:
				outcome := engine.Win(winner, "adjudicated: agreed by both")
				return ending{outcome: outcome, verdict: tournament.AgreedByBoth}
			}
		}
	}
	if a.LongestGame > 0 && a.turns >= a.LongestGame {
		outcome := placed(p)
		outcome.Reason = "adjudicated: longest game"
		return ending{outcome: outcome, verdict: tournament.TooLong}
	}
	return ending{}
}

// verdictAtEnd returns the ending if an adjudication ended a finished game after its last turn, and otherwise the zero
// ending. It returns an error if the game continued after a turn at which an adjudication should have ended it. Seats
// lists the seat of every turn after the opening, and h is the finished game.
func verdictAtEnd(
	planned tournament.Planned, thoughts []tournament.Thought, h *engine.History, seats []engine.Seat,
) (ending, error) {
	if planned.Adjudication == (tournament.Adjudication{}) {
		return ending{}, nil
	}
	adjudicator := newAdjudicator(planned)
	var verdict ending
	for i, seat := range seats {
		if verdict.outcome.Over() {
			return verdict, fmt.Errorf("outcome: the game was to be %s after turn %d, yet it went on",
				verdict.outcome.Reason, len(planned.OpeningTurns)+i)
		}
		adjudicator.addScore(seat, thoughts[i].Score)
		// The method verdict always gets the last position. After earlier turns any verdict is an error, so the
		// position does not matter.
		verdict = adjudicator.verdict(h.Position())
	}
	return verdict, nil
}
