package metrics

import (
	"slices"

	"pillars/engine"
	"pillars/results/estimate/rounds"
)

var trajectoryMeasures = map[string]measure{
	"judge-error":  judged(mean, judgeError),
	"judge-skill":  ifJudged(judgeSkill),
	"lead-changes": judged(mean, newLeads),
	"behind":       judged(share, behind),
	"drama":        judged(mean, drama),
	"clarity-top":  share("no position was searched twice", Trace.clarityTop),
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
		var one part // squared errors: of the judge (sum), and of expecting the mean scores (weight)
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
