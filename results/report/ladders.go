package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"pillars/results/advantage"
	"pillars/results/charts"
	"pillars/results/table"
)

// ladder is the findings of one player and measure at several node limits, the lowest first.
type ladder struct {
	rungs []placed
	line  advantage.Ladder
}

// laddersOf sorts findings of scores into ladders, in the order of the first of each.
func laddersOf(findings []placed) (ladders []ladder) {
	for _, f := range findings {
		if f.Odds != nil {
			continue
		}
		at := slices.IndexFunc(ladders, func(l ladder) bool {
			r := l.rungs[0]
			return r.setting == f.setting && r.Measure == f.Measure && r.Player == f.Player &&
				r.Conditions == f.Conditions
		})
		if at < 0 {
			at = len(ladders)
			ladders = append(ladders, ladder{})
		}
		ladders[at].rungs = append(ladders[at].rungs, f)
	}
	for _, l := range ladders {
		slices.SortStableFunc(l.rungs, func(a, b placed) int { return cmp.Compare(a.Nodes, b.Nodes) })
	}
	return ladders
}

// sharesSeeds reports whether several rungs have the same seed. Those of one call of pillars advantage never do.
func (l ladder) sharesSeeds() bool {
	seen := map[uint64]bool{}
	for _, f := range l.rungs {
		if seen[f.Seed] {
			return true
		}
		seen[f.Seed] = true
	}
	return false
}

func (l *ladder) fit() (err error) {
	var rungs []advantage.Rung
	for _, f := range l.rungs {
		rungs = append(rungs, advantage.Rung{Nodes: f.Nodes, Summary: f.Summary})
	}
	l.line, err = advantage.NewLadder(rungs)
	return err
}

func slopeFigure(s *Section, findings []placed, ladders []ladder) {
	grid := placeTable(findings, "#rungs", "#slope", "#low", "#high", "#next nodes", "#next score, %", "#least",
		"#most")
	for _, l := range ladders {
		if !l.line.Climbs() {
			continue
		}
		top := l.rungs[len(l.rungs)-1]
		next, promised := l.line.Next()
		addPlaced(grid, top, len(l.rungs), estimateCells(l.line.Slope(), 3), next, shareCells(promised))
	}
	if len(grid.Rows) == 0 {
		return
	}
	s.Figures = append(s.Figures, Figure{
		ID: "ladders", Title: "Ladders", Table: grid, N: counted(len(grid.Rows), "ladder"),
		Meaning: "By how many logits the first seat's score rises for every factor of four in nodes up to those " +
			"named, and what the line has the next rung score.",
		Interval: "The ranges of slope and score over all lines that the scores leave possible, at all times at once.",
	})
}

// NamedLadder is a ladder with what the legend of a chart calls it.
type NamedLadder struct {
	Name string
	advantage.Ladder
}

// LadderChart draws at most [MostLadders] ladders: rungs with their intervals, and fitted lines with their bands up to
// one rung above the highest.
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
		Y: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent}, Trends: trends,
		Levels: []charts.Level{{Name: "even", Y: .5}},
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
		trend.Dots = append(trend.Dots, charts.TrendDot{X: advantage.RungOf(r.Nodes, lowest),
			Estimate: firstSeat(r.Summary)})
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

func trendSection(findings []placed) (Section, error) {
	s := Section{ID: "trend-section", Title: "First seat by strength",
		Text: "What the first seat scores at rising numbers of nodes. The curve supposes that the logit of the score " +
			"rises evenly with the logarithm of the nodes; it ends at the last rung, its band one factor of four " +
			"above it."}
	ladders := laddersOf(findings)
	for i := range ladders {
		if err := ladders[i].fit(); err != nil {
			return s, err
		}
	}
	number, left := 0, ladders
	for len(left) > 0 {
		head := left[0].rungs[0]
		together, rest := split(left, func(l ladder) bool {
			return l.rungs[0].setting == head.setting &&
				l.rungs[0].Measure == head.Measure
		})
		for group := range slices.Chunk(together, MostLadders) {
			number++
			if err := trendFigure(&s, number, findings, group); err != nil {
				return s, err
			}
		}
		left = rest
	}
	if number == 0 {
		return Section{}, nil
	}
	slopeFigure(&s, findings, ladders)
	return s, nil
}

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

func trendFigure(s *Section, number int, findings []placed, ladders []ladder) error {
	head := ladders[0].rungs[0]
	title := "First seat " + fromWhere[head.Measure]
	if head.setting != "" {
		title += ", " + head.setting
	}
	var named []NamedLadder
	for _, l := range ladders {
		named = append(named, NamedLadder{l.name(ladders), l.line})
	}
	grid, rounds := scoreRows(findings, ladders)
	chart, err := LadderChart(title, named)
	return s.figure(Figure{
		ID: "trend-" + strconv.Itoa(number), Title: title, Table: grid, N: counted(rounds, "round") + " that differ",
		Meaning: "Mean score of the first seat of each player with itself, a draw as half a point, by the nodes that " +
			"it may look at.",
		Interval: "Dots: anytime intervals of each score by itself. Bands: all lines that the scores leave possible, " +
			"at all places and times at once (Ville, Étude critique de la notion de collectif, 1939; " +
			"docs/ADVANTAGE.md).",
		Alt: fmt.Sprintf("Scores of the first seat of %s at rising numbers of nodes, with intervals and fitted curves.",
			counted(len(ladders), "player")),
	}, chart, err)
}

// name is the player, with the conditions where they tell it from a ladder beside it.
func (l ladder) name(beside []ladder) string {
	own := l.rungs[0]
	for _, other := range beside {
		if r := other.rungs[0]; r.Player == own.Player && r.Conditions != own.Conditions {
			return own.Player + " (" + own.Conditions + ")"
		}
	}
	return own.Player
}

// scoreRows are the scores of all rungs, and how many rounds that differ they are of.
func scoreRows(findings []placed, ladders []ladder) (grid *table.Grid, rounds int) {
	grid = placeTable(findings, "#games", "#rounds", "#differ", "#first seat, %", "#low", "#high", "#won", "#drawn",
		"#lost", "#draws, %")
	for _, l := range ladders {
		for _, f := range l.rungs {
			v := f.Summary
			rounds += v.Distinct
			addPlaced(grid, f, v.Games, v.Rounds, v.Distinct, shareCells(f.first()), v.First.Won, v.First.Drawn,
				v.First.Lost, shareCells(v.Draws)[0])
		}
	}
	return grid, rounds
}
