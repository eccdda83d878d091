package experiment

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/results/show/charts"
)

// Chart draws the scores of findings: ladders over the nodes, lines over the option that is swept, or else rows. It
// returns nil if there is nothing to draw.
func (p *Plan) Chart(findings []Finding, ladders []Ladder) (*charts.Chart, error) {
	shown := p.drawn(findings)
	if len(shown) == 0 {
		return nil, nil
	}
	title := p.Game.Title() + ": the first seat's score (95 %, valid at all times)"
	climb := slices.ContainsFunc(ladders, func(l Ladder) bool { return l.Climbs() })
	if climb && !p.Swept && len(ladders) <= MostLadders {
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

func seriesName(f Finding) string { return f.Player + ", " + string(f.Measure) }

// drawn returns the findings in the picture, those of one measure and player together. Of a sweep it takes the highest
// rung of each player.
func (p *Plan) drawn(findings []Finding) (shown []Finding) {
	highest := map[string]uint64{}
	for _, m := range p.Measurements {
		highest[m.Player] = max(highest[m.Player], m.Nodes)
	}
	for _, f := range findings {
		if f.First().HasValue() && (!p.Swept || f.Nodes == highest[f.Player]) {
			shown = append(shown, f)
		}
	}
	place := func(f Finding) int { return slices.Index(p.Measures, string(f.Measure)) }
	slices.SortStableFunc(shown, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.Player, b.Player))
	})
	return shown
}

// linesOf returns the first seat's scores of each player and measure over the option that is swept; none if its values
// are not numbers, or only one.
func linesOf(shown []Finding) (lines []charts.Line) {
	for _, f := range shown {
		_, text, _ := strings.Cut(f.Setting, "=")
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
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

// LadderChart draws at most [MostLadders] ladders: rungs with their intervals, and fitted lines with their bands up to
// one rung above the highest.
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

// MostLadders is the most ladders that can be distinguished in a chart.
const MostLadders = 6

// curveParts is the number of pieces in which a curve is drawn, for each rung.
const curveParts = 16

// trend returns a ladder as a line of a chart. The places of all ladders are counted from the lowest node limit of any.
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
	if !l.Slope().HasValue() { // the likeliest line is as steep as can be: only what is possible is shown
		trend.Until = shift - 1
	}
	last := rungsBetween(l.Highest().Nodes, bottom)
	parts := int(curveParts * math.Ceil(last+1))
	for part := range parts + 1 {
		x := (last + 1) * float64(part) / float64(parts)
		if e := l.At(x); e.HasValue() {
			trend.Curve = append(trend.Curve, charts.PointOf(shift+x, e))
		}
	}
	return trend
}

// nodeTicks returns the node limits of the rungs, and of the next rung if a line leads there.
func nodeTicks(ladders []Ladder, lowest uint64) (ticks []charts.Tick) {
	var all []uint64
	for _, l := range ladders {
		for _, f := range l.Rungs {
			all = append(all, f.Nodes)
		}
		if next, _ := l.Next(); l.Climbs() {
			all = append(all, next)
		}
	}
	slices.Sort(all)
	for _, nodes := range slices.Compact(all) {
		at := rungsBetween(nodes, lowest)
		if len(ticks) == 0 || at-ticks[len(ticks)-1].At > .2 { // nearer ones would stand in each other's way
			ticks = append(ticks, charts.Tick{At: at, Name: strconv.FormatUint(nodes, 10)})
		}
	}
	return ticks
}
