package metrics

import (
	"pillars/engine"
)

// twoSeats returns the rules of hand-made games.
func twoSeats() Rules {
	return Rules{seats: []string{"White", "Black"}, stepKinds: []string{"main", "more"},
		quantities: []engine.Metric{{Name: "men", Most: 10}, {Name: "captures", Event: true}}}
}

// won returns a win of one of two seats.
func won(seat engine.Seat) engine.Outcome { return engine.Win(seat, engine.NoLegalStep) }

// simple returns a won game of the given number of turns, each of one step with three choices.
func simple(opening string, turns int) Trace {
	g := Trace{Opening: opening, Outcome: won(0), Texts: make([]string, turns)}
	for i := range turns + 1 {
		hash := uint64(i)
		g.Positions = append(g.Positions, Position{Key: hash, Canonical: hash, Quantities: []int{1 + i, i % 2}})
	}
	for i := range turns {
		g.Turns = append(g.Turns, Turn{
			Seat: engine.Seat(i % 2), Steps: []Step{{Kind: 0, Legal: 3}},
		})
	}
	return g
}

// measured returns the metrics of a sample by name.
func measured(s Sample) map[string]Metric {
	all := map[string]Metric{}
	for _, m := range Of(s) {
		all[m.ID()] = m
	}
	return all
}
