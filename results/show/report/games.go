package report

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
)

func gameSection(in Input, _ metricList) Section {
	s := Section{ID: "games-section", Title: "Sample games",
		Text: "Some games of the run, with what was expected of them after each turn."}
	for i, shown := range in.Shown {
		graphFigure(&s, in, i, shown)
		boardFigure(&s, i, shown)
	}
	return s
}

// graphFigure adds the results that the players and the judge expected through a game. Games are numbered from 0.
func graphFigure(s *Section, in Input, number int, shown Shown) {
	seats, game := in.Rules.SeatNames(), shown.Game
	lines, grid := thoughtsOf(seats, shown)
	saysNothing := func(l charts.Line) bool { // without an evaluation, a player expects 1/2 all the time
		return !slices.ContainsFunc(l.Points, func(p charts.Point) bool { return p.Y != .5 })
	}
	lines = append(slices.DeleteFunc(lines, saysNothing), judgeLine(in, shown)...)
	judged, whom, turns := "", "for itself", tournament.Counted(len(game.Record.Turns), "turn")
	if in.Sample.Judge != "" {
		judged = ", and what the judge did"
	}
	if len(seats) == 2 {
		whom = "for " + seats[0]
	}
	fig := Figure{ID: fmt.Sprintf("game-%d", number+1), Title: fmt.Sprintf("Game %d: %s", number+1, shown.Why),
		Table: grid, Folded: true, N: turns, scale: gameTurns,
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
		cells := []string{countText(i + 1), seats[seat], turn, "", "", ""}
		at := i - game.Record.Opening // index in Thoughts; players do not think about the turns of the opening
		if at >= 0 && at < len(game.Thoughts) && game.Thoughts[at].Nodes > 0 {
			thought := game.Thoughts[at]
			share := thought.Score.Expectation()
			cells[3], cells[4], cells[5] = percent(share), countText(thought.Depth), fmt.Sprint(thought.Nodes)
			if len(seats) == 2 && seat == 1 {
				share = 1 - share
			}
			lines[seat].Points = append(lines[seat].Points, charts.Point{X: float64(i + 1), Y: share})
		}
		grid.Add(cells)
	}
	return lines, grid
}

// judgeLine returns the results that the judge expected for the first seat, or no line if it did not judge the game.
func judgeLine(in Input, shown Shown) []charts.Line {
	line := charts.Line{Name: "judge"}
	if names := in.Rules.SeatNames(); len(names) > 2 {
		line.Name += ", for " + names[0]
	}
	at := slices.IndexFunc(in.Sample.Games, func(g metrics.Trace) bool { return g.Name == shown.Game.Identity })
	if at < 0 {
		return nil
	}
	turns, values := metrics.ExpectationAlong(in.Sample.Games[at], 0)
	for i, turn := range turns {
		line.Points = append(line.Points, charts.Point{X: float64(turn), Y: values[i]})
	}
	if len(turns) == 0 {
		return nil
	}
	return []charts.Line{line}
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
	var captions []string
	var boards []engine.Diagram
	var singleBoards []string // a picture of each board; narrow screens show these one below the other
	for _, turn := range slices.Compact([]int{first, (first + last) / 2, last}) {
		caption, board := fmt.Sprintf("after turn %d", turn), shown.Turns[turn].Diagram()
		if turn == 0 {
			caption = "start"
		}
		captions, boards = append(captions, caption), append(boards, board)
		singleBoards = append(singleBoards, diagram.SVGRow([]string{caption}, []engine.Diagram{board}))
	}
	s.Figures = append(s.Figures, Figure{
		ID: fmt.Sprintf("boards-%d", number+1), Title: fmt.Sprintf("Boards of game %d", number+1),
		Boards: diagram.SVGRow(captions, boards), N: tournament.Counted(len(boards), "board"),
		Meaning: "The board after the opening, half-way from there to the end, and at the end.",
		Alt:     strings.Join(captions, ", "), singleBoards: singleBoards,
	})
}

func trajectorySection(in Input, m metricList) Section {
	s := Section{ID: "trajectory-section", Title: "Trajectory",
		Text: "When games are decided, and how they swing. The opinions are those of a judge, not of the players: " +
			in.Sample.Judge + "."}
	if in.Sample.Judge != "" { // otherwise the section has no figures, so the page leaves it out
		decidedFigure(&s, in.Sample.Games)
		s.metricTable(m, "trajectory", "Trajectory in numbers", metrics.GroupTrajectory)
	}
	return s
}

// trajectoryParts is the number of equal parts into which a game is divided.
const trajectoryParts = 20

// decidedFigure adds the mean result that the judge expected for the later winner, by the played part of the game.
func decidedFigure(s *Section, games []metrics.Trace) {
	means, n := expectations(games)
	if n == 0 {
		return
	}
	grid := table.New("#part after the opening, %", "#expectation of the winner, %", "#low", "#high")
	line := charts.Line{Banded: true}
	for part := range means {
		x, mean := float64(part)/trajectoryParts, means[part].Estimate(confidence)
		line.Points = append(line.Points, charts.PointOf(x, mean))
		grid.Add(digits(100*x, 0), shareCells(mean))
	}
	s.lines(Figure{ID: "decided", Title: "What the judge expected for the later winner",
		N: tournament.Counted(n, "game") + " with a winner", Interval: openingInterval, Table: grid, Folded: true,
		Meaning: "Mean result, from 0 to 100 %, that the judge expected for the later winner, by the part of " +
			"the game after its opening that was played.",
		Alt: fmt.Sprintf("The expectation for the later winner goes from %s %% after the opening to %s %% half-way.",
			percent(line.Points[0].Y), percent(line.Points[trajectoryParts/2].Y)),
	}, charts.LineChart{X: charts.Axis{Label: "part of the game after its opening", Unit: charts.Percent},
		Y:     charts.Axis{Label: "mean expectation", Unit: charts.Percent, High: 1},
		Lines: []charts.Line{line}, Even: true})
}

// expectations returns the mean results that the judge expected for the later winners, and the number of judged games
// with a winner. means[i] is the mean when i parts of a game have been played after its opening.
func expectations(games []metrics.Trace) (means [trajectoryParts + 1]stats.OpeningMeans, n int) {
	for _, g := range games {
		winner, ok := rounds.Winner(g.Outcome)
		turns, values := metrics.ExpectationAlong(g, int(winner))
		if !ok || g.Ending != rounds.Won || len(turns) == 0 {
			continue
		}
		n++
		for part := range means {
			means[part].Add(g.Opening, valueAt(turns, values, float64(part)/trajectoryParts))
		}
	}
	return means, n
}

// valueAt returns the value that is the latest one when a part of a game has been played. values[i] is the value after
// turns[i]; turns are sorted. The part is 0 at the turn of the first value and 1 at the turn of the last.
func valueAt(turns []int, values []float64, part float64) float64 {
	first, last := turns[0], turns[len(turns)-1]
	latest := int(float64(first) + part*float64(last-first) + 1e-9) // number of the last turn that was played
	later, _ := slices.BinarySearch(turns, latest+1)
	return values[later-1]
}
