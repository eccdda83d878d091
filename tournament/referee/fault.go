package referee

import (
	"slices"
	"strings"

	"pillars/engine"
	"pillars/tournament"
)

// A player is at fault who returns an error, nothing, or a step that is not legal, who panics, oversteps the time limit or the clock, or cannot be
// made again after an earlier fault. That ends the game for all, since nobody could take over the seat without changing who is compared with whom:
// the player at fault takes the last place among those still in, those who had left before stay behind in the order in which they left, and those
// still in share the places above. With two seats that is a loss and a win. The turn of the fault is not played, and the outcome's reason names seat
// and fault.

// fault is the reason for losing a game in which the seat did what is described. Its text is one short line, whatever a player's error says.
func fault(seat engine.Seat, what string) engine.Reason {
	const most = 200
	what, _, _ = strings.Cut(strings.TrimSpace(what), "\n")
	if len(what) > most {
		what = strings.ToValidUTF8(what[:most], "") + "..."
	}
	return engine.Reason(tournament.FaultPrefix + seat.String() + " " + what)
}

// forfeit is the outcome of a game that stands at p and ends by a fault of the loser. A score is the share of opponents placed behind, of those in
// the same place half.
func forfeit(p engine.Position, loser engine.Seat, what string) engine.Outcome {
	return placed(fault(loser, what), p.Rules().Seats(), placesFromBelow(p, loser))
}

// placed is the outcome in which seats end in places numbered from below.
func placed(reason engine.Reason, seats int, behind [engine.MaxSeats]int) engine.Outcome {
	o := engine.Outcome{Reason: reason, Seats: seats}
	for seat := range seats {
		halves := 0
		for other := range seats {
			switch {
			case other == seat:
			case behind[other] < behind[seat]:
				halves += 2
			case behind[other] == behind[seat]:
				halves++
			}
		}
		o.Scores[seat] = float64(halves) / float64(2*(seats-1))
	}
	return o
}

// placesFromBelow numbers places, the worst 0: those who have left, then the losers, then all others in one place.
func placesFromBelow(p engine.Position, losers ...engine.Seat) [engine.MaxSeats]int {
	out := engine.Left(p)
	for _, loser := range losers {
		if !slices.Contains(out, loser) {
			out = append(out, loser)
		}
	}
	var places [engine.MaxSeats]int
	for seat := range places {
		places[seat] = len(out)
		if place := slices.Index(out, engine.Seat(seat)); place >= 0 {
			places[seat] = place
		}
	}
	return places
}
