package metrics

import (
	"testing"

	"pillars/engine"
	"pillars/results/estimate/rounds"
)

// begun returns a game that begins in one position and has another after its first turn.
func begun(start, second uint64, outcome engine.Outcome) Trace {
	g := simple("", 3)
	g.Outcome = outcome
	g.Turns[0].Key, g.Turns[0].Canonical = start, start
	g.Turns[1].Key, g.Turns[1].Canonical = second, second
	return g
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
