package measures_test

import (
	"pillars/engine"
	"pillars/results/measures"
)

// twoSeats are the rules of hand-made games.
func twoSeats() measures.Rules {
	return measures.Rules{Game: "toy", Seats: []string{"White", "Black"}, StepKinds: []string{"main", "more"}}
}

// won is a win of one of two seats.
func won(seat engine.Seat) engine.Outcome { return engine.Win(seat, engine.NoLegalStep) }

// simple is a won game of so many turns, each of one step with three choices.
func simple(pair string, turns int) measures.Game {
	g := measures.Game{Pair: pair, Outcome: won(0), Final: uint64(turns)}
	for i := range turns {
		g.Turns = append(g.Turns, measures.Turn{
			Seat: engine.Seat(i % 2), Key: uint64(i), Canonical: uint64(i), Steps: []measures.Step{{Kind: 0, Legal: 3}},
		})
	}
	return g
}

// measured are the measures of a sample by what names them.
func measured(s measures.Sample) map[string]measures.Measure {
	all := map[string]measures.Measure{}
	for _, m := range measures.Of(s) {
		all[m.ID()] = m
	}
	return all
}
