package metrics

import (
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

var playoutMeasures = map[string]roundedMeasure{
	"random-decided": {1, playoutEnds(rounds.Won)},
	"random-drawn":   {1, playoutEnds(rounds.Drawn)},
	"random-cut-off": {1, playoutEnds(rounds.CutOff)},
	"random-first":   {3, playoutScore(func(p Playout) float64 { return p.Outcome.Score(0) })},
	"random-turns":   {1, playoutMean(func(p Playout) float64 { return float64(p.Turns) })},
	"random-steps":   {1, playoutMean(func(p Playout) float64 { return float64(p.Steps) })},
}

const noteNoPlayouts = "no random games were played"

// playoutEnds measures the share of random games with the given ending.
func playoutEnds(ending rounds.Ending) measure {
	return playoutScore(func(p Playout) float64 { return rounds.Indicator(p.Ending == ending) })
}

// playoutScore measures the mean over random games of a number from 0 to 1.
func playoutScore(number func(Playout) float64) measure {
	return func(s Sample) []Metric {
		if len(s.Playouts) == 0 {
			return absent(noteNoPlayouts)
		}
		sum := 0.
		for _, p := range s.Playouts {
			sum += number(p)
		}
		return oneMetric(len(s.Playouts), stats.MeanScore(sum, len(s.Playouts)), "")
	}
}

// playoutMean measures the mean over random games of a number, with Student's interval.
func playoutMean(number func(Playout) float64) measure {
	return func(s Sample) []Metric {
		if len(s.Playouts) == 0 {
			return absent(noteNoPlayouts)
		}
		sums := parts{n: len(s.Playouts)}
		for _, p := range s.Playouts {
			sums.all = append(sums.all, part{number(p), 1})
		}
		return []Metric{sums.mean("")}
	}
}

// ExpectationAlong returns the indices of the evaluated turns, and the score that the judge expects for a seat before
// each of them. The last index is the number of turns, with the seat's score at the end of the game as its value.
// Without evaluated turns, ExpectationAlong returns nil.
func ExpectationAlong(g Trace, seat int) (turns []int, values []float64) {
	for i, turn := range g.Turns {
		if turn.Expectation != nil {
			turns, values = append(turns, i), append(values, turn.Expectation[seat])
		}
	}
	if turns == nil {
		return nil, nil
	}
	return append(turns, len(g.Turns)), append(values, g.Outcome.Scores[seat])
}
