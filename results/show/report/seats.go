package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pillars/results/estimate/metrics"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

func seatSection(in Input, _ metricList) Section {
	s := Section{ID: "seats-section", Title: "Seats",
		Text: "What it is worth to act first. Every opening was played from all seats, so strength cancels out."}
	if in.Tally.Games == 0 {
		return s
	}
	seatFigure(&s, in)
	if in.Tally.scores.Games() > 0 {
		strengthFigure(&s, in)
	}
	return s
}

func evenMark() *charts.Mark { return &charts.Mark{Name: "even", X: .5} }

func seatFigure(s *Section, in Input) {
	games := in.Tally.scores.Games()
	fig := Figure{
		ID: "seats", Title: "Score of the seats", N: tournament.Counted(games, "game"),
		Interval: openingInterval, Table: table.New("seat", "#games", "#score, %", "#low", "#high"),
		Meaning: "Mean score of the players in this seat, a draw as half a point; with more than two seats the " +
			"share of opponents placed behind.",
		scale: seatScores,
		Alt:   "Mean score of each seat with its interval, beside the line of even chances.",
	}
	for seat, name := range in.Rules.SeatNames() {
		label := fmt.Sprintf("seat %d, %s", seat+1, name)
		score := in.Tally.seat(seat, "").Estimate(confidence)
		fig.dot(label, score)
		fig.Table.Add(label, games, shareCells(score))
	}
	s.dots(fig, charts.Axis{Label: "mean score", Unit: charts.Percent}, evenMark())
}

// nodesOf returns the smallest node limit that applies to a player, or 0 if there is none.
func nodesOf(spec tournament.Spec, player string) (least uint64) {
	limits := []uint64{spec.Limits.Nodes, metrics.NodesOf(player)}
	if at := slices.Index(spec.Players, player); at >= 0 && at < len(spec.Own) {
		limits = append(limits, spec.Own[at].Limits.Nodes)
	}
	for _, limit := range limits {
		if limit > 0 && (least == 0 || limit < least) {
			least = limit
		}
	}
	return least
}

// strengthFigure adds the first seat's score by player. It has no chart if several players all took part in every game.
func strengthFigure(s *Section, in Input) {
	all := in.Tally.scores.Games()
	fig := Figure{
		ID: "first-seat", Title: "First seat by strength", Interval: openingInterval, scale: seatScores,
		N: tournament.Counted(all, "game") + "; each counts for all of its players",
		Meaning: "Mean score of the first seat in the games that a player took part in, in any seat. Players " +
			"come in the order of the nodes that they look at, those without such a limit first.",
		Alt: "Mean score of the first seat in the games of each player, with intervals, beside the line of even " +
			"chances.",
		Table: table.New("player", "#nodes", "#games", "#first seat, %", "#low", "#high"),
	}
	for seat := range in.Rules.Seats() {
		fig.Table.Columns = append(fig.Table.Columns,
			table.Head{Name: fmt.Sprintf("own score in seat %d, %%", seat+1), Kind: table.Figures})
	}
	players := in.Tally.scores.Players()
	slices.SortStableFunc(players, func(a, b string) int {
		return cmp.Compare(nodesOf(in.Spec, a), nodesOf(in.Spec, b))
	})
	hasChart := len(players) == 1
	for _, name := range players {
		first := in.Tally.first(name)
		games, score := first.Total().Games, first.Estimate(confidence)
		hasChart = hasChart || games < all
		fig.dot(name, score)
		fig.Table.Add(name, nodesText(nodesOf(in.Spec, name)), games, shareCells(score), in.ownScores(name))
	}
	fig.Folded = hasChart // below a chart, the table is hidden at first
	if !hasChart {
		fig.Note = "Every player took part in every game, so there is one score of the first seat, and nothing to draw."
		s.Figures = append(s.Figures, fig)
		return
	}
	s.dots(fig, charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent}, evenMark())
}

// ownScores returns a cell for each seat with the player's score there, which is empty without games.
func (in Input) ownScores(player string) []string {
	cells := make([]string, in.Rules.Seats())
	for seat := range cells {
		if total := in.Tally.seat(seat, player).Total(); total.Games > 0 {
			cells[seat] = percent(total.Mean())
		}
	}
	return cells
}

// mostOpenings is the greatest number of openings in a chart.
const mostOpenings = 30

// openingSection shows the first seat's score by opening and metrics of first turns.
func openingSection(in Input, m metricList) Section {
	s := Section{ID: "openings-section", Title: "Openings",
		Text: "What games began with, given to all players alike, and what the seats scored from there."}
	switch {
	case in.Spec.Openings.Kind == openings.None:
		s.Text = "What the players began with."
	case len(in.Tally.openings) == 0:
		return s
	default:
		scoreFigure(&s, in)
	}
	s.metricTable(m, "first-turns", "First turns in numbers", metrics.GroupOpenings)
	return s
}

// scoreFigure adds the first seat's score from each opening; without a chart if there are few pairs from each.
func scoreFigure(s *Section, in Input) {
	fig := Figure{
		ID: "openings", Title: "Score by opening", Interval: pairInterval, Folded: true,
		N:       tournament.Counted(len(in.Tally.openings), "opening"),
		Meaning: "Mean score of the first seat in the games from each opening.",
		Alt:     "Mean score of the first seat from each opening, with intervals, beside the line of even chances.",
		Table:   table.New("#opening", "#games", "#first seat, %", "#low", "#high", "~turns"),
	}
	texts := openingTexts(in.Sample.Games)
	numbers := slices.SortedFunc(maps.Keys(in.Tally.openings), func(a, b string) int {
		n, _ := strconv.Atoi(a)
		m, _ := strconv.Atoi(b)
		return cmp.Or(n-m, cmp.Compare(a, b))
	})
	pairs := 0
	for i, number := range numbers {
		first := in.Tally.openings[number]
		score, total := first.Estimate(confidence), first.Total()
		if i < mostOpenings {
			fig.dot("opening "+number, score)
		}
		fig.Table.Add(number, total.Games, shareCells(score), texts[number])
		pairs += first.Openings()
	}
	const fewPairs = 3 // with fewer pairs from each opening, the scores are too uncertain for a chart
	if pairs < fewPairs*len(numbers) {
		fig.Folded = false
		s.Figures = append(s.Figures, fig)
		return
	}
	if len(numbers) > mostOpenings {
		fig.Note = fmt.Sprintf("The first %d of %d are drawn; the table has all.", mostOpenings, len(numbers))
	}
	s.dots(fig, charts.Axis{Label: "mean score of the first seat", Unit: charts.Percent, High: 1}, evenMark())
}

// openingTexts returns, by the name of an opening, the turns of each opening from which a game was replayed.
func openingTexts(games []metrics.Trace) map[string]string {
	texts := map[string]string{}
	for _, g := range games {
		var turns []string
		for _, turn := range g.Turns {
			if turn.Given {
				turns = append(turns, turn.Text)
			}
		}
		texts[g.Opening] = strings.Join(turns, " ")
	}
	return texts
}
