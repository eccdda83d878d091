package measure

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"pillars/cmd/pillars/cli"
	"pillars/results/metrics"
	"pillars/results/recorder"
)

// squaresAnswer is the use of the squares in the games of a run as it is printed for programs.
type squaresAnswer struct {
	Type    string         `json:"type"`
	Game    string         `json:"game"`
	Options string         `json:"options"`
	Run     string         `json:"run"`
	Games   int            `json:"games"`
	Level   float64        `json:"level"`
	Squares []squareAnswer `json:"squares"`
}

// squareAnswer is the share of games that use a square.
type squareAnswer struct {
	Square string   `json:"square"`
	Value  *float64 `json:"value"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
}

// lookAtBoards turns off what is looked at besides the games themselves.
func (f *measureFlags) lookAtBoards() {
	f.looks.Judge, f.looks.Random, f.looks.Take = "", 0, recorder.Options{Seed: f.looks.Take.Seed}
}

// printSquares writes the use of squares as the flags ask for.
func (f *measureFlags) printSquares(w io.Writer, columns []column) error {
	switch {
	case f.csv:
		return writeSquares(w, columns)
	case f.json:
		for _, c := range columns {
			if err := cli.PrintJSON(w, c.squaresAnswer()); err != nil {
				return err
			}
		}
		return nil
	}
	for i, c := range columns {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: run %s, %s of %s (%s)\n", c.Title, c.run, cli.Counted(c.games, "game"), c.rules.Game().Title(), c.rules.Settings())
		if err := c.drawSquares(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, "\nPercent of the games in which a turn after the set-up changes what stands on the square; --csv and --json have intervals.")
	return err
}

// drawSquares writes the percentages as the board lies, the highest rank on top.
func (c column) drawSquares(w io.Writer) error {
	board := c.rules.Start().Diagram()
	use := map[[2]int]metrics.SquareUse{}
	for _, u := range c.squares {
		use[[2]int{u.File, u.Rank}] = u
	}
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		for file := range board.Files {
			if u, ok := use[[2]int{file, rank}]; ok {
				fmt.Fprintf(table, " %s %.0f", u.Square, 100*u.Share.Value)
			}
			fmt.Fprint(table, "\t")
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// writeSquares writes a line for each square of each run.
func writeSquares(w io.Writer, columns []column) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"of", "square", "n", "counts", "value", "low", "high", "level"}); err != nil {
		return err
	}
	for _, c := range columns {
		for _, u := range c.squares {
			numbers := []string{strconv.FormatFloat(u.Share.Value, 'g', 6, 64), strconv.FormatFloat(u.Share.Low, 'g', 6, 64),
				strconv.FormatFloat(u.Share.High, 'g', 6, 64)}
			if err := out.Write(append(append([]string{c.Title, u.Square, strconv.Itoa(u.Games), "games"}, numbers...), "0.95")); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func (c column) squaresAnswer() squaresAnswer {
	answer := squaresAnswer{
		Type: "squares", Game: c.rules.Game().Name(), Options: c.rules.Settings().String(), Run: c.run, Games: c.games, Level: .95, Squares: []squareAnswer{},
	}
	for _, u := range c.squares {
		value, low, high := u.Share.Numbers()
		answer.Squares = append(answer.Squares, squareAnswer{u.Square, value, low, high})
	}
	return answer
}
