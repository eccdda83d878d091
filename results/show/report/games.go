package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

func gameSection(in Input) Section {
	s := Section{ID: "games-section", Title: "Sample games",
		Text: "Some games of the run, with what was expected of them after each turn."}
	for i, shown := range in.Shown {
		graphFigure(&s, in, i, shown)
		boardFigure(&s, i, shown)
	}
	var graphs []*charts.Chart
	for _, fig := range s.Figures {
		if fig.chart != nil {
			graphs = append(graphs, fig.chart)
		}
	}
	charts.ShareX(graphs...) // so that readers can compare the games
	return s
}

// graphFigure adds the results that the players and the judge expected through a game. Games are numbered from 0.
func graphFigure(s *Section, in Input, number int, shown Shown) {
	seats, game := in.Rules.SeatNames(), shown.Game
	lines, grid := thoughtsOf(seats, shown)
	saysNothing := func(l charts.Line) bool { // without an evaluation, a player expects 1/2 all the time
		return !slices.ContainsFunc(l.Points, func(p charts.Point) bool { return p.Y != .5 })
	}
	lines = slices.DeleteFunc(lines, saysNothing)
	judged, whom, turns := "", "for itself", tournament.Counted(len(game.Record.Turns), "turn")
	if in.Sample.Judge != "" {
		judged = ", and what the judge did"
	}
	if len(seats) == 2 {
		whom = "for " + seats[0]
	}
	fig := Figure{ID: fmt.Sprintf("game-%d", number+1), Title: fmt.Sprintf("Game %d: %s", number+1, shown.Why),
		Table: grid, Folded: true, N: turns,
		Meaning: fmt.Sprintf("Result that each player expected %s when it played%s. Game %s, %s; %s.", whom,
			judged, shown.Name, strings.Join(game.Players, " against "), endText(game.Outcome)),
		Alt: fmt.Sprintf("Expected results through a game of %s that ended by %s.", turns, game.Outcome.Reason),
	}
	if len(lines) == 0 {
		fig.Note = "No player of this game tells what it expects."
		s.Figures = append(s.Figures, fig)
		return
	}
	s.lines(fig, charts.LineChart{X: charts.Axis{Label: "turn", Unit: charts.Whole}, Lines: lines,
		Y: charts.Axis{Label: "result expected " + whom, Unit: charts.Percent, High: 1}, Even: true})
}

// thoughtsOf returns the results that the players of a game expected, as a line for each seat and as a table. With two
// seats, both lines show the expected result of the first seat, so that readers can compare the lines.
func thoughtsOf(seats []string, shown Shown) (lines []charts.Line, grid *table.Grid) {
	game := shown.Game
	grid = table.New("#turn", "seat", "played", "#expects for itself, %", "#depth", "#nodes")
	lines = make([]charts.Line, len(seats))
	for seat, name := range seats {
		lines[seat].Name = name
		if seat < len(game.Players) {
			lines[seat].Name += ": " + game.Players[seat]
		}
	}
	for i, turn := range game.Record.Turns {
		seat := int(shown.Turns[i].Seat())
		cells := []string{strconv.Itoa(i + 1), seats[seat], turn, "", "", ""}
		at := i - game.Record.Opening // index in Thoughts; players do not think about the turns of the opening
		if at >= 0 && at < len(game.Thoughts) && game.Thoughts[at].Nodes > 0 {
			thought := game.Thoughts[at]
			share := thought.Score.Expectation()
			cells[3], cells[4], cells[5] = percent(share), strconv.Itoa(thought.Depth), fmt.Sprint(thought.Nodes)
			if len(seats) == 2 && seat == 1 {
				share = 1 - share
			}
			lines[seat].Points = append(lines[seat].Points, charts.Point{X: float64(i + 1), Y: share})
		}
		grid.Add(cells)
	}
	return lines, grid
}

func endText(o engine.Outcome) string {
	scores := make([]string, o.Seats)
	for seat := range scores {
		scores[seat] = strings.TrimSuffix(strings.TrimRight(digits(o.Scores[seat], 3), "0"), ".")
	}
	return fmt.Sprintf("ended %s by %s", strings.Join(scores, "-"), o.Reason)
}

// boardFigure adds boards of a game: after the opening, half-way from there to the end, and at the end.
func boardFigure(s *Section, number int, shown Shown) {
	last := len(shown.Turns) - 1
	first := min(shown.Game.Record.Opening, last) // number of the last turn of the opening
	var captions, boards []string
	for _, turn := range slices.Compact([]int{first, (first + last) / 2, last}) {
		caption, board := fmt.Sprintf("after turn %d", turn), shown.Turns[turn].Diagram()
		if turn == 0 {
			caption = "start"
		}
		board.Notes = append([]string{caption}, board.Notes...)
		captions, boards = append(captions, caption), append(boards, diagram.SVG(board))
	}
	s.Figures = append(s.Figures, Figure{
		ID: fmt.Sprintf("boards-%d", number+1), Title: fmt.Sprintf("Boards of game %d", number+1),
		Boards: boards, N: tournament.Counted(len(boards), "board"), Alt: strings.Join(captions, ", "),
		Meaning: "The board after the opening, half-way from there to the end, and at the end.",
	})
}
