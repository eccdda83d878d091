package results

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pillars/results/rating"
	"pillars/results/stats"
)

// WriteTable writes the standing as plain text for people: a row per player, what the seats were worth, and what to beware of.
func (s Standing) WriteTable(w io.Writer) error {
	grid := [][]string{{"rank", "player", "Elo", "95 %", "games", "W", "D", "L", "score", "turns", ""}}
	for _, r := range s.Rows {
		grid = append(grid, s.cells(r))
	}
	if err := writeGrid(w, grid, 0, 2, 3, 4, 5, 6, 7, 8, 9); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\n"+strings.Join(s.Remarks(), "\n"))
	return err
}

// cells are the texts of a row.
func (s Standing) cells(r Row) []string {
	elo, interval := eloCells(r.Rating.Estimate)
	score, turns := "-", "-"
	if n := r.WDL.Games(); n > 0 {
		score = percent(r.WDL.Points() / float64(n))
	}
	if r.MeanTurns > 0 {
		turns = stats.FormatNumber(r.MeanTurns, 1)
	}
	return []string{strconv.Itoa(r.Rank), r.Player, elo, interval, strconv.Itoa(r.WDL.Games()), strconv.Itoa(r.WDL.Wins), strconv.Itoa(r.WDL.Draws),
		strconv.Itoa(r.WDL.Losses), score, turns, s.note(r)}
}

// eloCells are the value, or the bound, and the interval.
func eloCells(e stats.Estimate) (elo, interval string) {
	switch e.Kind {
	case stats.Measured:
		return stats.FormatNumber(e.Value, 0), "± " + stats.FormatNumber(e.Error95, 0)
	case stats.Bracketed:
		return stats.FormatNumber(e.Value, 0), stats.FormatNumber(e.Low, 0) + " .. " + stats.FormatNumber(e.High, 0)
	}
	return e.Text(0), ""
}

// note says in a word or two what is special about a rating.
func (s Standing) note(r Row) string {
	note := r.Rating.Mark.String()
	if s.Pools > 1 && r.Rating.Pool >= 0 {
		note = strings.TrimPrefix(fmt.Sprintf("%s, pool %d", note, r.Rating.Pool+1), ", ")
	}
	return note
}

// Remarks are the sentences below the table.
func (s Standing) Remarks() []string {
	if s.Games == 0 {
		return append([]string{"No games yet."}, s.remarks...)
	}
	first := s.FirstScore
	remarks := []string{
		fmt.Sprintf("First seat: scores %s (%s .. %s at 95 %%, at any time) in %s, of which %s drawn.", percent(first.Value), percent(first.Low),
			percent(first.High), counted(s.Games), percent(float64(s.Draws)/float64(s.Games))),
		s.advantageRemark(),
	}
	if s.DrawRate.HasValue() {
		remarks = append(remarks, "Draws between equals: "+s.DrawRate.Scaled(100).Text(1)+" % (95 %).")
	}
	return slices.Concat(remarks, s.scaleRemarks(), s.remarks)
}

func (s Standing) advantageRemark() string {
	if s.FirstAdvantage.Kind == stats.Absent {
		return "First-seat advantage: cannot be told apart from strength in these games: the players are too far apart, or the seats were not swapped."
	}
	return "First-seat advantage: " + s.FirstAdvantage.Text(0) + " Elo (95 %)."
}

// scaleRemarks explain what the ratings are measured from and what is unusual about them.
func (s Standing) scaleRemarks() []string {
	seen := map[rating.Mark]bool{}
	for _, r := range s.Rows {
		seen[r.Rating.Mark] = true
	}
	var out []string
	switch {
	case s.Anchored:
		out = append(out, "Elo is measured from the anchors; intervals are at 95 %.")
	case seen[rating.Rated]:
		out = append(out, "Elo averages 0 over the rated players of a pool; intervals are at 95 %.")
	}
	if seen[rating.OnlyWins] || seen[rating.OnlyLosses] {
		out = append(out, "A player who won or lost every game against the rated players has only a bound (95 %) and no part in the mean.")
	}
	if seen[rating.Reference] {
		out = append(out, "The games are too one-sided for a scale: bounds are relative to the player at 0.")
	}
	if seen[rating.Unrated] {
		out = append(out, "A player without a game against a rated player is not rated.")
	}
	if s.Pools > 1 {
		out = append(out, fmt.Sprintf("The games do not connect all players: there are %d pools, whose ratings cannot be compared with each other.", s.Pools))
	}
	return out
}

// counted writes a number of games.
func counted(games int) string {
	if games == 1 {
		return "1 game"
	}
	return strconv.Itoa(games) + " games"
}

// percent writes a share as a percentage.
func percent(share float64) string { return stats.FormatNumber(100*share, 1) + " %" }

// alignRight pads the texts of some columns on the left to equal width. (The tab writer aligns all columns alike.)
func alignRight(grid [][]string, columns ...int) {
	for _, c := range columns {
		width := 0
		for _, row := range grid {
			width = max(width, utf8.RuneCountInString(row[c]))
		}
		for _, row := range grid {
			row[c] = strings.Repeat(" ", width-utf8.RuneCountInString(row[c])) + row[c]
		}
	}
}
