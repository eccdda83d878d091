package ugi

import (
	"pillars/engine"
)

// ResultWord is the answer to "query result": "none" while the game goes on, "p1win" and so on when one seat alone has the most points, else "draw".
func ResultWord(outcome engine.Outcome) string {
	if !outcome.Over() {
		return "none"
	}
	best, shared := engine.Seat(0), false
	for seat := engine.Seat(1); int(seat) < outcome.Seats; seat++ {
		switch score := outcome.Score(seat); {
		case score > outcome.Score(best):
			best, shared = seat, false
		case score == outcome.Score(best):
			shared = true
		}
	}
	if shared {
		return "draw"
	}
	return "p" + best.String() + "win"
}

// BoolWord is the answer to a query that is true or false.
func BoolWord(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// NoTurn is what an engine answers to go when it has no turn to play.
const NoTurn = "(none)"
