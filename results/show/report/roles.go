package report

import (
	"fmt"

	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// everySeatSection shows the score of every seat of games with more than two seats.
func everySeatSection(found findings) Section {
	s := Section{ID: "all-seats-section", Title: "Every seat",
		Text: "Equal seats score 50 %. The intervals of the seats hold together."}
	s.highestRungs(found, func(f finding, add addRow) {
		if len(f.Summary.Seats) <= 2 {
			return
		}
		for seat, score := range f.Summary.Seats {
			name := f.Rules.SeatNames()[seat]
			add(name, score, fmt.Sprintf("seat %d, %s", seat+1, name), shareCells(score),
				shareCells(f.Summary.Wins[seat]))
		}
	}, Figure{
		ID: "all-seats", Title: "Score of every seat", N: "score",
		Table:    found.findingTable("seat", "#score, %", "#low", "#high", "#won, %", "#least", "#most"),
		Interval: "Anytime intervals, by round, of all seats at once.",
		Meaning:  "Mean score of each seat, as the share of opponents placed behind, and the share of games won alone.",
	}, "mean score")
	return s
}

// addRow adds a row to a figure: it adds a dot with a label and a score to the chart, and cells to the table.
type addRow func(label string, score stats.Estimate, cells ...any)

// highestRungs adds a figure whose table has rows for all findings, and whose chart has dots only for the highest rung
// of each ladder. The function rows must add the rows of a finding. fig.N is the noun for what a row describes, such as
// "case".
func (s *Section) highestRungs(found findings, rows func(finding, addRow), fig Figure, axisLabel string) {
	for _, f := range found.all {
		rows(f, func(_ string, _ stats.Estimate, cells ...any) { addFindingRow(fig.Table, f, cells...) })
	}
	for _, l := range found.ladders {
		top := l.Highest()
		rung := fmt.Sprintf("%s%s, %s", settingPrefix(top), top.Player, top.Measure)
		rows(top, func(label string, score stats.Estimate, _ ...any) {
			fig.dot(label+": "+rung, score)
		})
	}
	fig.N, fig.Folded = tournament.Counted(len(fig.Table.Rows), fig.N), true
	fig.Meaning += " The picture has the highest rung of each player, the table all."
	s.scores(fig, axisLabel)
}

// roleSection shows the scores of the seat that acts first after the set-up, and of the seat that chooses at its end.
func roleSection(found findings) Section {
	s := Section{ID: "roles-section", Title: "After the set-up",
		Text: "From the start of the game the players decide who acts first when the board is set up, and who " +
			"chooses: those rows show what the players made of it. From openings this was decided before the " +
			"players began, and both sat on both sides: those rows are an experiment."}
	opener := func(f finding) stats.Estimate { return f.Summary.Opener }
	chooser := func(f finding) stats.Estimate { return f.Summary.Chooser }
	s.role(found, opener, Figure{ID: "opener", Title: "Score of the opener",
		Meaning: "Mean score of the seat that takes the first turn when the board is set up."})
	s.highestRungs(found, givenRows, Figure{
		ID: "given", Title: "First seat, by the opener and the men on the board", N: "case", Interval: roundInterval,
		Table: found.findingTable("opens", "#men", "#first seat, %", "#low", "#high", "#won", "#drawn", "#lost"),
		Meaning: "Mean score of the first seat in the rounds in which one seat took the first turn after the set-up " +
			"with so many men on the board.",
	}, "mean score of the first seat")
	s.role(found, chooser, Figure{ID: "chooser", Title: "Score of the chooser",
		Meaning: "Mean score of the seat that chose first at the end of the set-up. A lot would give 50 %: the rest " +
			"is what the choice is worth."})
	return s
}

// role adds a figure with a row and a dot for each finding for which score returns an estimate with a value.
func (s *Section) role(found findings, score func(finding) stats.Estimate, fig Figure) {
	fig.Table, fig.Folded = found.findingTable("#rounds", "#score, %", "#low", "#high"), true
	for _, f := range found.all {
		if estimate := score(f); estimate.HasValue() {
			fig.dot(findingLabel(f), estimate)
			addFindingRow(fig.Table, f, f.Summary.Counted, shareCells(estimate))
		}
	}
	fig.N, fig.Interval = tournament.Counted(len(fig.estimates), "run"), roundInterval
	s.scores(fig, "mean score")
}

const roundInterval = "Anytime interval of a mean, by round, each by itself."

// givenRows adds rows by the seat that acts first after the set-up and by the number of men on the board.
func givenRows(f finding, add addRow) {
	for _, g := range f.Summary.Given {
		opener := f.Rules.SeatNames()[g.Opener]
		add(fmt.Sprintf("%s opens, %d men", opener, g.Men), g.Score, opener, g.Men, shareCells(g.Score), g.First.Wins,
			g.First.Draws, g.First.Losses)
	}
}

// beginningSection shows the first seat's scores by what games began with: a figure for each setting and measure.
func beginningSection(found findings) Section {
	s := Section{ID: "beginnings-section", Title: "Openings",
		Text: "What games began with, up to symmetry, and what the first seat scored from there, all players and " +
			"rungs together: first turns that players chose, and openings that they were given."}
	for _, together := range groups(found.all, func(f finding) finding { return f }) {
		list, rounds := merged(together)
		if len(list) == 0 {
			continue
		}
		fig := Figure{ID: fmt.Sprintf("beginnings-%d", len(s.Figures)+1), Folded: true,
			Table: found.beginningTable(together, list)}
		if together[0].Measure == experiment.FromStart {
			fig.Title = withSetting("First turns from the start", together[0])
			firstTurns(&s, fig, list, rounds)
		} else {
			fig.Title = withSetting("Scores of given openings", together[0])
			givenOpenings(&s, fig, list, rounds)
		}
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

// beginningTable returns a table of the beginnings in list, which has merged the findings. For each beginning it has a
// row for all findings together, and then a row for each finding with this beginning.
func (found findings) beginningTable(together []finding, list []experiment.Beginning) *table.Grid {
	grid := found.findingTable("turns", "#rounds", "#first seat, %", "#low", "#high")
	var allPlayers finding
	allPlayers.Player, allPlayers.Measure, allPlayers.Setting = "all", together[0].Measure, together[0].Setting
	for _, b := range list {
		addFindingRow(grid, allPlayers, b.Turns, b.Rounds(), shareCells(b.Score()))
		for _, f := range together {
			for _, own := range f.Beginnings {
				if own.Key == b.Key {
					addFindingRow(grid, f, b.Turns, own.Rounds(), shareCells(own.Score()))
				}
			}
		}
	}
	return grid
}

// mostFirstTurns is the greatest number of first turns in a chart.
const mostFirstTurns = 15

// firstTurns adds a figure with the first seat's score by the first turn that the players chose.
func firstTurns(s *Section, fig Figure, list []experiment.Beginning, rounds int) {
	fig.Interval = roundInterval
	fig.N = fmt.Sprintf("%s that differ, %s", tournament.Counted(rounds, "game"),
		tournament.Counted(len(list), "first turn"))
	fig.Meaning = "Mean score of the first seat in the games that began with each first turn, up to symmetry. Their " +
		"players chose it, weak ones too."
	if len(list) > mostFirstTurns {
		list = list[:mostFirstTurns]
		fig.Note = fmt.Sprintf("The %d most frequent are drawn; the table has all, and each by player.", len(list))
	}
	for _, b := range list {
		fig.dot(fmt.Sprintf("%s (%s)", b.Turns, tournament.Counted(b.Rounds(), "game")), b.Score())
	}
	s.scores(fig, "mean score of the first seat")
}

func withSetting(title string, f finding) string {
	if f.Setting == "" {
		return title
	}
	return title + ", " + f.Setting
}

// givenOpenings adds a table of the scores by opening. An opening has too few games for a chart.
func givenOpenings(s *Section, fig Figure, list []experiment.Beginning, rounds int) {
	fig.Interval = "Anytime interval of a mean, by round, each by itself."
	fig.N = fmt.Sprintf("%s, %s that differ", tournament.Counted(len(list), "opening"),
		tournament.Counted(rounds, "round"))
	fig.Meaning = "Mean score of the first seat in the games from each opening."
	fig.Folded = false
	s.Figures = append(s.Figures, fig)
}
