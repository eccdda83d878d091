package experiment

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/show/charts"
)

// Chart draws the first seat's score of each finding. A sweep is drawn as lines over the values of the swept option,
// and ladders as lines over the node limit. In other cases, or if there would be more than [MostLadders] lines, each
// finding is a dot in its own row. Chart returns nil if there is nothing to draw.
func (p *Plan) Chart(findings []Finding, ladders []Ladder) (*charts.Chart, error) {
	shown := p.charted(findings)
	if len(shown) == 0 {
		return nil, nil
	}
	title := p.Game.Title() + ": the first seat's score (95 %, valid at all times)"
	if !p.Swept && len(ladders) <= MostLadders && slices.ContainsFunc(ladders, Ladder.Climbs) {
		return LadderChart(title, ladders, func(l Ladder) string { return seriesName(l.Rungs[0]) })
	}
	if lines := linesOf(shown); p.Swept && len(lines) > 0 && len(lines) <= MostLadders {
		option, _, _ := strings.Cut(shown[0].Setting, "=")
		return charts.Lines(charts.LineChart{
			Title: title, Lines: lines, Levels: []charts.Level{{Name: "even", Y: .5}},
			X: charts.Axis{Label: option, Unit: charts.Whole},
			Y: charts.Axis{Label: "mean score", Unit: charts.Percent, Low: .3, High: .7},
		})
	}
	var dots []charts.Dot
	for _, f := range shown {
		dots = append(dots, charts.Dot{Label: f.String(), Estimate: f.First()})
	}
	return charts.Dots(charts.DotChart{
		Title: title, Dots: dots, Mark: &charts.Mark{Name: "even", X: .5},
		X: charts.Axis{Label: "mean score", Unit: charts.Percent, High: 1},
	})
}

// seriesName returns the label of a line of findings, which have the same player and measure.
func seriesName(f Finding) string { return f.Player + ", " + string(f.Measure) }

// charted returns the findings that the chart shows, sorted by measure and player. In a sweep, it shows each player
// only at the player's highest node limit.
func (p *Plan) charted(findings []Finding) (shown []Finding) {
	highest := map[string]uint64{} // node limit by player
	for _, m := range p.Measurements {
		highest[m.Player] = max(highest[m.Player], m.Nodes)
	}
	for _, f := range findings {
		if f.First().HasValue() && (!p.Swept || f.Nodes == highest[f.Player]) {
			shown = append(shown, f)
		}
	}
	measureRank := func(f Finding) int { return slices.Index(p.Measures, string(f.Measure)) }
	slices.SortStableFunc(shown, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(measureRank(a), measureRank(b)), cmp.Compare(a.Player, b.Player))
	})
	return shown
}

// linesOf returns a line for each player and measure: the first seat's score over the value of the swept option. It
// returns nil if the values are not numbers or are all equal.
func linesOf(shown []Finding) (lines []charts.Line) {
	for _, f := range shown {
		_, x, numbered := numberedSetting(f)
		if !numbered {
			return nil
		}
		at := slices.IndexFunc(lines, func(l charts.Line) bool { return l.Name == seriesName(f) })
		if at < 0 {
			at = len(lines)
			lines = append(lines, charts.Line{Name: seriesName(f), Banded: true})
		}
		lines[at].Points = append(lines[at].Points, charts.PointOf(x, f.First()))
	}
	for _, l := range lines {
		slices.SortStableFunc(l.Points, func(a, b charts.Point) int { return cmp.Compare(a.X, b.X) })
	}
	if !slices.ContainsFunc(lines, func(l charts.Line) bool { return l.Points[0].X < l.Points[len(l.Points)-1].X }) {
		return nil
	}
	return lines
}

// LadderChart draws at most [MostLadders] ladders, each labelled by name. It shows each rung with its interval, and up
// to the highest rung the fitted line with its band.
func LadderChart(title string, ladders []Ladder, name func(Ladder) string) (*charts.Chart, error) {
	lowest := uint64(math.MaxUint64)
	for _, l := range ladders {
		lowest = min(lowest, l.Rungs[0].Nodes)
	}
	var trends []charts.Line
	for _, l := range ladders {
		trends = append(trends, l.trend(name(l), lowest))
	}
	return charts.Trends(charts.LineChart{
		Title: title, X: charts.Axis{Label: "nodes of a decision", Ticks: nodeTicks(ladders, lowest)},
		Y: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent}, Lines: trends,
		Levels: []charts.Level{{Name: "even", Y: .5}},
	})
}

// MostLadders is the greatest number of lines that a reader of a chart can tell apart.
const MostLadders = 6

// curveParts is the number of straight pieces per rung in a drawn curve.
const curveParts = 16

// trend returns a ladder as a line of a chart. The x coordinate of a node limit is the number of rungs between it and
// lowest, the lowest node limit of all ladders in the chart.
func (l Ladder) trend(name string, lowest uint64) charts.Line {
	bottom := l.Rungs[0].Nodes
	shift := rungsBetween(bottom, lowest)
	trend := charts.Line{Name: name, Banded: true, Until: rungsBetween(l.Highest().Nodes, lowest)}
	for _, f := range l.Rungs {
		if score := f.First(); score.HasValue() {
			trend.Points = append(trend.Points, charts.PointOf(rungsBetween(f.Nodes, lowest), score))
		}
	}
	if !l.Climbs() {
		return trend
	}
	if !l.Slope().HasValue() { // the slope has no estimate, so only the band is drawn
		trend.Until = shift - 1
	}
	end := rungsBetween(l.Highest().Nodes, bottom)
	parts := int(curveParts * math.Ceil(end))
	for part := range parts + 1 {
		x := end * float64(part) / float64(parts)
		if e := l.At(x); e.HasValue() {
			trend.Curve = append(trend.Curve, charts.PointOf(shift+x, e))
		}
	}
	return trend
}

// nodeTicks returns ticks at the node limits of all rungs. Their positions are counted in rungs above lowest.
func nodeTicks(ladders []Ladder, lowest uint64) (ticks []charts.Tick) {
	var all []uint64
	for _, l := range ladders {
		for _, f := range l.Rungs {
			all = append(all, f.Nodes)
		}
	}
	slices.Sort(all)
	for _, nodes := range slices.Compact(all) {
		const leastGap = .2 // in rungs: the labels of nearer ticks would overlap
		at := rungsBetween(nodes, lowest)
		if len(ticks) == 0 || at-ticks[len(ticks)-1].Value > leastGap {
			ticks = append(ticks, charts.Tick{Value: at, Label: strconv.FormatUint(nodes, 10)})
		}
	}
	return ticks
}
