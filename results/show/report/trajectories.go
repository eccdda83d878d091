package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/metrics"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// leastShown is the share of games that must have a value at a turn for a chart to show the turn. It is a share of the
// games at the turn with the most games.
const leastShown = .2

// along adds a figure of means by turn: a line through those that enough games reach, and a table of all. It adds
// nothing if the line has no points. games is the number of all games, label the name of the vertical axis, and highest
// the greatest possible mean.
func along(s *Section, fig Figure, points []metrics.TurnMean, games int, label string, highest float64) {
	fig.Table, fig.Folded, fig.scale = table.New("#turn", "#games", "#mean", "#low", "#high"), true, gameTurns
	fig.N = tournament.Counted(games, "game") + "; the table has how many of them each turn's mean is of"
	fig.Interval = "The band is Student's interval of the mean at each turn, by opening."
	line, most := charts.Line{Banded: true}, 0 // most is the number of games at the turn with the most games
	for _, p := range points {
		most = max(most, p.Games)
	}
	for _, p := range points {
		p.Estimate.Low, p.Estimate.High = max(0, p.Estimate.Low), min(highest, p.Estimate.High)
		fig.Table.Add(p.Turn, p.Games, estimateCells(p.Estimate, 2))
		if float64(p.Games) >= leastShown*float64(most) && p.Estimate.HasValue() {
			line.Points = append(line.Points, charts.PointOf(float64(p.Turn), p.Estimate))
		}
	}
	if len(line.Points) == 0 {
		return
	}
	first, last := line.Points[0], line.Points[len(line.Points)-1]
	fig.Alt = fmt.Sprintf("%s from turn %s to %s: from %s to %s.", fig.Title, digits(first.X, 0), digits(last.X, 0),
		digits(first.Y, 1), digits(last.Y, 1))
	s.lines(fig, charts.LineChart{X: charts.Axis{Label: "turn", Unit: charts.Whole},
		Y: charts.Axis{Label: label, High: 1}, Lines: []charts.Line{line}})
}

func choiceSection(in Input, m metricList) Section {
	s := Section{ID: "choices-section", Title: "Choices",
		Text: "How much there is to choose from. Turns that few games reach, under a fifth, are not drawn; the " +
			"tables have all."}
	games := in.Sample.Games
	along(&s, Figure{ID: "branching-steps", Title: "Legal steps through the game",
		Meaning: "Mean number of legal steps at the steps of each turn.",
	}, metrics.StepsAlong(games), len(games), "legal steps, mean", math.Inf(1))
	along(&s, Figure{ID: "branching-turns", Title: "Legal turns through the game",
		Meaning: "Mean number of different positions that legal turns lead to. Turns of given openings are left " +
			"out, and of long games only some of the other turns are counted.",
	}, metrics.TurnsAlong(games), len(games), "legal turns, mean", math.Inf(1))
	s.metricTable(m, "choices", "Choices in numbers", metrics.GroupChoice)
	return s
}

// quantitySection shows, by turn, the quantities that the game's rules define.
func quantitySection(in Input, m metricList) Section {
	s := Section{ID: "quantities-section", Title: "The game's own",
		Text: "What people follow on the board of " + in.Rules.Game().Title() + ", through the games."}
	games := in.Sample.Games
	for i, q := range in.Sample.Rules.Quantities {
		fig := Figure{ID: fmt.Sprintf("quantity-%02d", i+1), Title: table.Capital(q.Name), Narrow: true}
		points, meaning := metrics.QuantityAlong(games, i), "Mean of what stands after each turn: "
		if q.Event {
			points = metrics.HappenedBy(games, i, longTurn(games))
			meaning = "How often it has happened by each turn, mean of all games, those that have ended with " +
				"all they had: "
		}
		fig.Meaning = strings.TrimRight(meaning+q.Help, ".") + "."
		highest := math.Inf(1)
		if q.Most > 0 {
			highest = float64(q.Most)
		}
		along(&s, fig, points, len(games), "", highest)
	}
	s.metricTable(m, "quantities", "The game's own in numbers", metrics.GroupQuantities)
	return s
}

// longTurn returns the number of the last turn that a share of leastShown of the games reach.
func longTurn(games []metrics.Trace) int {
	var lengths []int
	for _, g := range games {
		lengths = append(lengths, len(g.Turns))
	}
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	return lengths[min(len(lengths)-1, int((1-leastShown)*float64(len(lengths))))]
}

func lengthSection(in Input, m metricList) Section {
	s := Section{ID: "lengths-section", Title: "Lengths",
		Text: "A turn is what people count; a step is one decision within a turn."}
	turns := in.turns()
	if len(turns) == 0 {
		return s
	}
	lengthFigure(&s, "turns", turns)
	var steps []int
	for _, g := range in.Sample.Games {
		all := 0
		for _, turn := range g.Turns {
			all += len(turn.Steps)
		}
		steps = append(steps, all)
	}
	if len(steps) > 0 {
		lengthFigure(&s, "steps", steps)
	}
	s.metricTable(m, "lengths", "Lengths in numbers", metrics.GroupLength)
	return s
}

// lengthFigure adds a histogram of the lengths of games. The unit is "turns" or "steps".
func lengthFigure(s *Section, unit string, lengths []int) {
	fig := Figure{
		ID: unit, Title: table.Capital(unit) + " of a game", N: tournament.Counted(len(lengths), "game"),
		Table: table.New("#from "+unit, "#to", "#games"), Folded: true,
		Meaning: fmt.Sprintf("How many games had so many %s, those of the opening included.", unit),
		Alt: fmt.Sprintf("Histogram of the lengths of games in %s: from %d to %d, median %s.", unit,
			slices.Min(lengths), slices.Max(lengths), medianText(lengths)),
	}
	bins := charts.Bins(lengths)
	for _, b := range bins {
		if b.Beyond {
			fig.Note = "A grey bar at the end holds all games that are far from the others."
		}
		fig.Table.Add(digits(b.Low, 0), digits(b.High-1, 0), b.Count)
	}
	chart, err := charts.Histogram(charts.HistogramChart{
		Title: fig.Title, X: charts.Axis{Label: unit, Unit: charts.Whole},
		Y: charts.Axis{Label: "games", Unit: charts.Whole}, Bins: bins,
		Mark: &charts.Mark{Name: "median " + medianText(lengths), X: median(lengths)},
	})
	s.figure(fig, chart, err)
}

func endingSection(_ Input, m metricList) Section {
	s := Section{ID: "endings-section", Title: "Endings", Text: "How games end, how often for each reason."}
	s.shares(m, "ending", Figure{ID: "endings", Title: "How games end",
		Meaning: "Share of the games that ended for each reason.", Alt: "Shares of the reasons, with intervals.",
	}, func(m metrics.Metric) string { return m.Subject }, nil)
	s.metricTable(m, "results", "Results in numbers", metrics.GroupResults)
	return s
}

func characterSection(_ Input, m metricList) Section {
	s := Section{ID: "character-section", Title: "Character of the game",
		Text: "Positions, depth and random play, as far as they were measured."}
	s.metricTable(m, "positions", "Positions", metrics.GroupPositions)
	s.metricTable(m, "depth", "Depth", metrics.GroupDepth)
	s.metricTable(m, "random", "Random play", metrics.GroupRandom)
	return s
}

type metricList []metrics.Metric

// leftOut lists metrics that other figures show.
var leftOut = []string{"seat-score", "ending", "opening-score"}

// group returns the metrics of a group that have a value and are not leftOut.
func (all metricList) group(name string) metricList {
	return slices.DeleteFunc(slices.Clone(all), func(m metrics.Metric) bool {
		return m.Group != name || slices.Contains(leftOut, m.Name) || m.Text() == "-"
	})
}

// metricTable adds a table of the metrics of a group with their definitions, or nothing if the group has no metrics.
func (s *Section) metricTable(m metricList, id, title, group string) {
	measured := m.group(group)
	if len(measured) == 0 {
		return
	}
	grid := table.New("measure", "#value", "#low", "#high", "unit", "#n", "of", "~definition",
		"~interval", "~source", "~note")
	for _, metric := range measured {
		unit, estimate := string(metric.Unit), metric.Estimate
		if metric.Unit == metrics.Share {
			unit, estimate = "%", estimate.Scaled(100)
		}
		grid.Add(metric.Label(), estimateCells(estimate, metric.Decimals), unit, metric.N, metric.Counts,
			metric.Meaning, metric.Interval, metric.Source, metric.Note)
	}
	s.Figures = append(s.Figures, Figure{
		ID: id, Title: title, Table: grid,
		Meaning: "Each measure with its definition, the way its interval at the 95 % level is made, and its source, " +
			"where these differ from the row above; n counts what the column beside it names.",
	})
}
