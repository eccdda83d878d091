package stats

import "math"

// PairMeans gathers numbers from 0 to 1 that games have, such as scores, by pairs of games: the games of a pair, or of a larger block, share their
// opening and are not independent of each other, so that their mean is one observation. The zero value is empty.
type PairMeans struct {
	pairs  map[string]pairMean
	counts map[float64]int // means of pairs that are complete, and games by themselves
}

type pairMean struct {
	sum   float64
	games int
}

// Add adds the number of a game; an empty pair is that of a game by itself.
func (m *PairMeans) Add(pair string, x float64) {
	if pair == "" {
		m.AddMany(x, 1)
		return
	}
	if m.pairs == nil {
		m.pairs = map[string]pairMean{}
	}
	p := m.pairs[pair]
	m.pairs[pair] = pairMean{p.sum + x, p.games + 1}
}

// AddMany adds so many equal means of whole pairs, or games by themselves.
func (m *PairMeans) AddMany(mean float64, count int) {
	if m.counts == nil {
		m.counts = map[float64]int{}
	}
	m.counts[mean] += count
}

// Estimate is the mean over pairs with the interval of [AnytimeMean]. It is the mean over games unless a pair lacks some. It is absent without games,
// and for numbers and levels that cannot be.
func (m *PairMeans) Estimate(level float64) Estimate {
	counts := map[float64]int{}
	for mean, count := range m.counts {
		counts[mean] += count
	}
	for _, p := range m.pairs {
		counts[math.Round(p.sum/float64(p.games)*1e12)/1e12]++ // the order of the games does not matter to the last bit
	}
	return MeanOf(counts, level)
}
