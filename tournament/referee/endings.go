package referee

import (
	"errors"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// ending is how a game ends: by the rules, by a fault or by an adjudication. That of a game that goes on is zero.
type ending struct {
	outcome engine.Outcome
	fault   tournament.Fault
	verdict tournament.Verdict
}

// A player is at fault who returns an error, nothing, or a step that is not legal, who panics, oversteps the time
// limit or the clock, or cannot be made again after an earlier fault. That ends the game for all, since nobody could
// take over the seat without changing who is compared with whom: the player at fault takes the last place among those
// still in, those who had left before stay behind in the order in which they left, and those still in share the places
// above. With two seats that is a loss and a win. The turn of the fault is not played, and the outcome's reason tells
// seat and fault.

// faultReason begins the reason of a game that the seat's fault ended.
func faultReason(seat engine.Seat) string { return "fault: player " + seat.String() + " " }

// forfeit is the ending of a game that stands at p by a fault of the loser. The reason is one short line, whatever a
// player's error says.
func forfeit(p engine.Position, loser engine.Seat, cause error) ending {
	const most = 200 // bytes
	kind := guard.Failed
	if fault, ok := errors.AsType[*guard.Error](cause); ok {
		kind = fault.Kind
	}
	what, _, _ := strings.Cut(strings.TrimSpace(cause.Error()), "\n")
	if len(what) > most {
		what = strings.ToValidUTF8(what[:most], "") + "..."
	}
	outcome := placed(p, loser)
	outcome.Reason = engine.Reason(faultReason(loser) + what)
	return ending{outcome: outcome, fault: tournament.Fault{Kind: kind, Seat: loser}}
}

// placed is the outcome of a game that stands at p, in which those who have left end last, then the losers, then all
// others in one place. A score is the share of opponents placed behind, of those in the same place half.
func placed(p engine.Position, losers ...engine.Seat) engine.Outcome {
	out := engine.Left(p)
	for _, loser := range losers {
		if !slices.Contains(out, loser) {
			out = append(out, loser)
		}
	}
	o := engine.Outcome{Seats: p.Rules().Seats()}
	place := func(seat int) int { // from below
		if place := slices.Index(out, engine.Seat(seat)); place >= 0 {
			return place
		}
		return len(out)
	}
	for seat := range o.Seats {
		halves := 0
		for other := range o.Seats {
			switch {
			case other == seat:
			case place(other) < place(seat):
				halves += 2
			case place(other) == place(seat):
				halves++
			}
		}
		o.Scores[seat] = float64(halves) / float64(2*(o.Seats-1))
	}
	return o
}

type adjudicator struct {
	tournament.Adjudication
	turns int                           // played, those of the opening included
	last  [engine.MaxSeats]search.Score // by seat, of its last turn; 0 before the first
	// by seat, the turns running in which it was sure by AgreeScore to win (above 0) or lose
	sure [engine.MaxSeats]int
}

// hear takes in a turn of a seat with the score that the player gave it.
func (a *adjudicator) hear(seat engine.Seat, score search.Score) {
	a.turns++
	a.last[seat] = score
	switch {
	case score >= a.AgreeScore:
		a.sure[seat] = max(a.sure[seat], 0) + 1
	case score <= -a.AgreeScore:
		a.sure[seat] = min(a.sure[seat], 0) - 1
	default:
		a.sure[seat] = 0
	}
}

// verdict is the ending of a game that stands at p if it is to end here. One player alone is never believed.
func (a *adjudicator) verdict(p engine.Position) ending {
	if p.Rules().Seats() == 2 {
		for winner := range engine.Seat(2) {
			loser := 1 - winner
			switch {
			case a.Proven && a.last[winner] > search.Proven && a.last[loser] < -search.Proven:
				return ending{engine.Win(winner, "adjudicated: proven by both"), tournament.Fault{},
					tournament.ProvenByBoth}
			case a.AgreeTurns > 0 && a.sure[winner] >= a.AgreeTurns && a.sure[loser] <= -a.AgreeTurns:
				return ending{engine.Win(winner, "adjudicated: agreed by both"), tournament.Fault{},
					tournament.AgreedByBoth}
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
