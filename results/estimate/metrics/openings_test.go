package metrics

import (
	"math"
	"testing"

	"pillars/engine"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// begun returns a game that begins in one position and has another after its first turn.
func begun(start, second uint64, outcome engine.Outcome) Trace {
	g := simple("", 3)
	g.Outcome = outcome
	g.Turns[0].Key, g.Turns[0].Canonical = start, start
	g.Turns[1].Key, g.Turns[1].Canonical = second, second
	return g
}

// TestVariety checks that four equally frequent first turns have the variety 4, and a single one that all games begin
// with the variety 1. A single game determines nothing.
func TestVariety(t *testing.T) {
	t.Parallel()
	var even, same []Trace
	for i := range uint64(20) {
		even = append(even, begun(1, 10+i%4, won(0)))
		same = append(same, begun(1, 10, won(0)))
	}
	alone := begun(99, 100, won(0))
	expect(t, measured(Sample{Rules: twoSeats(), Games: append(even, alone)}), "opening-variety", 4)
	expect(t, measured(Sample{Rules: twoSeats(), Games: append(same, alone)}), "opening-variety", 1)
	// Twenty games with one turn and twenty with four: the mean entropy is log(4)/2.
	for i := range same {
		same[i].Turns[0].Canonical = 2
	}
	all := measured(Sample{Rules: twoSeats(), Games: append(same, even...)})
	expect(t, all, "opening-variety", math.Sqrt(4))
	if all["opening-variety"].N != 40 {
		t.Errorf("%d games", all["opening-variety"].N)
	}
	if m := measured(Sample{Rules: twoSeats(),
		Games: []Trace{alone}})["opening-variety"]; m.Estimate.Kind != stats.Absent {
		t.Errorf("one game has a variety of %v", m.Estimate)
	}
}

// TestOpeningScores checks that openings are scored for the seat to act and come in order of frequency, the most
// frequent first.
func TestOpeningScores(t *testing.T) {
	t.Parallel()
	var games []Trace
	for i := range uint64(30) {
		g := begun(1, 10+i%3/2, won(engine.Seat(countOf(i < 24)))) // twenty games of one turn, ten of the other
		g.Turns[0].Text, g.Turns[2].Text = string(rune('a'+i%3/2)), string(rune('a'+i))
		games = append(games, g, g) // whoever plays a game again adds nothing
	}
	openings := openings(games)
	if len(openings) != 2 || openings[0].Turns != "a" || openings[0].Games != 20 || openings[1].Games != 10 {
		t.Fatalf("%+v", openings)
	}
	games[0].Ending, games[1].Ending = rounds.CutOff, rounds.CutOff
	all := measured(Sample{Rules: twoSeats(), Games: games})
	expect(t, all, "opening-score/a", .8) // the second seat acts, and wins 16 of 20
	expect(t, all, "opening-decided/a", .95)
	expect(t, all, "opening-decided/b", 1)
}

// TestRandomPlay checks metrics of random games by hand.
func TestRandomPlay(t *testing.T) {
	t.Parallel()
	s := Sample{Rules: twoSeats(), Playouts: []Playout{
		{Outcome: won(0), Turns: 10, Steps: 30}, {Outcome: won(1), Turns: 20, Steps: 50},
		{Outcome: won(0), Turns: 30, Steps: 10},
		{Outcome: engine.Draw(2, engine.TurnCap), Ending: rounds.CutOff, Turns: 40, Steps: 90},
	}}
	all := measured(s)
	expect(t, all, "random-decided", .75)
	expect(t, all, "random-cut-off", .25)
	expect(t, all, "random-drawn", 0)
	expect(t, all, "random-first", .625)
	expect(t, all, "random-turns", 25)
	expect(t, all, "random-steps", 45)
}
