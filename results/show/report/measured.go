package report

import (
	"fmt"
	"slices"
	"strconv"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/answer"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// NewMeasured completes the page of a measurement: it sets Sections. The caller sets the other fields.
func NewMeasured(page Report, ladders []experiment.Ladder, turns []FirstTurn, measured answer.Measured) Report {
	sections := []Section{fairSection(ladders), firstTurnSection(turns)}
	return page.with(append(sections, questionSections(measured)...)...)
}

const roundInterval = "Anytime interval of a mean, by round, each by itself."

// fairSection shows the scores of the seats at all node limits.
func fairSection(ladders []experiment.Ladder) Section {
	s := Section{ID: "fair-section", Title: "Fair?",
		Text: "What the first seat scores at rising numbers of nodes."}
	if len(ladders) == 0 {
		return s
	}
	s.add(Figure{ID: "rungs", Title: "Score of the first seat", Table: rungTable(ladders),
		N: tournament.Counted(len(ladders), "ladder"),
		Meaning: "Mean score of the first seat of each player with itself, a draw as half a point, by the nodes that " +
			"it may look at; and of the opener and the chooser, where the game has a set-up.",
		Interval: roundInterval,
		Alt: fmt.Sprintf("Scores of the first seat on %s, with intervals.",
			tournament.Counted(len(ladders), "ladder")),
		Chart: ladderChart(ladders),
	})
	return s
}

// rungTable returns a table with a row for each rung (node limit) of each ladder.
func rungTable(ladders []experiment.Ladder) *table.Grid {
	grid := table.New("player", "begins", "#nodes", "#games", "#rounds", "#differ", "#first seat, %", "#low", "#high",
		"#opener, %", "#low", "#high", "#chooser, %", "#low", "#high")
	for _, l := range ladders {
		for _, f := range l.Rungs {
			grid.Add(f.Player, f.Measure.Where(), nodesText(f.Nodes), f.Games, f.Rounds, f.Distinct,
				shareCells(f.First()), shareCells(f.Opener), shareCells(f.Chooser))
		}
	}
	return grid
}

// ladderChart returns a chart with a line for each of the first ladders, through the first seat's scores, with
// intervals. The x coordinate of a score is the number of rungs (steps of the node limit by a constant factor) from the
// lowest node limit to the node limit of the score.
func ladderChart(ladders []experiment.Ladder) charts.Chart {
	const most = 6 // lines that a reader of a chart can tell apart
	ladders = ladders[:min(len(ladders), most)]
	var limits []uint64
	for _, l := range ladders {
		for _, f := range l.Rungs {
			limits = append(limits, f.Nodes)
		}
	}
	slices.Sort(limits)
	at := func(nodes uint64) float64 { return experiment.RungsBetween(nodes, limits[0]) }
	const margin = .1 // in rungs: room for dots that are moved aside
	chart := charts.Chart{Even: true, Y: charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent},
		X: charts.Axis{Label: "nodes of a decision", Low: -margin, High: at(limits[len(limits)-1]) + margin}}
	for _, nodes := range slices.Compact(limits) {
		chart.X.Ticks = append(chart.X.Ticks, charts.Tick{Value: at(nodes), Label: strconv.FormatUint(nodes, 10)})
	}
	for _, l := range ladders {
		line := charts.Line{Name: l.Rungs[0].Player + ", " + l.Rungs[0].Measure.Where()}
		for _, f := range l.Rungs {
			if score := f.First(); score.HasValue() {
				line.Points = append(line.Points, charts.PointOf(at(f.Nodes), score))
			}
		}
		chart.Lines = append(chart.Lines, line)
	}
	return chart
}

// FirstTurn is a first turn of a game, which represents all turns that are symmetric to this turn.
type FirstTurn struct {
	Turn   string         `json:"turn"`
	Proven string         `json:"value,omitempty"`  // win, draw or loss of the first seat; empty if not proven
	Search *float64       `json:"search,omitempty"` // score of the first seat that a search expects; nil without one
	Games  int            `json:"games"`            // number of games that began with the turn
	Score  stats.Estimate `json:"score"`            // score of the first seat in these games
	Key    uint64         `json:"-"`                // hash of the position after the turn, equal for symmetric turns
}

// questionSections returns the tables of metrics for the questions whether a game is decisive, deep and lively.
func questionSections(measured answer.Measured) (all []Section) {
	for _, question := range []struct {
		id, title string
		groups    []string
	}{
		{"decisive", "Decisive?", []string{metrics.GroupResults, metrics.GroupLength}},
		{"deep", "Deep?", []string{metrics.GroupDepth, metrics.GroupPositions}},
		{"lively", "Lively?", []string{metrics.GroupTrajectory, metrics.GroupChoice, metrics.GroupOpenings,
			metrics.GroupQuantities}},
	} {
		s := Section{ID: question.id + "-section", Title: question.title}
		for i, group := range question.groups {
			s.metricTable(measured, fmt.Sprintf("%s-%d", question.id, i+1), group)
		}
		all = append(all, s)
	}
	return all
}

// firstTurnSection shows the values and scores of first turns, by which readers may judge a swap rule.
func firstTurnSection(turns []FirstTurn) Section {
	s := Section{ID: "first-turns-section", Title: "What would mend it",
		Text: "A swap rule, by which the second player may take the first player's side after the first turn, needs " +
			"first turns that are about even."}
	fig := Figure{ID: "first-turns", Title: "First turns", Interval: roundInterval,
		N: tournament.Counted(len(turns), "first turn"),
		Meaning: "The proven value of each first turn for the first seat, up to symmetry; or what the first seat " +
			"scored in games from it, the same player on both sides; or only what a search expects.",
		Table: table.New("first turn", "proven", "#games", "#first seat, %", "#low", "#high", "#search, %")}
	for _, t := range turns {
		expected := ""
		if t.Search != nil {
			expected = percent(*t.Search)
		}
		fig.Table.Add(t.Turn, t.Proven, t.Games, shareCells(t.Score), expected)
		if t.Games > 0 {
			fig.dot(fmt.Sprintf("%s (%d games)", t.Turn, t.Games), t.Score)
		}
	}
	fig.Folded = !fig.Chart.Empty()
	s.addScores(fig, "mean score of the first seat")
	return s
}

// NewMap completes a page that compares variants of a game with different rules: it sets Sections. scores has the first
// player's score in the variants that were measured; variants is the number of all variants, and grid has a row for
// each. The caller sets the other fields of the page.
func NewMap(page Report, scores []charts.Dot, variants int, grid *table.Grid) Report {
	s := Section{ID: "map-section", Title: "Rules compared",
		Text: "The score says how fair the rules are; the table adds how games end, their length and the levels of " +
			"skill that they reward."}
	s.addScores(Figure{ID: "map", Title: "The first player's score", Table: grid, Interval: roundInterval,
		Chart: charts.Chart{Dots: scores}, N: tournament.Counted(variants, "variant"),
		Meaning: "What the first player scored at the highest number of nodes, the same player on both sides: from " +
			"the start, or from openings where games from the start repeat each other."},
		"mean score of the first player")
	return page.with(s)
}

// metricTable adds a table of the metrics of a group that have an estimate, with their definitions. It adds no table
// without rows.
func (s *Section) metricTable(m answer.Measured, id, group string) {
	grid := table.New("measure", "#value", "#low", "#high", "unit", "#n", "of", "~definition",
		"~interval", "~source", "~note")
	for _, metric := range m {
		unit, estimate := string(metric.Unit), metric.Estimate
		if metric.Group != group || estimate.Kind == stats.Absent {
			continue
		}
		if metric.Unit == metrics.Share {
			unit, estimate = "%", estimate.Scaled(100)
		}
		grid.Add(metric.Label(), estimateCells(estimate, metric.Decimals), unit, metric.N, metric.Counts,
			metric.Meaning, metric.Interval, metric.Source, metric.Note)
	}
	s.add(Figure{
		ID: id, Title: group, Table: grid,
		Meaning: "Each measure with its definition, the way its interval at the 95 % level is made, and its source; " +
			"n counts what the column beside it names.",
	})
}
