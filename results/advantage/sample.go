package advantage

import "pillars/results/stats"

// sample is how often rounds have scored what, each a number from 0 to 1. The zero sample is empty.
type sample map[float64]int

func (s *sample) add(value float64) {
	if *s == nil {
		*s = sample{}
	}
	(*s)[value]++
}

// estimate is the mean with its anytime interval, absent without rounds.
func (s sample) estimate(level float64) stats.Estimate { return stats.MeanOf(s, level) }
