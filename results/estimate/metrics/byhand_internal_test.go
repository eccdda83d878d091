package metrics

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// withNumbers returns games with the given numbers, from the given openings in turn.
func withNumbers(openings []string, numbers ...float64) (games []Trace) {
	for i, x := range numbers {
		games = append(games, withNumber(openings[i%len(openings)], x))
	}
	return games
}

// withNumber returns a game from an opening whose [numberOf] is x.
func withNumber(opening string, x float64) (g Trace) {
	g.Opening, g.Outcome.Scores[0] = opening, x
	return g
}

func numberOf(g Trace) float64 { return g.Outcome.Scores[0] }

// TestRanksOfMedians compares with the usual table of distribution-free intervals of the median (Conover, Practical
// nonparametric statistics, table A3): each limit is missed with a probability of at most 1/40. The quantile 0.1 of 20
// values has no lower limit, since 12 % of such samples have no value below it.
func TestRanksOfMedians(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n         int
		q         float64
		low, high int
	}{
		{5, .5, 0, 6}, {6, .5, 1, 6}, {8, .5, 1, 8}, {9, .5, 2, 8}, {10, .5, 2, 9}, {12, .5, 3, 10}, {20, .5, 6, 15},
		{25, .5, 8, 18}, {20, .1, 0, 6}, {20, .9, 15, 21},
	} {
		if low, high := quantileRanks(c.n, c.q); low != c.low || high != c.high {
			t.Errorf("the %v quantile of %d values lies between the ranks %d and %d, want %d and %d", c.q, c.n, low,
				high, c.low, c.high)
		}
	}
}

// TestQuantilesOfFewGames checks quantiles of the numbers from 1 to 10, and of numbers too few for limits.
func TestQuantilesOfFewGames(t *testing.T) {
	t.Parallel()
	own, one := []string{""}, []string{"one"}
	ten := []float64{3, 1, 10, 2, 9, 4, 8, 5, 7, 6}
	for _, c := range []struct {
		games []Trace
		q     float64
		want  stats.Estimate
	}{
		{withNumbers(own, ten...), .5, stats.Estimate{Kind: stats.Bracketed, Value: 5.5, Low: 2, High: 9}},
		{withNumbers(own, ten...), .25, fixed(3.25)}, {withNumbers(own, 3, 1, 2, 5, 4), .5, fixed(3)},
		{withNumbers(one, ten...), .5, fixed(5.5)}, {nil, .5, stats.Estimate{}},
	} {
		e, note := quantileOf(c.games, numberOf, c.q)
		if e != c.want || (note == "") != (e.Kind == stats.Bracketed) {
			t.Errorf("the %v quantile of %d games is %+v (%s), want %+v", c.q, len(c.games), e, note, c.want)
		}
	}
}

// TestRepeatedRounds checks that rounds counted together give the same metrics as the rounds one by one.
func TestRepeatedRounds(t *testing.T) {
	t.Parallel()
	together, single := Sample{Rules: twoSeats()}, Sample{Rules: twoSeats()}
	for i := range 12 {
		long, short := &rounds.Result{Outcome: won(0)}, &rounds.Result{Outcome: won(engine.Seat(i % 2))}
		round := rounds.Round{{Result: long, Turns: int32(20 + i)}, {Result: short, Turns: int32(7 * i % 11)}}
		together.Results = append(together.Results, rounds.Repeated{Round: round, Count: 1 + i%3})
		for range 1 + i%3 {
			single.Results = append(single.Results, rounds.Repeated{Round: round, Count: 1})
		}
	}
	want := measured(single)
	for id, m := range measured(together) {
		if e, w := m.Estimate, want[id].Estimate; m.N != want[id].N || e.Kind != w.Kind ||
			!near.Equal(e.Value, w.Value, 1e-12) || !near.Equal(e.Low, w.Low, 1e-9) ||
			!near.Equal(e.High, w.High, 1e-9) {
			t.Errorf("%s is %+v, not %+v", id, m, want[id])
		}
	}
}

// quantileOf returns the quantile of a whole number of games, which stands for their length.
func quantileOf(games []Trace, number func(Trace) float64, q float64) (stats.Estimate, string) {
	var s Sample
	var all []float64
	for _, traces := range grouped(games) {
		round := rounds.Repeated{Count: 1}
		for _, g := range traces {
			round.Round = append(round.Round, rounds.Game{Result: &rounds.Result{}, Turns: int32(number(g))})
			all = append(all, number(g))
		}
		s.Results = append(s.Results, round)
	}
	slices.Sort(all)
	return s.quantile(all, q)
}
