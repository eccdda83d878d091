package metrics

import (
	"cmp"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var resultMeasures = map[string]measure{
	"seat-score":   bySeat(scores),
	"seat-wins":    bySeat(wins),
	"balance":      balance,
	"completion":   endings(rounds.Won),
	"drawishness":  endings(rounds.Drawn),
	"cut-off":      endings(rounds.CutOff),
	"ending":       reasons,
	"opener":       ofOpener(func(_ Trace, opener engine.Seat) float64 { return rounds.Indicator(opener == 0) }),
	"opener-score": ofOpener(func(g Trace, opener engine.Seat) float64 { return g.Outcome.Score(opener) }),
	"turns":        turns,
}

// seatName returns the subject of a metric about a seat.
func seatName(seat int) string { return fmt.Sprintf("seat %d", seat+1) }

// resultsOf returns the results of the games in traces, which are grouped by opening.
func resultsOf(traces [][]Trace) []rounds.Repeated {
	all := []rounds.Repeated{}
	for _, games := range traces {
		round := rounds.Repeated{Count: 1}
		for _, g := range games {
			ended := &rounds.Result{Outcome: g.Outcome, Ending: g.Ending}
			round.Round = append(round.Round, rounds.Game{Result: ended, Turns: int32(len(g.Turns))})
		}
		all = append(all, round)
	}
	return all
}

// forfeits reports whether a game counts in scores, wins and reasons of the end. There, games that a player's fault
// ended count only if s.Forfeits is set.
func (s Sample) forfeits(g rounds.Game) bool { return s.Forfeits || isWhole(g) }

// isWhole reports whether no fault ended a game.
func isWhole(g rounds.Game) bool { return g.Ending != rounds.Broken }

// means returns the means of a number from 0 to 1 over the games in s.Results that count.
func (s Sample) means(number func(rounds.Game) float64, counts func(rounds.Game) bool) (means stats.OpeningMeans) {
	for _, r := range s.Results {
		means.AddMany(rounds.Sum(r.Round, func(g rounds.Game) (float64, bool) { return number(g), counts(g) }), r.Count)
	}
	return means
}

// bySeat measures, for each seat, the mean over games of a number from 0 to 1.
func bySeat(number func(g rounds.Game, seat int) float64) measure {
	return func(s Sample) (found []Metric) {
		for seat := range s.Rules.seats {
			ofSeat := func(g rounds.Game) float64 { return number(g, seat) }
			found = append(found, anytime(s.means(ofSeat, s.forfeits), seatName(seat), noteNoGames))
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

// balance measures 1 minus the largest gap between the mean scores of two seats. The limits of the gap come from
// intervals of the scores that hold together, by Bonferroni's correction.
func balance(s Sample) []Metric {
	seats, n := len(s.Rules.seats), 0
	together := seats
	if seats == 2 {
		together = 1 // one score determines the other
	}
	var all []stats.Estimate
	for seat := range seats {
		means := s.means(func(g rounds.Game) float64 { return scores(g, seat) }, s.forfeits)
		n, all = means.Total().Games, append(all, means.Estimate(1-2*tail/float64(together)))
	}
	if n == 0 || seats < 2 {
		return absent(noteNoGames)
	}
	var gap, smallest, largest float64
	for i, a := range all {
		for j, b := range all {
			if i != j {
				gap, smallest = max(gap, a.Value-b.Value), max(smallest, a.Low-b.High)
				largest = max(largest, a.High-b.Low)
			}
		}
	}
	return oneMetric(n, stats.Limited(1-gap, max(0, 1-largest), 1-smallest), "")
}

// endings measures the share of games with the given ending.
func endings(ending rounds.Ending) measure {
	return func(s Sample) []Metric {
		has := func(g rounds.Game) float64 { return rounds.Indicator(g.Ending == ending) }
		return []Metric{anytime(s.means(has, isWhole), "", noteNoGames)}
	}
}

// reasons returns the share of games that ended for each reason, the most frequent first.
func reasons(s Sample) (found []Metric) {
	seen := map[engine.Reason]bool{}
	reasonOf := func(g rounds.Game) engine.Reason { // all faults count as one reason, since their texts differ
		if g.Ending == rounds.Broken {
			return "a player's fault"
		}
		return g.Outcome.Reason
	}
	for _, r := range s.Results {
		for _, g := range r.Round {
			if s.forfeits(g) {
				seen[reasonOf(g)] = true
			}
		}
	}
	for reason := range seen {
		has := func(g rounds.Game) float64 { return rounds.Indicator(reasonOf(g) == reason) }
		found = append(found, anytime(s.means(has, s.forfeits), string(reason), noteNoGames))
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

// ofOpener measures the mean of a number from 0 to 1 over the games that have an opener.
func ofOpener(number func(g Trace, opener engine.Seat) float64) measure {
	return anytimeMean("no game has a set-up", func(g Trace) (x float64, has bool) {
		seat, has := g.opener()
		return number(g, seat), has
	})
}

// turns measures the mean, the quartiles and the maximum of the number of turns in a game.
func turns(s Sample) []Metric {
	var sorted []float64
	for _, r := range s.Results {
		for _, g := range r.Round {
			if isWhole(g) {
				sorted = append(sorted, slices.Repeat([]float64{float64(g.Turns)}, r.Count)...)
			}
		}
	}
	slices.Sort(sorted)
	if len(sorted) == 0 {
		return absent(noteNoGames)
	}
	p := s.lengths(func(turns float64) float64 { return turns })
	found := []Metric{p.mean("mean")}
	for i, name := range []string{"lower quartile", "median", "upper quartile"} {
		e, note := s.quantile(sorted, float64(i+1)/4)
		found = append(found, Metric{Subject: name, N: len(sorted), Estimate: e, Note: note})
	}
	longest := fixed(sorted[len(sorted)-1])
	return append(found, Metric{Subject: "longest", N: len(sorted), Estimate: longest, Note: "of the games seen"})
}
