package report

import (
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Map is the input of a page that compares studies of a game under different rules.
type Map struct {
	Title      string
	Conclusion []string
	Facts      []Property
	Commands   []string
	Runs       []string     // ids of the runs of all studies
	Scores     []charts.Dot // of the first player, by rules
	Games      int          // number of games of these scores
	Table      *table.Grid  // a row for each combination of rules
	Notes      []string
}

// NewMap makes the page about a map. It fails only for impossible data.
func NewMap(in Map) (Report, error) {
	r := Report{Title: in.Title, Facts: in.Facts, Commands: in.Commands, conclusion: in.Conclusion, runs: in.Runs,
		Notes: in.Notes}
	s := Section{ID: "map-section", Title: "Rules compared",
		Text: "The score says how fair the rules are; the table adds how games end, their length and the levels of " +
			"skill that they reward."}
	s.dots(Figure{ID: "map", Title: "The first player's score", Table: in.Table, Interval: roundWay,
		N: tournament.Counted(in.Games, "game"),
		Meaning: "What the first player scored at the highest number of nodes, the same player on both sides: from " +
			"the start, or from openings where games from the start repeat each other."},
		"mean score of the first player", in.Scores)
	return r.with(s)
}
