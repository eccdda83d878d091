package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pillars/results/estimate/experiment"
	"pillars/results/show/charts"
)

// ladderChart draws at most [mostLadders] ladders. It shows each rung with its interval, and up to the highest rung the
// fitted line with its band.
func ladderChart(title string, ladders []experiment.Ladder) (*charts.Chart, error) {
	lowest := uint64(math.MaxUint64)
	for _, l := range ladders {
		lowest = min(lowest, l.Rungs[0].Nodes)
	}
	var trends []charts.Line
	for _, l := range ladders {
		trends = append(trends, trend(l, ladderName(l, ladders), lowest))
	}
	return charts.Trends(charts.LineChart{
		Title: title, X: charts.Axis{Label: "nodes of a decision", Ticks: nodeTicks(ladders, lowest)},
		Y: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent}, Lines: trends, Even: true,
	})
}

// mostLadders is the greatest number of lines that a reader of a chart can tell apart.
const mostLadders = 6

// trend returns a ladder as a line of a chart. The x coordinate of a node limit is the number of rungs between it and
// lowest, the lowest node limit of all ladders in the chart.
func trend(l experiment.Ladder, name string, lowest uint64) charts.Line {
	line := charts.Line{Name: name, Until: experiment.RungsBetween(l.Highest().Nodes, lowest)}
	for _, f := range l.Rungs {
		if score := f.First(); score.HasValue() {
			line.Points = append(line.Points, charts.PointOf(experiment.RungsBetween(f.Nodes, lowest), score))
		}
	}
	return line
}

// nodeTicks returns ticks at the node limits of all rungs. Their positions are counted in rungs above lowest.
func nodeTicks(ladders []experiment.Ladder, lowest uint64) (ticks []charts.Tick) {
	var all []uint64
	for _, l := range ladders {
		for _, f := range l.Rungs {
			all = append(all, f.Nodes)
		}
	}
	slices.Sort(all)
	for _, nodes := range slices.Compact(all) {
		const leastGap = .2 // in rungs: the labels of nearer ticks would overlap
		height := experiment.RungsBetween(nodes, lowest)
		if len(ticks) == 0 || height-ticks[len(ticks)-1].Value > leastGap {
			ticks = append(ticks, charts.Tick{Value: height, Label: strconv.FormatUint(nodes, 10)})
		}
	}
	return ticks
}

// ladderName returns the player of a ladder and where its games begin, with the conditions if this player has other
// conditions in another ladder.
func ladderName(l experiment.Ladder, beside []experiment.Ladder) string {
	own := l.Rungs[0]
	for _, other := range beside {
		r := other.Rungs[0]
		if r.Player == own.Player && r.Measure == own.Measure && r.Conditions() != own.Conditions() {
			return fmt.Sprintf("%s, %s (%s)", own.Player, own.Measure.Where(), own.Conditions())
		}
	}
	return own.Player + ", " + own.Measure.Where()
}
