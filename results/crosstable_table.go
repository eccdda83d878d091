package results

import (
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"pillars/results/stats"
)

// widestCrosstable is how many columns of text a crosstable of wins, draws and losses may fill. Where it would be wider, scores stand in their place.
const widestCrosstable = 150

// WriteGames writes a row and a column per player: what the player of the row did against that of the column, as wins-draws-losses or, with many
// players, as his score in percent.
func (c Crosstable) WriteGames(w io.Writer) error {
	grid := c.grid(func(m Meeting) string {
		if m.Games.Games() == 0 {
			return "-"
		}
		return fmt.Sprintf("%d-%d-%d", m.Games.Wins, m.Games.Draws, m.Games.Losses)
	})
	legend := "Wins-draws-losses of the player in the row against the player of the column."
	if width(grid) > widestCrosstable {
		grid = c.grid(func(m Meeting) string {
			score, ok := m.Score()
			if !ok {
				return "-"
			}
			return stats.FormatNumber(100*score, 1)
		})
		legend = "Score in percent of the player in the row against the player of the column."
	}
	return c.write(w, grid, legend)
}

// WriteStronger writes a row and a column per player: the probability that the player of the row is stronger than that of the column.
func (c Crosstable) WriteStronger(w io.Writer) error {
	grid := c.grid(func(m Meeting) string {
		if m.Stronger == nil {
			return "-"
		}
		return stats.FormatNumber(100**m.Stronger, 1)
	})
	return c.write(w, grid, "Probability in percent that the player in the row is stronger than the player of the column, "+
		"from the ratings and their covariance.")
}

// grid has a row per player with the texts of his meetings, under a head of ranks.
func (c Crosstable) grid(text func(Meeting) string) [][]string {
	head := []string{"rank", "player"}
	for i := range c.Players {
		head = append(head, strconv.Itoa(i+1))
	}
	grid := [][]string{head}
	for i, player := range c.Players {
		row := []string{strconv.Itoa(i + 1), player}
		for j, m := range c.Meetings[i] {
			if i == j {
				row = append(row, "·")
				continue
			}
			row = append(row, text(m))
		}
		grid = append(grid, row)
	}
	return grid
}

// width is how wide a grid is printed.
func width(grid [][]string) int {
	sum := 0
	for column := range grid[0] {
		widest := 0
		for _, row := range grid {
			widest = max(widest, utf8.RuneCountInString(row[column]))
		}
		sum += widest + 2
	}
	return sum
}

func (c Crosstable) write(w io.Writer, grid [][]string, legend string) error {
	right := []int{0}
	for i := range c.Players {
		right = append(right, 2+i)
	}
	if err := writeGrid(w, grid, right...); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\n"+legend)
	return err
}
