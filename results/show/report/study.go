package report

import (
	"fmt"
	"strconv"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// FirstTurn is a first turn of a game. It represents all turns that are symmetric to it.
type FirstTurn struct {
	Turn   string         `json:"turn"`
	Proven string         `json:"value,omitempty"`  // win, draw or loss of the first seat; empty if not proven
	Search *float64       `json:"search,omitempty"` // first seat's expected score by a search; nil without a search
	Games  int            `json:"games"`            // number of games that began with the turn
	Score  stats.Estimate `json:"score"`            // first seat's score in these games
	Key    uint64         `json:"-"`                // hash of the position after the turn, equal for symmetric turns
}

// NewStudy completes the page of a study: it sets Sections, Runs and the summary, and adds notes. The caller sets the
// other fields. NewStudy returns an error only for impossible data.
func NewStudy(page Report, all []experiment.Finding, turns []FirstTurn, measured []metrics.Metric) (Report, error) {
	found, err := newFindings(all)
	if err != nil {
		return Report{}, err
	}
	page.Runs, page.summary, page.Notes = found.runs(), found.summary(), append(page.Notes, found.notes()...)
	fair := trendSection(found)
	fair.ID, fair.Title = "fair-section", "Fair?"
	return page.with(fair, everySeatSection(found), roleSection(found), firstTurnSection(turns),
		questionSection("decisive", "Decisive?", measured, metrics.GroupResults, metrics.GroupLength),
		questionSection("deep", "Deep?", measured, metrics.GroupDepth, metrics.GroupPositions),
		questionSection("lively", "Lively?", measured, metrics.GroupTrajectory, metrics.GroupChoice),
		runSection(found))
}

// questionSection answers a question by a table of metrics for each group.
func questionSection(id, title string, measured measures, groups ...string) Section {
	s := Section{ID: id + "-section", Title: title}
	for i, group := range groups {
		s.metrics(measured, id+"-"+strconv.Itoa(i+1), group, group)
	}
	return s
}

// firstTurnSection shows the values and scores of first turns, by which readers may judge a swap rule.
func firstTurnSection(turns []FirstTurn) Section {
	s := Section{ID: "first-turns-section", Title: "What would mend it",
		Text: "A swap rule, by which the second player may take the first player's side after the first turn, needs " +
			"first turns that are about even."}
	grid := table.New("first turn", "proven", "#games", "#first seat, %", "#low", "#high", "#search, %")
	var dots []charts.Dot
	for _, t := range turns {
		expected := ""
		if t.Search != nil {
			expected = percent(*t.Search)
		}
		grid.Add(t.Turn, t.Proven, t.Games, shareCells(t.Score), expected)
		if t.Games > 0 {
			dots = append(dots, charts.Dot{Label: fmt.Sprintf("%s (%d games)", t.Turn, t.Games), Estimate: t.Score})
		}
	}
	fig := Figure{ID: "first-turns", Title: "First turns", Table: grid, Interval: roundWay, Folded: len(dots) > 0,
		N: tournament.Counted(len(turns), "first turn"),
		Meaning: "The proven value of each first turn for the first seat, up to symmetry; or what the first seat " +
			"scored in games from it, the same player on both sides; or only what a search expects."}
	if len(turns) > 0 && len(dots) == 0 {
		s.Figures = append(s.Figures, fig)
	}
	s.dots(fig, "mean score of the first seat", dots)
	return s
}

// NewMap completes a page that compares studies of a game under different rules. scores has the first player's score
// under each of the rules; games is the number of all games. grid has a row for each of the rules. The caller sets all
// exported fields of the page except Sections. NewMap returns an error only for impossible data.
func NewMap(page Report, scores []charts.Dot, games int, grid *table.Grid) (Report, error) {
	s := Section{ID: "map-section", Title: "Rules compared",
		Text: "The score says how fair the rules are; the table adds how games end, their length and the levels of " +
			"skill that they reward."}
	s.dots(Figure{ID: "map", Title: "The first player's score", Table: grid, Interval: roundWay,
		N: tournament.Counted(games, "game"),
		Meaning: "What the first player scored at the highest number of nodes, the same player on both sides: from " +
			"the start, or from openings where games from the start repeat each other."},
		"mean score of the first player", scores)
	return page.with(s)
}
