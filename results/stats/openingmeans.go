package stats

import "math"

// OpeningMeans gathers numbers from 0 to 1 that games have, such as scores, by openings: games from one opening are not independent of each other,
// whoever plays them, so that what they come to together is one observation. The zero value is empty.
type OpeningMeans struct {
	openings map[string]Total
	totals   map[Total]int // of openings added whole, and games by themselves
}

// Total is what the numbers of some games add up to.
type Total struct {
	Sum   float64
	Games int
}

// Add adds the number of a game; an empty opening is that of a game by itself.
func (m *OpeningMeans) Add(opening string, x float64) {
	if opening == "" {
		m.AddMany(Total{x, 1}, 1)
		return
	}
	if m.openings == nil {
		m.openings = map[string]Total{}
	}
	t := m.openings[opening]
	m.openings[opening] = Total{t.Sum + x, t.Games + 1}
}

// AddMany adds so many openings whose games come to the same.
func (m *OpeningMeans) AddMany(t Total, count int) {
	if m.totals == nil {
		m.totals = map[Total]int{}
	}
	m.totals[t] += count
}

// Estimate is the mean over games with an interval that holds at all times, as that of [AnytimeMean] of the means of openings does. Where openings
// have different numbers of games, as the last one of a run that is not finished, what is put on one is in proportion to its games. The estimate is
// absent without games, and for numbers and levels that cannot be.
func (m *OpeningMeans) Estimate(level float64) Estimate {
	o, err := newObserved(m.all())
	if err != nil || !(level > 0 && level < 1) {
		return Estimate{}
	}
	return o.estimate(level)
}

// all are the totals of openings, and how often each was observed.
func (m *OpeningMeans) all() map[Total]int {
	totals := map[Total]int{}
	for t, count := range m.totals {
		totals[t.rounded()] += count
	}
	for _, t := range m.openings {
		totals[t.rounded()]++
	}
	return totals
}

// rounded makes the total the same to the last bit, whatever the order of the games.
func (t Total) rounded() Total { return Total{math.Round(t.Sum*1e12) / 1e12, t.Games} }
