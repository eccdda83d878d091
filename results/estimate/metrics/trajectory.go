package metrics

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"pillars/engine"
	"pillars/results/estimate/rounds"
)

var trajectoryMeasures = map[string]measure{
	"judge-error":  judged(mean, judgeError),
	"judge-skill":  ifJudged(judgeSkill),
	"lead-changes": judged(mean, newLeads),
	"behind":       judged(share, behind),
	"drama":        judged(mean, drama),
	"stability":    stability,
	"decisiveness": decisiveness,
	"decided-turn": decidedTurn,
	"killer-moves": judged(share, killerMoves),
	"clarity-top":  ofChoices(clarityTop),
	"near-best":    ofChoices(nearBest),
}

const noteNoJudge = "no judge was asked"

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

// judged returns a measure over the games that the judge evaluated; kind is [mean] or [share]. sums returns what a game
// adds to the numerator and to the denominator.
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

// judgeError returns the sum of the judge's squared errors about the seat to act, and the number of evaluated turns.
func judgeError(g Trace, v view) (sum, weight float64) {
	for i, seat := range v.seats {
		miss := v.values[i][seat] - g.Outcome.Score(seat)
		sum += miss * miss
	}
	return sum, float64(len(v.seats))
}

// judgeSkill returns the skill of the judge: 1 minus the judge's squared error divided by the squared error of always
// expecting each seat's mean score. Of all constant expectations, the mean scores have the smallest error. Therefore,
// to the first order, sampling errors of the mean scores do not change the interval of the ratio.
func judgeSkill(s Sample) []Metric {
	var means [engine.MaxSeats]float64 // mean score by seat
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
	for _, round := range s.rounds {
		one := part{count: 1} // squared errors: of the judge (sum), and of expecting the mean scores (weight)
		evaluated := false
		for _, g := range round {
			v, ok := g.view()
			evaluated = evaluated || ok
			missed, _ := judgeError(g, v)
			one.sum += missed
			for _, seat := range v.seats {
				one.weight += (g.Outcome.Score(seat) - means[seat]) * (g.Outcome.Score(seat) - means[seat])
			}
		}
		if evaluated {
			p.all = append(p.all, one)
		}
	}
	e, note := p.ratio()
	return oneMetric(n, e.Mirrored(1), note)
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

// stability measures for each seat the mean variance of its expectation over the turns of a game.
func stability(s Sample) (found []Metric) {
	for seat := range s.Rules.seats {
		ofSeat := judged(mean, func(_ Trace, v view) (sum, weight float64) {
			var values []float64
			for i := range v.seats {
				values = append(values, v.values[i][seat])
			}
			return stat.PopVariance(values, nil), 1
		})(s)
		ofSeat[0].Subject = seatName(seat)
		found = append(found, ofSeat...)
	}
	return found
}

// threshold returns the highest expectation, in all games, of a seat that did not win, and the number of judged games.
func (s Sample) threshold() (most float64, n int) {
	for _, g := range s.Games {
		v, ok := g.view()
		n += int(rounds.Indicator(ok))
		winner, won := rounds.Winner(g.Outcome)
		for i := range v.seats {
			for seat, x := range v.values[i] {
				if !won || engine.Seat(seat) != winner {
					most = max(most, x)
				}
			}
		}
	}
	return most, n
}

// decisiveness measures the expectation above which a seat won every game.
func decisiveness(s Sample) []Metric {
	most, n := s.threshold()
	if n == 0 {
		return absent(noteNoJudge)
	}
	return oneMetric(n, fixed(most), "the extreme of the games seen: it grows with their number")
}

// decidedTurn measures, over the games with a winner, the number of the turn from which the winner's expectation
// exceeds the threshold. If only the end of a game decides it, this is the number of turns plus 1.
func decidedTurn(s Sample) []Metric {
	decisive, _ := s.threshold()
	return judged(mean, func(g Trace, v view) (sum, weight float64) {
		winner, won := rounds.Winner(g.Outcome)
		turn, from := len(g.Turns)+1, len(v.seats)
		for ; from > 0 && v.values[from-1][winner] > decisive; from-- { // unevaluated turns precede the evaluated ones
			turn--
		}
		return float64(turn), rounds.Indicator(won)
	})(s)
}

// killerMoves returns the number of turns that change their seat's expectation by more than a half, and the number of
// evaluated turns.
func killerMoves(_ Trace, v view) (sum, weight float64) {
	for i, seat := range v.seats { // v.values has one entry more than v.seats
		sum += rounds.Indicator(math.Abs(v.values[i+1][seat]-v.values[i][seat]) > .5)
	}
	return sum, float64(len(v.seats))
}

// ofChoices returns the [share] that is the mean of a number over the searched positions that have a choice.
func ofChoices(number func(Choice) float64) measure {
	return share("no position was searched twice", func(g Trace, add func(sum, weight float64)) {
		for _, c := range g.Judgements {
			if len(c.Deep) >= 2 && len(c.Shallow) == len(c.Deep) {
				add(number(c), 1)
			}
		}
	})
}

// clarityTop returns 1 if the turn that the shallow search values highest (the first of several) is also one that the
// deep search values highest, otherwise 0.
func clarityTop(c Choice) float64 {
	top := slices.Index(c.Shallow, slices.Max(c.Shallow))
	return rounds.Indicator(c.Deep[top] == slices.Max(c.Deep))
}

// nearBest returns the share of turns that the deep search values at most 0.05 below the best turn.
func nearBest(c Choice) (share float64) {
	best := max(c.Best, slices.Max(c.Deep))
	for _, x := range c.Deep {
		share += rounds.Indicator(x >= best-.05) / float64(len(c.Deep))
	}
	return share
}
