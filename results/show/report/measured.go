package report

import (
	"fmt"

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
	fig := Figure{ID: "rungs", Title: "Score of the first seat", Interval: roundInterval,
		N: tournament.Counted(len(ladders), "ladder"),
		Meaning: "Mean score of the first seat of each player with itself, a draw as half a point, by the nodes that " +
			"it may look at; and of the opener and the chooser, where the game has a set-up.",
		Table: table.New("player", "begins", "#nodes", "#games", "#rounds", "#differ", "#first seat, %", "#low",
			"#high", "#opener, %", "#low", "#high", "#chooser, %", "#low", "#high")}
	for _, l := range ladders {
		for _, f := range l.Rungs {
			fig.Table.Add(f.Player, f.Measure.Where(), nodesText(f.Nodes), f.Games, f.Rounds, f.Distinct,
				shareCells(f.First()), shareCells(f.Opener), shareCells(f.Chooser))
			fig.dot(f.String(), f.First())
		}
	}
	s.addScores(fig, "mean score of the first seat")
	return s
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
