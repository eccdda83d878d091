package report

import (
	"math"
	"slices"
	"strconv"

	"pillars/results/advantage"
	"pillars/results/charts"
)

// NamedLadder is a ladder with what the legend of a chart calls it.
type NamedLadder struct {
	Name string
	advantage.Ladder
}

// LadderChart draws one ladder or more, at most [MostLadders], side by side: the score of every rung with its interval, and the fitted line with its
// band up to one rung above the highest.
func LadderChart(title string, ladders []NamedLadder) (*charts.Chart, error) {
	lowest := uint64(math.MaxUint64)
	for _, l := range ladders {
		lowest = min(lowest, l.Rungs()[0].Nodes)
	}
	var trends []charts.Trend
	for _, l := range ladders {
		trends = append(trends, l.trend(lowest))
	}
	return charts.Trends(charts.TrendChart{
		Title: title, X: charts.Axis{Label: "nodes of a decision", Ticks: nodeTicks(ladders, lowest)},
		Y: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent}, Trends: trends, Levels: []charts.Level{{Name: "even", Y: .5}},
	})
}

// MostLadders is how many can be told apart in a chart.
const MostLadders = 6

// curveParts is how many pieces a curve is drawn in, for each rung.
const curveParts = 16

// trend is a ladder as it is drawn, beside others whose places are counted from the lowest node limit of all.
func (l NamedLadder) trend(lowest uint64) charts.Trend {
	bottom := l.Rungs()[0].Nodes
	shift := advantage.RungOf(bottom, lowest)
	trend := charts.Trend{Name: l.Name, Until: advantage.RungOf(l.Top(), lowest)}
	for _, r := range l.Rungs() {
		trend.Dots = append(trend.Dots, charts.TrendDot{X: advantage.RungOf(r.Nodes, lowest), Estimate: firstSeat(r.Summary)})
	}
	if !l.Climbs() {
		return trend
	}
	if !l.Slope().HasValue() { // the likeliest line is as steep as can be: only what is possible is shown
		trend.Until = shift - 1
	}
	last := advantage.RungOf(l.Top(), bottom)
	parts := int(curveParts * math.Ceil(last+1))
	for part := range parts + 1 {
		x := (last + 1) * float64(part) / float64(parts)
		if e := l.At(x); e.HasValue() {
			trend.Curve = append(trend.Curve, charts.Point{X: shift + x, Y: e.Value, Low: e.Low, High: e.High})
		}
	}
	return trend
}

// nodeTicks are the node limits of the rungs, and that of the next one where a line leads there.
func nodeTicks(ladders []NamedLadder, lowest uint64) (ticks []charts.Tick) {
	var all []uint64
	for _, l := range ladders {
		for _, r := range l.Rungs() {
			all = append(all, r.Nodes)
		}
		if next, _ := l.Next(); l.Climbs() {
			all = append(all, next)
		}
	}
	slices.Sort(all)
	for _, nodes := range slices.Compact(all) {
		at := advantage.RungOf(nodes, lowest)
		if len(ticks) == 0 || at-ticks[len(ticks)-1].At > .2 { // nearer ones would stand in each other's way
			ticks = append(ticks, charts.Tick{At: at, Name: strconv.FormatUint(nodes, 10)})
		}
	}
	return ticks
}
