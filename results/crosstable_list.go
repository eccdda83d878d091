package results

import (
	"io"
	"strconv"
)

// WriteList writes a line for every two players, the stronger first: their games and what the ratings say about the two.
func (c Crosstable) WriteList(w io.Writer) error {
	grid := [][]string{{"player", "opponent", "games", "W", "D", "L", "score", "Elo difference", "95 %", "stronger"}}
	for i, row := range c.Meetings {
		for j := i + 1; j < len(row); j++ {
			grid = append(grid, append([]string{c.Players[i], c.Players[j]}, row[j].cells()...))
		}
	}
	return writeGrid(w, grid, 2, 3, 4, 5, 6, 7, 8, 9)
}

// cells are the texts of a meeting.
func (m Meeting) cells() []string {
	score, stronger := "-", "-"
	if s, ok := m.Score(); ok {
		score = percent(s)
	}
	if m.Stronger != nil {
		stronger = percent(*m.Stronger)
	}
	elo, interval := eloCells(m.Difference)
	numbers := []int{m.Games.Games(), m.Games.Wins, m.Games.Draws, m.Games.Losses}
	out := make([]string, 0, 8)
	for _, n := range numbers {
		out = append(out, strconv.Itoa(n))
	}
	return append(out, score, elo, interval, stronger)
}
