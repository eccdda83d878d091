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

// full returns a sample that determines every metric: 24 games in pairs, of different lengths.
func full() Sample {
	rules := twoSeats()
	s := Sample{Rules: rules, Judge: "judge"}
	for i := range 24 {
		s.Games = append(s.Games, fullGame(i))
	}
	s.Chain = []Rung{{Player: "random"}, {Player: "greedy", Points: 90, Games: 100},
		{Player: "deep", Points: 60, Games: 100}}
	return s
}

// fullGame returns game i of a full sample.
func fullGame(i int) Trace {
	g := simple(string(rune('a'+i/2)), 8+i%5)
	g.Outcome = won(engine.Seat(i % 2))
	g.Turns[0].SetUp, g.Turns[0].Given = true, true
	for j := range g.Turns {
		turn := &g.Turns[j]
		turn.Wholes, turn.Undone = 4+i%3+j, i == 3 && j == 4
		g.Positions[j].Key, g.Positions[j].Canonical = uint64(100*(i%7)+j), uint64(j+2*(i%2)*j)
		turn.Steps = append(turn.Steps, Step{Kind: 1, Legal: 1 + (i+j)%4})
		if j > 0 {
			x := float64((i*7+j*5)%10) / 10
			turn.Expectation = []float64{x, 1 - x}
		}
	}
	g.Positions[1].Canonical, g.Texts[7] = 1, string(rune('a'+i)) // no two games are the same
	g.Judgements = []Choice{{Shallow: []float64{.1, .5, .3}, Deep: []float64{.2, .4, .1 + float64(i%4)/5}}}
	return g
}
