package metrics

import (
	"math"
	"slices"
	"testing"

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

// TestJackknifeOfAMean checks that the jackknife of a mean is its standard error, times Student's factor from tables:
// the square root of 5/12 for 1, 2, 3, 4, and 2 for the means 2 and 6 of two openings. A single opening, equal values,
// and a figure that some games do not determine have no interval.
func TestJackknifeOfAMean(t *testing.T) {
	t.Parallel()
	mean := func(games []Trace) (float64, int) {
		sum := 0.
		for _, g := range games {
			sum += numberOf(g)
		}
		return sum / float64(max(1, len(games))), len(games)
	}
	failsWithoutSecond := func(games []Trace) (float64, int) {
		return 5, countOf(len(games) != 3 || numberOf(games[1]) == 2)
	}
	for _, c := range []struct {
		games  []Trace
		figure func([]Trace) (float64, int)
		want   stats.Estimate
	}{
		{withNumbers([]string{""}, 1, 2, 3, 4), mean, stats.Symmetric(2.5, 3.18245*math.Sqrt(5./12))},
		{withNumbers([]string{"a", "b"}, 1, 4, 3, 8), mean, stats.Symmetric(4, 12.7062*2)},
		{nil, mean, stats.Estimate{}}, {withNumbers([]string{"a"}, 1, 2, 3), mean, fixed(2)},
		{withNumbers([]string{""}, 7, 7, 7), mean, fixed(7)},
		{withNumbers([]string{""}, 1, 2, 3, 4), failsWithoutSecond, fixed(5)},
	} {
		m := jackknife("no games", c.figure)(Sample{Games: c.games, rounds: grouped(c.games)})[0]
		e, note := m.Estimate, m.Note
		if e.Kind != c.want.Kind || (note == "") != (e.Kind == stats.Measured) {
			t.Errorf("%d games: %+v (%s), want %+v", len(c.games), e, note, c.want)
		}
		near.Check(t, e.Value, c.want.Value, 1e-12, "value")
		near.Check(t, e.Error95, c.want.Error95, 1e-4, "half width")
	}
}

// TestOpeningsAreObservations checks that the games from one opening are one observation of an anytime interval.
func TestOpeningsAreObservations(t *testing.T) {
	t.Parallel()
	games := grouped(withNumbers([]string{"a", "b"}, 1, 0, 1, .5))
	got := anytimeMean("", func(g Trace) (float64, bool) { return numberOf(g), true })(Sample{rounds: games})
	var both stats.OpeningMeans
	both.AddMany(stats.Total{Sum: 2, Games: 2}, 1)
	both.AddMany(stats.Total{Sum: .5, Games: 2}, 1)
	if want := both.Estimate(.95); got[0].Estimate != want {
		t.Errorf("%+v, want %+v", got[0].Estimate, want)
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
