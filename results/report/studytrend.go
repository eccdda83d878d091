package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"pillars/results/advantage"
	"pillars/results/charts"
)

// trendSection is the first seat's score by strength, a chart for each measure and the rules that differ.
func trendSection(findings []placed) (Section, error) {
	s := Section{ID: "trend-section", Title: "First seat by strength", Text: "What the first seat scores at rising numbers of nodes. The curve supposes " +
		"that the logit of the score rises evenly with the logarithm of the nodes; it ends at the last rung, its band one factor of four above it."}
	ladders := laddersOf(findings)
	for i := range ladders {
		if err := ladders[i].fit(); err != nil {
			return s, err
		}
	}
	number := 0
	for len(ladders) > 0 {
		head := ladders[0].rungs[0]
		together, rest := split(ladders, func(l ladder) bool { return l.rungs[0].setting == head.setting && l.rungs[0].Measure == head.Measure })
		for group := range slices.Chunk(together, mostTrends) {
			number++
			if err := trendExhibit(&s, number, findings, group); err != nil {
				return s, err
			}
		}
		ladders = rest
	}
	if number == 0 {
		return Section{}, nil
	}
	return s, slopeExhibit(&s, findings)
}

// mostTrends is how many can be told apart in a chart.
const mostTrends = 6

// split divides a list.
func split[T any](list []T, is func(T) bool) (those, others []T) {
	for _, x := range list {
		if is(x) {
			those = append(those, x)
		} else {
			others = append(others, x)
		}
	}
	return those, others
}

// trendExhibit shows ladders of one measure side by side.
func trendExhibit(s *Section, number int, findings []placed, ladders []ladder) error {
	head := ladders[0].rungs[0]
	lowest := slices.MinFunc(ladders, func(a, b ladder) int { return cmp.Compare(a.rungs[0].Nodes, b.rungs[0].Nodes) }).rungs[0].Nodes
	title := "First seat " + fromWhere[head.Measure]
	if head.setting != "" {
		title += ", " + head.setting
	}
	var trends []charts.Trend
	for _, l := range ladders {
		trends = append(trends, l.trend(ladders, lowest))
	}
	table, rounds := scoreRows(findings, ladders)
	chart, err := charts.Trends(charts.TrendChart{
		Title: title, X: charts.Axis{Label: "nodes of a decision", Ticks: nodeTicks(ladders, lowest)},
		Y: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent}, Trends: trends, Levels: []charts.Level{{Name: "even", Y: .5}},
	})
	return s.exhibit(Exhibit{
		ID: "trend-" + strconv.Itoa(number), Title: title, Table: table, N: counted(rounds, "round") + " that differ",
		Meaning: "Mean score of the first seat of each player with itself, a draw as half a point, by the nodes that it may look at.",
		Interval: "Dots: anytime intervals of each score by itself. Bands: all lines that the scores leave possible, at all places and times at once " +
			"(Ville, Étude critique de la notion de collectif, 1939; docs/ADVANTAGE.md).",
		Alt: fmt.Sprintf("Scores of the first seat of %s at rising numbers of nodes, with intervals and fitted curves.", counted(len(ladders), "player")),
	}, chart, err)
}

// scoreRows are the scores of all rungs, and how many rounds that differ they are of.
func scoreRows(findings []placed, ladders []ladder) (table *Table, rounds int) {
	table = placeTable(findings, "#games", "#rounds", "#differ", "#first seat, %", "#low", "#high", "#won", "#drawn", "#lost", "#draws, %")
	for _, l := range ladders {
		for _, f := range l.rungs {
			v := f.Summary
			rounds += v.Distinct
			cells := append([]string{count(v.Games), count(v.Rounds), count(v.Distinct)}, shareCells(f.first())...)
			table.addPlaced(f, append(cells, count(v.First.Won), count(v.First.Drawn), count(v.First.Lost), shareCells(v.Draws)[0])...)
		}
	}
	return table, rounds
}

// curveParts is how many pieces a curve is drawn in, for each rung.
const curveParts = 16

// trend is a ladder as it is drawn, beside others whose places are counted from the lowest node limit of all.
func (l ladder) trend(beside []ladder, lowest uint64) charts.Trend {
	bottom, shift := l.rungs[0], advantage.RungOf(l.rungs[0].Nodes, lowest)
	trend := charts.Trend{Name: bottom.Player, Until: advantage.RungOf(l.line.Top(), lowest)}
	if slices.ContainsFunc(beside, func(o ladder) bool {
		return o.rungs[0].Player == bottom.Player && o.rungs[0].Conditions != bottom.Conditions
	}) {
		trend.Name += " (" + bottom.Conditions + ")"
	}
	for _, f := range l.rungs {
		trend.Dots = append(trend.Dots, charts.TrendDot{X: advantage.RungOf(f.Nodes, lowest), Estimate: f.first()})
	}
	if !l.line.Climbs() {
		return trend
	}
	if !l.line.Slope().HasValue() { // the likeliest line is as steep as can be: only what is possible is shown
		trend.Until = shift - 1
	}
	last := advantage.RungOf(l.line.Top(), bottom.Nodes)
	parts := int(curveParts * math.Ceil(last+1))
	for part := range parts + 1 {
		x := (last + 1) * float64(part) / float64(parts)
		if e := l.line.At(x); e.HasValue() {
			trend.Curve = append(trend.Curve, charts.Point{X: shift + x, Y: e.Value, Low: e.Low, High: e.High})
		}
	}
	return trend
}

// nodeTicks are the node limits of the rungs, and that of the next one where a line leads there.
func nodeTicks(ladders []ladder, lowest uint64) (ticks []charts.Tick) {
	var all []uint64
	for _, l := range ladders {
		for _, f := range l.rungs {
			all = append(all, f.Nodes)
		}
		if l.line.Climbs() {
			all = append(all, advantage.RungFactor*l.line.Top())
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
