package metrics

import (
	"fmt"
	"math"
	"slices"

	"pillars/engine"
	"pillars/results/stats"
)

var resultDefinitions = []definition{
	{Definition{"seat-score", GroupResults, "Score of a seat", Score, 3, "games",
		"Mean score of the seat, a draw as half a point; with more than two seats the share of opponents placed behind.", anytimeOpening, ludii}, seatScores},
	{Definition{"seat-wins", GroupResults, "Wins of a seat", Share, 1, "games", "Share of games that the seat won alone, draws apart.",
		anytimeOpening, aiai}, seatWins},
	{Definition{"balance", GroupResults, "Balance", Score, 3, "games",
		"One less the largest gap between the mean scores of two seats: 1 if no seat is better than another.",
		"anytime, by opening, all seats at once", browne}, balance},
	{Definition{"completion", GroupResults, "Completion", Share, 1, "games", "Share of games with a winner.", anytimeOpening, browne}, endings(Won)},
	{Definition{"drawishness", GroupResults, "Drawishness", Share, 1, "games",
		"Share of games drawn by a rule, such as repetition or passes.", anytimeOpening, browne}, endings(Drawn)},
	{Definition{"cut-off", GroupResults, "Cut off", Share, 1, "games",
		"Share of games that were drawn only because they had become too long.", anytimeOpening, browne}, endings(CutOff)},
	{Definition{"ending", GroupResults, "Ended by", Share, 1, "games", "Share of games that ended for the reason.", anytimeOpening, own}, reasons},
	{Definition{"opener", GroupResults, "First seat opens", Share, 1, "games with a set-up",
		"Share of games in which the first seat takes the first turn after the set-up of the board.", anytimeOpening, own}, opener},
	{Definition{"opener-score", GroupResults, "Score of the opener", Score, 3, "games with a set-up",
		"Mean score of whoever takes the first turn after the set-up of the board.", anytimeOpening, own}, openerScore},
}

// seatScores is the mean score of each seat.
func seatScores(s Sample) (scores []Metric) {
	for seat := range s.Rules.Seats {
		score := meanOfOpenings(s.Games, func(g Game) float64 { return g.Outcome.Scores[seat] }, 1-2*tail)
		scores = append(scores, Metric{Subject: fmt.Sprintf("seat %d", seat+1), N: len(s.Games), Estimate: score, Note: noteNone(len(s.Games))})
	}
	return scores
}

// seatWins is the share of games that each seat won.
func seatWins(s Sample) (wins []Metric) {
	for seat := range s.Rules.Seats {
		share := shareOf(s.Games, func(g Game) bool {
			winner, won := Winner(g.Outcome)
			return won && int(winner) == seat
		})
		wins = append(wins, Metric{Subject: fmt.Sprintf("seat %d", seat+1), N: len(s.Games), Estimate: share, Note: noteNone(len(s.Games))})
	}
	return wins
}

// noteNone is the note of a measure of n games.
func noteNone(n int) string {
	if n == 0 {
		return "no games"
	}
	return ""
}

// balance is one less the largest gap between seats. The interval holds for all seats together: the level of each is raised by their number
// (Bonferroni). Of two seats one score tells the other.
func balance(s Sample) []Metric {
	n, seats := len(s.Games), len(s.Rules.Seats)
	if n == 0 || seats < 2 {
		return absent("no games")
	}
	independent := seats
	if seats == 2 {
		independent = 1
	}
	var means []float64
	var limits []stats.Interval
	for seat := range seats {
		score := meanOfOpenings(s.Games, func(g Game) float64 { return g.Outcome.Scores[seat] }, 1-2*tail/float64(independent))
		means, limits = append(means, score.Value), append(limits, stats.Interval{Low: score.Low, High: score.High})
	}
	smallest, largest := gaps(limits)
	value := 1 - (slices.Max(means) - slices.Min(means))
	return one(n, stats.Estimate{Kind: stats.Bracketed, Value: value, Low: 1 - largest, High: 1 - smallest})
}

// gaps bounds the largest gap between numbers within limits.
func gaps(limits []stats.Interval) (smallest, largest float64) {
	if len(limits) == 2 { // the second number is one less the first
		low, high := 2*limits[0].Low-1, 2*limits[0].High-1
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

// endings measures the share of games of an ending.
func endings(ending Ending) func(Sample) []Metric {
	return func(s Sample) []Metric {
		if len(s.Games) == 0 {
			return absent("no games")
		}
		return one(len(s.Games), shareOf(s.Games, func(g Game) bool { return g.Ending == ending }))
	}
}

// reasons is the share of every reason, the most frequent first.
func reasons(s Sample) (found []Metric) {
	known := map[engine.Reason]bool{}
	for _, g := range s.Games {
		known[g.Outcome.Reason] = true
	}
	for reason := range known {
		share := shareOf(s.Games, func(g Game) bool { return g.Outcome.Reason == reason })
		found = append(found, Metric{Subject: string(reason), N: len(s.Games), Estimate: share})
	}
	slices.SortFunc(found, func(a, b Metric) int { return byValue(b, a) })
	return found
}

// opens is who takes the first turn after the set-up, and whether there is a set-up and a turn after it.
func (g Game) opens() (engine.Seat, bool) {
	for i, turn := range g.Turns {
		if !turn.SetUp {
			return turn.Seat, i > 0
		}
	}
	return 0, false
}

// opener is how often the first seat opens.
func opener(s Sample) []Metric {
	return ofOpeners(s.Games, func(_ Game, seat engine.Seat) float64 {
		if seat == 0 {
			return 1
		}
		return 0
	})
}

// openerScore is what the opener scores.
func openerScore(s Sample) []Metric {
	return ofOpeners(s.Games, func(g Game, seat engine.Seat) float64 { return g.Outcome.Score(seat) })
}

// ofOpeners is the mean of a number from 0 to 1 over the games that somebody opens after a set-up.
func ofOpeners(games []Game, value func(Game, engine.Seat) float64) []Metric {
	opened := slices.DeleteFunc(slices.Clone(games), func(g Game) bool {
		_, ok := g.opens()
		return !ok
	})
	if len(opened) == 0 {
		return absent("no game has a set-up")
	}
	return one(len(opened), meanOfOpenings(opened, func(g Game) float64 {
		seat, _ := g.opens()
		return value(g, seat)
	}, 1-2*tail))
}
