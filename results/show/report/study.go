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

// Study is the input of a page that answers whether a game is fair, decisive, deep and lively.
type Study struct {
	Title      string
	Conclusion []string // the answers, in words
	Headlines  []Headline
	Facts      []Property
	Commands   []string
	Findings   []experiment.Finding
	Turns      []StudiedTurn
	Metrics    []metrics.Metric
	Notes      []string
}

// A StudiedTurn is a first turn with what is known about its value.
type StudiedTurn struct {
	Turn, Proven string // Proven is win, draw or loss of the first seat, or empty
	Games        int
	Score        stats.Estimate // of the first seat
	Search       *float64       // score that a search expects for the first seat; nil if it was not searched
}

// NewStudy makes the page about a study. It fails only for impossible data.
func NewStudy(in Study) (Report, error) {
	all := Experiment{Findings: in.Findings}.settled()
	ladders, err := experiment.LaddersOf(all)
	if err != nil {
		return Report{}, err
	}
	seats, measured := findings{all, ladders, nil}, measures(in.Metrics)
	r := Report{Title: in.Title, Facts: in.Facts, Commands: in.Commands, Headlines: in.Headlines,
		conclusion: in.Conclusion, summary: seats.summary(), Notes: append(in.Notes, seats.notes()...)}
	for _, f := range all {
		r.runs = append(r.runs, f.Run)
	}
	fair := trendSection(seats)
	fair.ID, fair.Title = "fair-section", "Fair?"
	return r.with(fair, everySeatSection(seats), roleSection(seats), firstTurnSection(in.Turns),
		questionSection("decisive", "Decisive?", measured, metrics.GroupResults, metrics.GroupLength),
		questionSection("deep", "Deep?", measured, metrics.GroupDepth, metrics.GroupPositions),
		questionSection("lively", "Lively?", measured, metrics.GroupTrajectory, metrics.GroupChoice),
		runSection(seats))
}

func questionSection(id, title string, measured measures, groups ...string) Section {
	s := Section{ID: id + "-section", Title: title}
	for i, group := range groups {
		s.metrics(measured, id+"-"+strconv.Itoa(i+1), group, group)
	}
	return s
}

func firstTurnSection(turns []StudiedTurn) Section {
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
	fig := Figure{ID: "first-turns", Title: "First turns", Table: grid, Interval: roundWay,
		N: tournament.Counted(len(turns), "first turn"),
		Meaning: "The proven value of each first turn for the first seat, up to symmetry; or what the first seat " +
			"scored in games from it, the same player on both sides; or only what a search expects."}
	switch {
	case len(turns) == 0:
	case len(dots) == 0:
		s.Figures = append(s.Figures, fig)
	default:
		fig.Folded = true
		s.dots(fig, "mean score of the first seat", dots)
	}
	return s
}
