package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pillars/engine"
	"pillars/results/estimate/stats"
)

var resultDefinitions = []definition{
	{Definition{"seat-score", GroupResults, "Score of a seat", Score, 3, "games",
		"Mean score of the seat, a draw as half a point; with more than two seats the share of opponents placed " +
			"behind.", anytimeOpening, ludii}, bySeat(scores)},
	{Definition{"seat-wins", GroupResults, "Wins of a seat", Share, 1, "games",
		"Share of games that the seat won alone, draws apart.", anytimeOpening, aiai}, bySeat(wins)},
	{Definition{"balance", GroupResults, "Balance", Score, 3, "games",
		"1 less the largest gap between the mean scores of two seats: 1 if no seat is better than another.",
		"anytime, by opening, all seats at once", browne}, balance},
	{Definition{"completion", GroupResults, "Completion", Share, 1, "games", "Share of games with a winner.",
		anytimeOpening, browne}, endings(Won)},
	{Definition{"drawishness", GroupResults, "Drawishness", Share, 1, "games",
		"Share of games drawn by a rule, such as repetition or passes.", anytimeOpening, browne}, endings(Drawn)},
	{Definition{"cut-off", GroupResults, "Cut off", Share, 1, "games",
		"Share of games that were drawn only because they had become too long.", anytimeOpening, browne},
		endings(CutOff)},
	{Definition{"ending", GroupResults, "Ended by", Share, 1, "games", "Share of games that ended for the reason.",
		anytimeOpening, own}, reasons},
	{Definition{"opener", GroupResults, "First seat opens", Share, 1, "games with a set-up",
		"Share of games in which the first seat takes the first turn after the set-up of the board.", anytimeOpening,
		own}, ofOpeners(func(_ Game, opener int) float64 { return number(opener == 0) })},
	{Definition{"opener-score", GroupResults, "Score of the opener", Score, 3, "games with a set-up",
		"Mean score of the player who takes the first turn after the set-up of the board.", anytimeOpening, own},
		ofOpeners(scores)},
}

func seatName(seat int) string { return fmt.Sprintf("seat %d", seat+1) }

// bySeat is the mean of a number from 0 to 1 that each seat has.
func bySeat(of func(g Game, seat int) float64) func(Sample) []Metric {
	return func(s Sample) (found []Metric) {
		for seat := range s.Rules.seats {
			mean := meanOfOpenings(s.Games, func(g Game) float64 { return of(g, seat) }, 1-2*tail)
			found = append(found,
				Metric{subject: seatName(seat), N: len(s.Games), Estimate: mean, Note: noteNone(len(s.Games))})
		}
		return found
	}
}

func scores(g Game, seat int) float64 { return g.Outcome.Scores[seat] }

func wins(g Game, seat int) float64 {
	winner, won := Winner(g.Outcome)
	return number(won && int(winner) == seat)
}

func noteNone(n int) string {
	if n == 0 {
		return "no games"
	}
	return ""
}

// balance has an interval that holds for all seats together, with the level of each raised by Bonferroni's correction.
// With two seats one score determines the other.
func balance(s Sample) []Metric {
	n, seats := len(s.Games), len(s.Rules.seats)
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
		score := meanOfOpenings(s.Games, func(g Game) float64 { return g.Outcome.Scores[seat] },
			1-2*tail/float64(independent))
		means, limits = append(means, score.Value), append(limits, stats.Interval{Low: score.Low, High: score.High})
	}
	smallest, largest := gaps(limits)
	value := 1 - (slices.Max(means) - slices.Min(means))
	return one(n, stats.Limited(value, 1-largest, 1-smallest))
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

func gamesThat(are func(Game) bool) func(Sample) []Metric {
	return func(s Sample) []Metric {
		if len(s.Games) == 0 {
			return absent("no games")
		}
		return one(len(s.Games), shareOf(s.Games, are))
	}
}

func endings(ending Ending) func(Sample) []Metric {
	return gamesThat(func(g Game) bool { return g.Ending == ending })
}

func reasons(s Sample) (found []Metric) {
	known := map[engine.Reason]bool{}
	for _, g := range s.Games {
		known[g.Outcome.Reason] = true
	}
	for reason := range known {
		share := shareOf(s.Games, func(g Game) bool { return g.Outcome.Reason == reason })
		found = append(found, Metric{subject: string(reason), N: len(s.Games), Estimate: share})
	}
	slices.SortFunc(found, func(a, b Metric) int {
		return cmp.Or(cmp.Compare(b.Estimate.Value, a.Estimate.Value), cmp.Compare(a.subject, b.subject))
	})
	return found
}

// opens returns who takes the first turn after the set-up, and whether there are a set-up and a turn after it.
func (g Game) opens() (engine.Seat, bool) {
	for i, turn := range g.Turns {
		if !turn.SetUp {
			return turn.Seat, i > 0
		}
	}
	return 0, false
}

// ofOpeners returns the mean of a number from 0 to 1 over games with a turn after a set-up.
func ofOpeners(value func(g Game, opener int) float64) func(Sample) []Metric {
	return func(s Sample) []Metric {
		var means stats.OpeningMeans
		n := 0
		for _, g := range s.Games {
			if seat, ok := g.opens(); ok {
				means.Add(g.Opening, value(g, int(seat)))
				n++
			}
		}
		if n == 0 {
			return absent("no game has a set-up")
		}
		return one(n, means.Estimate(1-2*tail))
	}
}

var lengthDefinitions = []definition{
	{Definition{"turns", GroupLength, "Turns of a game", Turns, 1, "games",
		"Turns from the start of the game, including those of the set-up and of a given opening.", byRankAndOpening,
		browne}, lengths(func(Turn) float64 { return 1 })},
	{Definition{"set-up-turns", GroupLength, "Turns of the set-up", Turns, 1, "games",
		"Mean number of turns that only set up the board.", byOpening, own},
		func(s Sample) []Metric {
			return []Metric{overGames(s, "", count(func(t Turn) float64 { return number(t.SetUp) }))}
		}},
	{Definition{"decided-turns", GroupLength, "Turns after the opening", Turns, 1, "games",
		"Turns that the players decided, after the given opening if there was one.", byRankAndOpening,
		own}, lengths(func(t Turn) float64 { return number(!t.Given) })},
	{Definition{"steps", GroupLength, "Steps of a game", Steps, 1, "games",
		"Steps from the start of the game; a turn is made of one or more.", byRankAndOpening, own},
		lengths(func(t Turn) float64 { return float64(len(t.Steps)) })},
	{Definition{"decided-steps", GroupLength, "Steps after the opening", Steps, 1, "games",
		"Steps of the turns that the players decided.", byRankAndOpening, own},
		lengths(func(t Turn) float64 { return number(!t.Given) * float64(len(t.Steps)) })},
}

const byRankAndOpening = "of the mean Student, by opening; of the quartiles ranks, by opening; of the longest none"

// count counts turns of a game.
func count(of func(Turn) float64) func(Game) float64 {
	return func(g Game) (sum float64) {
		for _, t := range g.Turns {
			sum += of(t)
		}
		return sum
	}
}

func lengths(of func(Turn) float64) func(Sample) []Metric {
	length := count(of)
	return func(s Sample) []Metric {
		n := len(s.Games)
		if n == 0 {
			return absent("no games")
		}
		longest := 0.
		for _, g := range s.Games {
			longest = max(longest, length(g))
		}
		found := []Metric{overGames(s, "mean", length)}
		for i, name := range []string{"lower quartile", "median", "upper quartile"} {
			e, note := quantile(s.Games, length, float64(i+1)/4)
			found = append(found, Metric{subject: name, N: n, Estimate: e, Note: note})
		}
		return append(found, Metric{subject: "longest", N: n, Estimate: fixed(longest), Note: "of the games seen"})
	}
}
