package experiment

import (
	"cmp"
	"math"
	"slices"

	"pillars/results/estimate/stats"
)

// Finding says what the games of a measurement show.
type Finding struct {
	Measurement
	Run        string // id
	Summary    SeatSummary
	Beginnings []Beginning
	Odds       *OddsFold // of games at odds; nil for others
	Even       LogitLine // of games at odds: the second seat's score by the logarithm of its nodes
	Turns      []int     // of all games
}

// Rough reports whether so few rounds, or games at odds, differ that intervals may not hold.
func (f Finding) Rough() bool {
	if f.Odds != nil {
		return f.Odds.Rough()
	}
	return f.Summary.Rough()
}

// Counts returns the numbers of all games, of games that a fault ended, and of rounds (at odds, games) that differ move
// for move.
func (f Finding) Counts() (games, faults, distinct int) {
	if f.Odds != nil {
		return f.Odds.Games, f.Odds.Faults, f.Odds.Distinct()
	}
	return f.Summary.Games, f.Summary.Faults, f.Summary.Distinct
}

// First returns the score of the first seat, absent at odds.
func (f Finding) First() stats.Estimate {
	if f.Odds != nil || f.Summary.Distinct == 0 {
		return stats.Estimate{}
	}
	return f.Summary.Seats[0]
}

// Ladder holds the findings of one player and measure at rising node limits, with a line through them. The places on
// the line are rungs from the lowest rung.
type Ladder struct {
	Rungs []Finding // the lowest first
	LogitLine
}

// LaddersOf sorts findings of scores into ladders, in the order of their first findings. A ladder may have one rung. It
// fails for scores that cannot be.
func LaddersOf(findings []Finding) (ladders []Ladder, err error) {
	for _, f := range findings {
		if f.Odds != nil {
			continue
		}
		at := slices.IndexFunc(ladders, func(l Ladder) bool {
			r := l.Rungs[0]
			return r.Setting == f.Setting && r.Measure == f.Measure && r.Player == f.Player &&
				r.Conditions() == f.Conditions()
		})
		if at < 0 {
			at = len(ladders)
			ladders = append(ladders, Ladder{})
		}
		ladders[at].Rungs = append(ladders[at].Rungs, f)
	}
	for i := range ladders {
		l := &ladders[i]
		slices.SortStableFunc(l.Rungs, func(a, b Finding) int { return cmp.Compare(a.Nodes, b.Nodes) })
		var points []LogitPoint
		for _, f := range l.Rungs {
			if n := f.Summary.Distinct; n > 0 {
				points = append(points, LogitPoint{X: rungsBetween(f.Nodes, l.Rungs[0].Nodes),
					Points: f.Summary.Seats[0].Value * float64(n), Games: n})
			}
		}
		if l.LogitLine, err = FitLine(points); err != nil {
			return nil, err
		}
	}
	return ladders, nil
}

// Highest returns the rung with most nodes.
func (l Ladder) Highest() Finding { return l.Rungs[len(l.Rungs)-1] }

// Climbs reports whether there are two node limits or more.
func (l Ladder) Climbs() bool { return l.Highest().Nodes > l.Rungs[0].Nodes }

// rough reports whether a rung is rough, see [Finding.Rough].
func (l Ladder) rough() bool { return slices.ContainsFunc(l.Rungs, Finding.Rough) }

// Next returns the nodes of the rung above the highest, and the score that the line has there.
func (l Ladder) Next() (nodes uint64, score stats.Estimate) {
	nodes = rungFactor * l.Highest().Nodes
	return nodes, l.At(rungsBetween(nodes, l.Rungs[0].Nodes))
}

// rungFactor is the factor between the nodes of a rung and of the rung below.
const rungFactor = 4

// rungsBetween returns the number of rungs between two node limits.
func rungsBetween(nodes, lowest uint64) float64 {
	return math.Log(float64(nodes)/float64(lowest)) / math.Log(rungFactor)
}
