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
	g.Outcome, g.Positions[0].Canonical, g.Positions[1].Canonical = outcome, start, second
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
		same[i].Positions[0].Canonical = 2
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

// TestOpeningScores checks that openings are scored for the seat to act, that symmetric copies are one opening, and
// that equal games count once.
func TestOpeningScores(t *testing.T) {
	t.Parallel()
	var games []Trace
	for i := range uint64(30) {
		g := begun(1, 10+i%3/2, won(engine.Seat(countOf(i < 24)))) // twenty games of one turn, ten of the other
		g.Texts = []string{string(rune('a' + i%3)), "", string(rune('a' + i))}
		games = append(games, g, g) // playing a game again adds nothing
	}
	games[0].Ending, games[1].Ending = rounds.CutOff, rounds.CutOff
	all := measured(Sample{Rules: twoSeats(), Games: games})
	expect(t, all, "opening-score/a", .8) // the second seat acts, and wins 16 of 20
	expect(t, all, "opening-decided/a", .95)
	expect(t, all, "opening-decided/c", 1)
	if n := all["opening-score/a"].N; n != 20 {
		t.Errorf("%d games", n)
	}
}

// TestPermanence checks that only turns count that an opponent could have undone.
func TestPermanence(t *testing.T) {
	t.Parallel()
	g := simple("", 6)
	g.Turns[0].SetUp = true
	g.Turns[1].Given = true
	g.Turns[3].Undone = true
	g.Turns[5].Seat = g.Turns[4].Seat // nobody else acts after the fifth
	all := measured(Sample{Rules: twoSeats(), Games: []Trace{g}})
	expect(t, all, "permanence", .5) // of the third and the fourth
}

// TestQuantities checks the means of quantities on the board and of events.
func TestQuantities(t *testing.T) {
	t.Parallel()
	g := simple("", 4)
	for i, values := range [][]int{{3, 0}, {4, 0}, {5, 1}, {2, 2}, {1, 1}} {
		g.Positions[i].Quantities = values
	}
	all := measured(Sample{Rules: twoSeats(), Games: []Trace{g}})
	expect(t, all, "quantity/men half-way", 5)
	expect(t, all, "quantity/men at the end", 1)
	expect(t, all, "quantity/captures in a game", 4)
}
