package advantage

import (
	"cmp"
	"math"
	"slices"

	"pillars/results/stats"
)

// RungFactor is how many times the nodes of a rung the next one of a ladder has.
const RungFactor = 4

// RungOf is how many such factors lie between the lowest of some node limits and another.
func RungOf(nodes, lowest uint64) float64 {
	return math.Log(float64(nodes)/float64(lowest)) / math.Log(RungFactor)
}

// Rung is what the games of one player with itself say at a node limit.
type Rung struct {
	Nodes   uint64
	Summary Summary
}

// Ladder is the first seat's score in the games of one player with itself at rising node limits. The places of its line are counted by [RungOf] from the
// lowest rung on.
type Ladder struct {
	Line
	rungs []Rung // the lowest first
}

// NewLadder fits a line to one rung or more. It fails on scores that cannot be.
func NewLadder(rungs []Rung) (Ladder, error) {
	l := Ladder{rungs: slices.SortedStableFunc(slices.Values(rungs), func(a, b Rung) int { return cmp.Compare(a.Nodes, b.Nodes) })}
	var points []Point
	for _, r := range l.rungs {
		if n := r.Summary.Distinct; n > 0 {
			points = append(points, Point{X: RungOf(r.Nodes, l.rungs[0].Nodes), Points: r.Summary.Seats[0].Value * float64(n), Games: n})
		}
	}
	var err error
	l.Line, err = FitLine(points)
	return l, err
}

// Rungs are those fitted, the lowest first. They must not be changed.
func (l Ladder) Rungs() []Rung { return l.rungs }

// Top are the nodes of the highest rung.
func (l Ladder) Top() uint64 { return l.rungs[len(l.rungs)-1].Nodes }

// Climbs reports whether there are two node limits or more.
func (l Ladder) Climbs() bool { return l.Top() > l.rungs[0].Nodes }

// Rough reports whether some rung is, see [Summary.Rough].
func (l Ladder) Rough() bool {
	return slices.ContainsFunc(l.rungs, func(r Rung) bool { return r.Summary.Rough() })
}

// Next are the nodes of the rung above the highest, and the score that the line has there.
func (l Ladder) Next() (nodes uint64, score stats.Estimate) {
	nodes = RungFactor * l.Top()
	return nodes, l.At(RungOf(nodes, l.rungs[0].Nodes))
}
