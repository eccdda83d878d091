package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pillars/engine"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var resultMeasures = map[string]roundedMeasure{
	"seat-score":   {3, bySeat(scores)},
	"seat-wins":    {1, bySeat(wins)},
	"balance":      {3, balance},
	"completion":   {1, endings(rounds.Won)},
	"drawishness":  {1, endings(rounds.Drawn)},
	"cut-off":      {1, endings(rounds.CutOff)},
	"ending":       {1, reasons},
	"opener":       {1, ofOpeners(func(_ Trace, opener int) float64 { return rounds.Indicator(opener == 0) })},
	"opener-score": {3, ofOpeners(func(g Trace, opener int) float64 { return g.Outcome.Scores[opener] })},

	"turns": {1, turns},
	"set-up-turns": {1, mean(noteNothing, perGame(sumOfTurns(func(t Turn) float64 {
		return rounds.Indicator(t.SetUp)
	})))},
	"decided-turns": {1, lengths(func(t Turn) float64 { return rounds.Indicator(!t.Given) })},
	"steps":         {1, lengths(func(t Turn) float64 { return float64(len(t.Steps)) })},
	"decided-steps": {1, lengths(func(t Turn) float64 { return rounds.Indicator(!t.Given) * float64(len(t.Steps)) })},
}

// seatName returns the subject of a metric about a seat.
func seatName(seat int) string { return fmt.Sprintf("seat %d", seat+1) }

// resultsOf returns the results of games by round.
func resultsOf(games []Trace) []rounds.Round {
	set := rounds.Set{Rounds: []rounds.Round{}}
	for _, g := range games {
		ended := &rounds.Result{Outcome: g.Outcome, Ending: g.Ending}
		set.Add(g.Opening, rounds.Game{Result: ended, Turns: int32(len(g.Turns))})
	}
	return set.Rounds
}

// A result is a number from 0 to 1 that follows from the result of a game.
type result func(rounds.Game) float64

// counted returns the numbers of the games that count in scores, wins and reasons of the end.
func (s Sample) counted(of result) rounds.Number {
	return func(g rounds.Game) (float64, bool) { return of(g), s.Forfeits || g.Ending != rounds.Broken }
}

// sound returns the numbers of the games that no fault ended.
func sound(of result) rounds.Number {
	return func(g rounds.Game) (float64, bool) { return of(g), g.Ending != rounds.Broken }
}

// anytimeResult returns the mean of a number over the results as a metric, with its anytime interval.
func (s Sample) anytimeResult(subject string, number rounds.Number) Metric {
	means := rounds.Means(s.Results, number)
	m := Metric{Subject: subject, N: means.Total().Games, Estimate: means.Estimate(1 - 2*tail)}
	if m.N == 0 {
		m.Note = noteNoGames
	}
	return m
}

// bySeat measures, for each seat, the mean over games of a number from 0 to 1.
func bySeat(number func(g rounds.Game, seat int) float64) measure {
	return func(s Sample) (found []Metric) {
		for seat := range s.Rules.seats {
			ofSeat := func(g rounds.Game) float64 { return number(g, seat) }
			found = append(found, s.anytimeResult(seatName(seat), s.counted(ofSeat)))
		}
		return found
	}
}

func scores(g rounds.Game, seat int) float64 { return g.Outcome.Scores[seat] }

// wins returns 1 if the seat won alone, otherwise 0.
func wins(g rounds.Game, seat int) float64 {
	winner, won := rounds.Winner(g.Outcome)
	return rounds.Indicator(won && int(winner) == seat)
}

// balance returns 1 minus the largest gap between the mean scores of any two seats. The limits of the gap come from
// intervals of the seats' scores that hold together: each has a smaller error, by Bonferroni's correction.
func balance(s Sample) []Metric {
	seats := len(s.Rules.seats)
	intervals := seats
	if seats == 2 {
		intervals = 1 // one score determines the other
	}
	n := 0
	var values []float64
	var limits []stats.Interval
	for seat := range seats {
		means := rounds.Means(s.Results, s.counted(func(g rounds.Game) float64 { return scores(g, seat) }))
		score := means.Estimate(1 - 2*tail/float64(intervals))
		n = means.Total().Games
		values, limits = append(values, score.Value), append(limits, stats.Interval{Low: score.Low, High: score.High})
	}
	if n == 0 || seats < 2 {
		return absent(noteNoGames)
	}
	gap := slices.Max(values) - slices.Min(values)
	smallest, largest := gapLimits(limits)
	return oneMetric(n, stats.Limited(1-gap, 1-largest, 1-smallest), "")
}

// gapLimits returns the smallest and the largest possible gap between the best and the worst seat, given the limits of
// the seats' scores. With two seats, both scores sum to 1.
func gapLimits(limits []stats.Interval) (smallest, largest float64) {
	if len(limits) == 2 {
		low, high := 2*limits[0].Low-1, 2*limits[0].High-1 // limits of the first score minus the second
		largest = max(math.Abs(low), math.Abs(high))
		if low > 0 || high < 0 {
			smallest = min(math.Abs(low), math.Abs(high))
		}
		return smallest, largest
	}
	for i, a := range limits {
		for j, b := range limits {
			if i != j {
				smallest, largest = max(smallest, a.Low-b.High), max(largest, a.High-b.Low)
			}
		}
	}
	return smallest, min(1, largest)
}

// endings measures the share of games with the given ending.
func endings(ending rounds.Ending) measure {
	return func(s Sample) []Metric {
		has := func(g rounds.Game) float64 { return rounds.Indicator(g.Ending == ending) }
		return []Metric{s.anytimeResult("", sound(has))}
	}
}

// reasons returns the share of games that ended for each reason, the most frequent first.
func reasons(s Sample) (found []Metric) {
	seen := map[engine.Reason]bool{}
	reasonOf := func(g rounds.Game) engine.Reason { // all faults are one reason: their texts differ from game to game
		if g.Ending == rounds.Broken {
			return "a player's fault"
		}
		return g.Outcome.Reason
	}
	for _, r := range s.Results {
		for _, g := range r {
			if s.Forfeits || g.Ending != rounds.Broken {
				seen[reasonOf(g)] = true
			}
		}
	}
	for reason := range seen {
		has := func(g rounds.Game) float64 { return rounds.Indicator(reasonOf(g) == reason) }
		found = append(found, s.anytimeResult(string(reason), s.counted(has)))
	}
	slices.SortFunc(found, func(a, b Metric) int {
		return cmp.Or(cmp.Compare(b.Estimate.Value, a.Estimate.Value), cmp.Compare(a.Subject, b.Subject))
	})
	return found
}

// opener returns the seat that takes the first turn after the set-up. ok is false without a set-up or a turn after it.
func (g Trace) opener() (seat engine.Seat, ok bool) {
	for i, turn := range g.Turns {
		if !turn.SetUp {
			return turn.Seat, i > 0
		}
	}
	return 0, false
}

// ofOpeners measures the mean of a number from 0 to 1 over the games that have an opener.
func ofOpeners(number func(g Trace, opener int) float64) measure {
	return func(s Sample) []Metric {
		opened := slices.DeleteFunc(slices.Clone(s.Games), func(g Trace) bool {
			_, ok := g.opener()
			return !ok
		})
		if len(opened) == 0 {
			return absent("no game has a set-up")
		}
		return anytimeMean(func(g Trace) float64 {
			seat, _ := g.opener()
			return number(g, int(seat))
		})(Sample{Games: opened})
	}
}

// sumOfTurns returns a function that adds up a number over all turns of a game.
func sumOfTurns(number func(Turn) float64) func(Trace) float64 {
	return func(g Trace) (sum float64) {
		for _, t := range g.Turns {
			sum += number(t)
		}
		return sum
	}
}

// lengths measures the distribution of the sum of ofTurn over the turns of a game.
func lengths(ofTurn func(Turn) float64) measure {
	return func(s Sample) []Metric { return spread(observed(s.Games, sumOfTurns(ofTurn))) }
}

// turns measures the distribution of the number of turns, which follows from the results.
func turns(s Sample) []Metric {
	var all observations
	for _, r := range s.Results {
		var ofRound []float64
		for _, g := range r {
			if g.Ending != rounds.Broken {
				ofRound = append(ofRound, float64(g.Turns))
			}
		}
		if ofRound != nil {
			all = append(all, ofRound)
		}
	}
	return spread(all)
}

// spread returns the mean, the quartiles and the maximum of a number of games.
func spread(all observations) []Metric {
	sorted := all.sorted()
	if len(sorted) == 0 {
		return absent(noteNoGames)
	}
	p := all.parts(func(x float64) float64 { return x })
	found := []Metric{p.mean("mean")}
	for i, name := range []string{"lower quartile", "median", "upper quartile"} {
		e, note := all.quantile(sorted, float64(i+1)/4)
		found = append(found, Metric{Subject: name, N: len(sorted), Estimate: e, Note: note})
	}
	longest := sorted[len(sorted)-1]
	return append(found, Metric{Subject: "longest", N: len(sorted), Estimate: fixed(longest),
		Note: "of the games seen"})
}
