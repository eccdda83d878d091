package referee

import (
	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
)

// adjudicator follows a game turn by turn.
type adjudicator struct {
	tournament.Adjudication
	turns int                           // played, those of the opening included
	last  [engine.MaxSeats]search.Score // by seat, of its last turn; 0 before the first
	sure  [engine.MaxSeats]int          // by seat, the turns running in which it was sure to win (above 0) or to lose (below 0) by AgreeScore
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

// verdict is the outcome of a game that stands at p if it is to end here, or the zero Outcome.
func (a *adjudicator) verdict(p engine.Position) engine.Outcome {
	if p.Rules().Seats() == 2 {
		for winner := range engine.Seat(2) {
			switch {
			case a.proven(winner, 1-winner):
				return engine.Win(winner, tournament.AdjudicatedProven)
			case a.agreed(winner, 1-winner):
				return engine.Win(winner, tournament.AdjudicatedAgreed)
			}
		}
	}
	if a.LongestGame > 0 && a.turns >= a.LongestGame {
		return placed(tournament.AdjudicatedLength, p.Rules().Seats(), placesFromBelow(p))
	}
	return engine.Outcome{}
}

// proven reports whether both players saw the same proven win and loss when they last looked. One player alone is never believed.
func (a *adjudicator) proven(winner, loser engine.Seat) bool {
	return a.Proven && a.last[winner] > search.Proven && a.last[loser] < -search.Proven
}

// agreed reports whether both players have been sure of the winner for long enough.
func (a *adjudicator) agreed(winner, loser engine.Seat) bool {
	return a.AgreeTurns > 0 && a.sure[winner] >= a.AgreeTurns && a.sure[loser] <= -a.AgreeTurns
}
