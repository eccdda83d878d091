package metrics

import (
	"math"
	"slices"

	"pillars/engine"
	"pillars/results/estimate/rounds"
)

var trajectoryMeasures = map[string]roundedMeasure{
	"judge-error":  {3, judged(mean, judgeError)},
	"judge-skill":  {3, ifJudged(judgeSkill)},
	"lead-changes": {3, leadChanges},
	"behind":       {1, judged(share, behind)},
	"drama":        {3, judged(mean, drama)},
	"stability":    {4, stability},
	"hope":         {3, judged(mean, Trace.hope)},
	"decisiveness": {3, decisiveness},
	"decided-at":   {1, atDecision(share, decidedAt)},
	"decided-turn": {1, atDecision(mean, decidedTurn)},
	"killer-moves": {2, judged(share, killerMoves)},
	"clarity-rank": {3, mean(noteNoChoice, perChoice(clarityRank))},
	"clarity-top":  {1, share(noteNoChoice, perChoice(clarityTop))},
	"near-best":    {1, share(noteNoChoice, perChoice(nearBest))},
}

const noteNoJudge = "no judge was asked"

// killing is the change of a seat's expectation above which its turn is a killer move.
const killing = .5

// view holds the judge's expectations in a game.
type view struct {
	seats  []engine.Seat // seat that takes each evaluated turn
	values [][]float64   // expectations by seat before each evaluated turn; the last entry has the scores of the game
}

// view returns the judge's expectations. ok is false if no turn was evaluated.
func (g Trace) view() (v view, ok bool) {
	for _, turn := range g.Turns {
		if turn.Expectation != nil {
			v.seats = append(v.seats, turn.Seat)
			v.values = append(v.values, turn.Expectation)
		}
	}
	if len(v.seats) == 0 {
		return v, false
	}
	v.values = append(v.values, g.Outcome.Scores[:g.Outcome.Seats])
	return v, true
}

// judged returns the [mean] or the [share] over judged games. sums returns a game's numerator and denominator.
func judged(kind func(string, contribution) measure, sums func(g Trace, v view) (sum, weight float64)) measure {
	return ifJudged(kind(noteNothing, func(g Trace, add func(sum, weight float64)) {
		if v, ok := g.view(); ok {
			add(sums(g, v))
		}
	}))
}

// ifJudged returns m, changed so that the metric is absent if the sample has no judge.
func ifJudged(m measure) measure {
	return func(s Sample) []Metric {
		if s.Judge == "" {
			return absent(noteNoJudge)
		}
		return m(s)
	}
}

// judgeError returns the sum of the judge's squared errors, and the number of evaluated turns.
func judgeError(g Trace, v view) (sum, weight float64) {
	for i, seat := range v.seats {
		miss := v.values[i][seat] - g.Outcome.Score(seat)
		sum += miss * miss
	}
	return sum, float64(len(v.seats))
}

// judgeSkill returns the skill of the judge: 1 minus its error divided by the error of expecting each seat's mean
// score. The mean scores are the expectations with the smallest such error. Therefore, to the first order, their own
// sampling errors do not change the interval of the ratio.
func judgeSkill(s Sample) []Metric {
	var means [engine.MaxSeats]float64 // by seat
	var counts [engine.MaxSeats]int
	n := 0
	for _, g := range s.Games {
		v, _ := g.view()
		for _, seat := range v.seats {
			n++
			counts[seat]++
			means[seat] += (g.Outcome.Score(seat) - means[seat]) / float64(counts[seat])
		}
	}
	var p parts
	for _, g := range s.Games {
		if v, ok := g.view(); ok {
			missed, _ := judgeError(g, v)
			reference := 0.
			for _, seat := range v.seats {
				reference += (g.Outcome.Score(seat) - means[seat]) * (g.Outcome.Score(seat) - means[seat])
			}
			p.addUncounted(g.Opening, missed, reference)
		}
	}
	e, note := p.ratio()
	return oneMetric(n, e.Mirrored(1), note)
}

// leadChanges returns the mean number of changes of the leader per evaluated turn after the first, which is at most 1.
func leadChanges(s Sample) []Metric {
	found := judged(mean, newLeads)(s)
	found[0].Estimate = between(found[0].Estimate, 0, 1)
	return found
}

// newLeads returns the number of changes of the leader, and the number of turns at which it could change. While several
// seats share the highest expectation, the earlier leader still leads.
func newLeads(_ Trace, v view) (sum, weight float64) {
	leader, hasLeader := engine.Seat(0), false
	for i := range v.seats {
		if seat, alone := rounds.Highest(v.values[i]); alone {
			sum += rounds.Indicator(hasLeader && seat != leader)
			leader, hasLeader = seat, true
		}
	}
	return sum, float64(len(v.seats) - 1)
}

// deficits returns, before each evaluated turn, by how much the winner's expectation was below the highest, or nil
// without a winner.
func (g Trace) deficits(v view) (all []float64) {
	winner, ok := rounds.Winner(g.Outcome)
	if !ok {
		return nil
	}
	for i := range v.seats {
		all = append(all, slices.Max(v.values[i])-v.values[i][winner])
	}
	return all
}

// behind returns the number of turns before which the winner was behind, and the number of evaluated turns.
func behind(g Trace, v view) (sum, weight float64) {
	deficits := g.deficits(v)
	for _, deficit := range deficits {
		sum += rounds.Indicator(deficit > 0)
	}
	return sum, float64(len(deficits))
}

// drama returns the sum of the winner's deficits, and the number of turns before which the winner was behind.
func drama(g Trace, v view) (sum, weight float64) {
	for _, deficit := range g.deficits(v) {
		sum += deficit
		weight += rounds.Indicator(deficit > 0)
	}
	return sum, weight
}

// stability returns for each seat the mean variance of its expectation over the turns of a game.
func stability(s Sample) (found []Metric) {
	for seat := range s.Rules.seats {
		ofSeat := judged(mean, func(_ Trace, v view) (float64, float64) {
			var values []float64
			for i := range v.seats {
				values = append(values, v.values[i][seat])
			}
			return squaredDeviations(values) / float64(len(values)), 1
		})(s)
		ofSeat[0].Subject = seatName(seat)
		ofSeat[0].Estimate = between(ofSeat[0].Estimate, 0, .25) // the greatest variance of numbers from 0 to 1
		found = append(found, ofSeat...)
	}
	return found
}

// hope returns the highest expectation in the game of any seat that did not win, with the weight 1.
func (g Trace) hope(v view) (most, weight float64) {
	winner, won := rounds.Winner(g.Outcome)
	for i := range v.seats {
		for seat, x := range v.values[i] {
			if !won || engine.Seat(seat) != winner {
				most = max(most, x)
			}
		}
	}
	return most, 1
}

// threshold returns the highest expectation, in all games, of a seat that did not win, and the number of judged games.
func threshold(games []Trace) (most float64, n int) {
	for _, g := range games {
		if v, ok := g.view(); ok {
			hope, _ := g.hope(v)
			most = max(most, hope)
			n++
		}
	}
	return most, n
}

// decisiveness returns the expectation above which a seat won every game.
func decisiveness(s Sample) []Metric {
	most, n := threshold(s.Games)
	if n == 0 {
		return absent(noteNoJudge)
	}
	return oneMetric(n, fixed(most), "the extreme of the games seen: it grows with their number")
}

// atDecision returns the [mean] or the [share] of a number over the games with a winner. The function number computes
// it from the turn, as an index among the evaluated turns, from which the winner's expectation exceeds the threshold.
// If only the end of the game decided, this is the number of evaluated turns.
func atDecision(kind func(string, contribution) measure, number func(g Trace, v view, turn int) float64) measure {
	return func(s Sample) []Metric {
		decisive, _ := threshold(s.Games)
		return judged(kind, func(g Trace, v view) (sum, weight float64) {
			winner, won := rounds.Winner(g.Outcome)
			from := len(v.seats)
			for from > 0 && v.values[from-1][winner] > decisive {
				from--
			}
			return number(g, v, from), rounds.Indicator(won)
		})(s)
	}
}

// decidedAt returns the share of the evaluated turns that come before the decision.
func decidedAt(_ Trace, v view, turn int) float64 { return float64(turn) / float64(len(v.seats)) }

// decidedTurn returns the number of the turn of decision, counted from the start of the game.
func decidedTurn(g Trace, v view, turn int) float64 {
	unevaluated := len(g.Turns) - len(v.seats) // these turns precede the evaluated ones
	return float64(unevaluated + turn + 1)
}

// killerMoves returns the number of killer moves and the number of evaluated turns.
func killerMoves(_ Trace, v view) (sum, weight float64) {
	for i, seat := range v.seats { // v.values has one entry more than v.seats
		swing := v.values[i+1][seat] - v.values[i][seat]
		sum += rounds.Indicator(math.Abs(swing) > killing)
	}
	return sum, float64(len(v.seats))
}
