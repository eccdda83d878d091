package advantage

import "pillars/results/stats"

// sample is how often rounds have scored what, each a number from 0 to 1. The zero sample is empty.
type sample struct {
	sum    float64
	rounds int
	counts map[float64]int
}

func (s *sample) add(value float64) {
	if s.counts == nil {
		s.counts = map[float64]int{}
	}
	s.sum += value
	s.rounds++
	s.counts[value]++
}

// estimate is the mean with its anytime interval, absent without rounds.
func (s *sample) estimate(level float64) stats.Estimate {
	limits, err := stats.AnytimeMean(s.counts, level)
	if err != nil || s.rounds == 0 { // there is no error: values are scores
		return stats.Estimate{}
	}
	return stats.Estimate{Kind: stats.Bracketed, Value: s.sum / float64(s.rounds), Low: limits.Low, High: limits.High}
}
