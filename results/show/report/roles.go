package report

import (
	"fmt"
	"slices"
	"strconv"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

// everySeatSection shows the score of every seat of games with more than two seats.
func everySeatSection(found findings) Section {
	s := Section{ID: "all-seats-section", Title: "Every seat",
		Text: "Equal seats score 50 %. The intervals of the seats hold together."}
	s.highest(found, func(f finding, add addRow) {
		for seat, score := range f.Summary.Seats {
			if name := f.Rules.SeatNames()[seat]; len(f.Summary.Seats) > 2 {
				add(name, score, fmt.Sprintf("seat %d, %s", seat+1, name), shareCells(score),
					shareCells(f.Summary.Wins[seat]))
			}
		}
	}, Figure{
		ID: "all-seats", Title: "Score of every seat", N: "score",
		Table:    found.placeTable("seat", "#score, %", "#low", "#high", "#won, %", "#least", "#most"),
		Interval: "Anytime intervals, by round, of all seats at once.",
		Meaning:  "Mean score of each seat, as the share of opponents placed behind, and the share of games won alone.",
	}, "mean score")
	return s
}

// addRow adds a row to a figure: it adds a dot with a label and a score to the chart, and cells to the table.
type addRow func(label string, score stats.Estimate, cells ...any)

// highest adds a figure whose table has rows for all findings, and whose chart has dots only for the highest rung of
// each ladder. The function rows must add the rows of a finding. fig.N is the noun for what a row describes, such as
// "case".
func (s *Section) highest(found findings, rows func(finding, addRow), fig Figure, axis string) {
	var dots []charts.Dot
	for _, f := range found.all {
		rows(f, func(_ string, _ stats.Estimate, cells ...any) { addPlaced(fig.Table, f, cells...) })
	}
	for _, l := range found.ladders {
		top := l.Highest()
		rung := fmt.Sprintf("%s%s, %s", prefixOf(top), top.Player, top.Measure)
		rows(top, func(label string, score stats.Estimate, _ ...any) {
			dots = append(dots, charts.Dot{Label: label + ": " + rung, Estimate: score})
		})
	}
	fig.N, fig.Folded = tournament.Counted(len(fig.Table.Rows), fig.N), true
	fig.Meaning += " The picture has the highest rung of each player, the table all."
	s.dots(fig, axis, dots)
}

// roleSection shows the scores of the seat that acts first after the set-up, and of the seat that chooses at its end.
func roleSection(found findings) Section {
	s := Section{ID: "roles-section", Title: "After the set-up",
		Text: "From the start of the game the players decide who acts first when the board is set up, and who " +
			"chooses: those rows show what the players made of it. From openings this was decided before the " +
			"players began, and both sat on both sides: those rows are an experiment."}
	opener := func(v experiment.SeatSummary) stats.Estimate { return v.Opener }
	chooser := func(v experiment.SeatSummary) stats.Estimate { return v.Chooser }
	s.role(found, opener, Figure{
		ID: "opener", Title: "Score of the opener",
		Meaning: "Mean score of the seat that takes the first turn when the board is set up.",
	})
	s.highest(found, givenRows, Figure{
		ID: "given", Title: "First seat, by the opener and the men on the board", N: "case", Interval: roundWay,
		Table: found.placeTable("opens", "#men", "#first seat, %", "#low", "#high", "#won", "#drawn", "#lost"),
		Meaning: "Mean score of the first seat in the rounds in which one seat took the first turn after the set-up " +
			"with so many men on the board.",
	}, "mean score of the first seat")
	s.role(found, chooser, Figure{
		ID: "chooser", Title: "Score of the chooser",
		Meaning: "Mean score of the seat that chose first at the end of the set-up. A lot would give 50 %: the rest " +
			"is what the choice is worth.",
	})
	return s
}

// role adds a figure with a row and a dot for each finding for which score returns an estimate with a value.
func (s *Section) role(found findings, score func(experiment.SeatSummary) stats.Estimate, fig Figure) {
	fig.Table, fig.Folded = found.placeTable("#rounds", "#score, %", "#low", "#high"), true
	var dots []charts.Dot
	for _, f := range found.all {
		if estimate := score(f.Summary); estimate.HasValue() {
			dots = append(dots, charts.Dot{Label: labelOf(f), Estimate: estimate})
			addPlaced(fig.Table, f, f.Summary.Counted, shareCells(estimate))
		}
	}
	fig.N, fig.Interval = tournament.Counted(len(dots), "run"), roundWay
	s.dots(fig, "mean score", dots)
}

const roundWay = "Anytime interval of a mean, by round, each by itself."

// dots adds a figure of mean scores as dots, with a line at one half. It adds nothing if there are no dots.
func (s *Section) dots(fig Figure, label string, dots []charts.Dot) {
	if len(dots) == 0 {
		return
	}
	fig.Alt = fig.Title + ", with intervals, beside the line of even chances."
	s.dotted(fig, charts.Axis{Label: label, Unit: charts.Percent, High: 1}, even(), dots)
}

// givenRows adds rows by the seat that acts first after the set-up and by the number of men on the board.
func givenRows(f finding, add addRow) {
	for _, g := range f.Summary.Given {
		opener := f.Rules.SeatNames()[g.Opener]
		add(fmt.Sprintf("%s opens, %d men", opener, g.Men), g.Score, opener, g.Men, shareCells(g.Score), g.First.Wins,
			g.First.Draws, g.First.Losses)
	}
}

// oddsSection shows, from games at odds, the ratio of node limits at which both seats score one half.
func oddsSection(found findings) Section {
	s := Section{ID: "odds-section", Title: "Odds",
		Text: "How many times the first seat's nodes the second needs for both to be even, by a line through the " +
			"scores at many ratios."}
	grid := found.placeTable("#games", "#differ", "#ratio", "#low", "#high", "#won", "#drawn", "#lost",
		"#logits per doubling", "#least", "#most")
	var dots []charts.Dot
	for _, f := range found.all {
		if f.Odds == nil {
			continue
		}
		games, _, distinct := f.Counts()
		first, even := f.Odds.First, f.Even.Even()
		addPlaced(grid, f, games, distinct, estimateCells(experiment.Ratio(even), 2),
			first.Wins, first.Draws, first.Losses, estimateCells(f.Even.Slope(), 3))
		dots = append(dots, charts.Dot{Label: labelOf(f), Estimate: even})
	}
	if len(dots) == 0 {
		return s
	}
	s.dotted(Figure{
		ID: "odds", Title: "Odds at which the seats are even", Table: grid, N: tournament.Counted(len(dots), "run"),
		Meaning: "The ratio of the second seat's nodes to the first seat's at which a line through all scores " +
			"crosses one half; 0 doublings are equal nodes. Dashes: the games do not show that nodes help.",
		Interval: "All lines that the scores leave possible, at all times at once.",
		Alt:      "Odds with intervals beside the line of equal nodes.",
	}, charts.Axis{Label: "doublings of the second seat's nodes"}, &charts.Mark{Name: "even"}, dots)
	return s
}

// beginningSection shows the first seat's scores by what games began with: a figure for each setting and measure.
func beginningSection(found findings) Section {
	s := Section{ID: "beginnings-section", Title: "Openings",
		Text: "What games began with, up to symmetry, and what the first seat scored from there, all players and " +
			"rungs together: first turns that players chose, and openings that they were given."}
	number := 0
	for _, together := range groups(found.all, func(f finding) finding { return f }) {
		head := together[0]
		if head.Odds != nil || !slices.ContainsFunc(together, func(f finding) bool { return len(f.Beginnings) > 0 }) {
			continue
		}
		number++
		show := givenOpenings
		if head.Measure == experiment.FromStart {
			show = firstTurns
		}
		show(&s, number, found, together)
	}
	return s
}

// merged merges the beginnings of findings. It returns them with the number of their rounds.
func merged(together []finding) (list []experiment.Beginning, rounds int) {
	for _, f := range together {
		list = append(list, f.Beginnings...)
	}
	for _, b := range list {
		rounds += b.Rounds()
	}
	return experiment.MergeBeginnings(list), rounds
}

// beginningTable returns a table with a row for each beginning, from all findings together. Rows with the scores of
// single findings that have this beginning follow.
func (found findings) beginningTable(together []finding) *table.Grid {
	grid := found.placeTable("turns", "#rounds", "#first seat, %", "#low", "#high")
	var allPlayers finding
	allPlayers.Player, allPlayers.Measure, allPlayers.Setting = "all", together[0].Measure, together[0].Setting
	list, _ := merged(together)
	for _, b := range list {
		addPlaced(grid, allPlayers, b.Turns, b.Rounds(), shareCells(b.Score()))
		for _, f := range together {
			at := slices.IndexFunc(f.Beginnings, func(own experiment.Beginning) bool { return own.Key == b.Key })
			if at >= 0 {
				own := f.Beginnings[at]
				addPlaced(grid, f, b.Turns, own.Rounds(), shareCells(own.Score()))
			}
		}
	}
	return grid
}

// mostFirstTurns is the greatest number of first turns in a chart.
const mostFirstTurns = 15

// firstTurns adds a figure with the first seat's score by the first turn that the players chose.
func firstTurns(s *Section, number int, found findings, together []finding) {
	var dots []charts.Dot
	list, rounds := merged(together)
	for _, b := range list[:min(mostFirstTurns, len(list))] {
		label := fmt.Sprintf("%s (%s)", b.Turns, tournament.Counted(b.Rounds(), "game"))
		dots = append(dots, charts.Dot{Label: label, Estimate: b.Score()})
	}
	fig := Figure{
		ID: "beginnings-" + strconv.Itoa(number), Title: titled("First turns from the start", together[0]),
		Interval: roundWay, Table: found.beginningTable(together), Folded: true,
		N: fmt.Sprintf("%s that differ, %s", tournament.Counted(rounds, "game"),
			tournament.Counted(len(list), "first turn")),
		Meaning: "Mean score of the first seat in the games that began with each first turn, up to symmetry. Their " +
			"players chose it, weak ones too.",
	}
	if len(list) > len(dots) {
		fig.Note = fmt.Sprintf("The %d most frequent are drawn; the table has all, and each by player.", len(dots))
	}
	s.dots(fig, "mean score of the first seat", dots)
}

func titled(title string, f finding) string {
	if f.Setting == "" {
		return title
	}
	return title + ", " + f.Setting
}

// givenOpenings adds a histogram of the scores by opening. An opening has too few games for a dot with an interval.
func givenOpenings(s *Section, number int, found findings, together []finding) {
	var means []float64
	list, rounds := merged(together)
	for _, b := range list {
		means = append(means, b.Score().Value)
	}
	s.spread(Figure{
		ID: "beginnings-" + strconv.Itoa(number), Title: titled("Scores of given openings", together[0]),
		Interval: "In the table: anytime interval of a mean, by round, each by itself.",
		N: fmt.Sprintf("%s, %s that differ", tournament.Counted(len(list), "opening"),
			tournament.Counted(rounds, "round")), Table: found.beginningTable(together), Folded: true,
	}, means)
}
