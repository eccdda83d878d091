package measure

import (
	"cmp"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/metrics"
	"pillars/results/recorder"
	"pillars/results/report"
	"pillars/results/table"
	"pillars/tournament"
)

type column struct {
	metrics.Column
	rules   engine.Rules
	run     string
	games   int
	players []string
	itself  bool // every player met nobody else
	judge   string
	starts  starts
	squares []metrics.SquareUse // where they are wanted
	summary report.Summary
}

func (c column) facts(kind string) table.Facts {
	return table.Object("type", kind, "game", c.rules.Game().Name(), "options", c.rules.Settings().String(),
		"run", c.run, "games", c.games)
}

func (c column) about() string {
	return fmt.Sprintf("%s: run %s, %s of %s (%s)", c.Title, c.run, tournament.Counted(c.games, "game"),
		c.rules.Game().Title(),
		c.rules.Settings())
}

func printDefinitions(w io.Writer) error {
	for _, d := range metrics.Definitions() {
		err := cli.PrintJSON(w, table.Object("type", "definition", "name", d.Name, "group", d.Group, "title", d.Title,
			"unit", d.Unit, "counts", d.Counts, "meaning", d.Meaning, "interval", d.Interval, "source", d.Source))
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *measureFlags) print(cmd *cobra.Command, columns []column) error {
	out := cmd.OutOrStdout()
	var plain []metrics.Column
	for _, c := range columns {
		plain = append(plain, c.Column)
	}
	switch {
	case f.csv:
		return metrics.Table(plain).WriteCSV(out)
	case f.json:
		for i, c := range columns {
			facts := append(c.facts("measures"), table.Object("summary", c.summary, "players", c.players)...)
			facts.AddSome("judge", c.judge)
			facts.AddSome("starts", len(c.starts.games)) // games from the start, for what is said of openings
			facts.AddSome("start_run", c.starts.run)
			facts.Add("level", .95)
			facts.Add("measures", metrics.Table(plain[i:i+1]))
			if err := cli.PrintJSON(out, facts); err != nil {
				return err
			}
		}
		return nil
	}
	if err := metrics.WriteTable(out, plain); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out,
		"\nIntervals are at the 95 % level; pillars measures --define says what the measures are.")
	for _, c := range columns {
		whom := ""
		if c.itself {
			whom = ", each with itself"
		}
		_, err = fmt.Fprintf(out, "%s; players %v%s; judge %s.\n", c.about(), c.players, whom,
			cmp.Or(c.judge, "nobody"))
		if len(c.starts.games) > 0 {
			_, err = fmt.Fprintf(out,
				"  Openings are measured in run %s, %s from the start of players with themselves.\n",
				c.starts.run, tournament.Counted(len(c.starts.games), "game"))
		}
	}
	return err
}

// lookAtBoards turns off what is looked at besides the games themselves.
func (f *measureFlags) lookAtBoards() {
	f.looks.Judge, f.looks.Random, f.looks.Take = "", 0, recorder.Options{Seed: f.looks.Take.Seed}
}

type usedSquare struct {
	of string
	metrics.SquareUse
}

// squareTable has what part of the games use each square.
func squareTable(columns ...column) table.Table[usedSquare] {
	number := func(key string, of func(usedSquare) float64) table.Column[usedSquare] {
		return table.Column[usedSquare]{Key: key, Value: func(u usedSquare) any { return of(u) }, Digits: 6}
	}
	constant := func(key, text string) table.Column[usedSquare] {
		return table.Column[usedSquare]{Key: key, Only: table.CSV, Value: func(usedSquare) any { return text }}
	}
	t := table.Table[usedSquare]{Columns: []table.Column[usedSquare]{
		{Key: "of", Only: table.CSV, Value: func(u usedSquare) any { return u.of }},
		{Key: "square", Value: func(u usedSquare) any { return u.Square }},
		{Key: "n", Only: table.CSV, Value: func(u usedSquare) any { return u.Games }},
		constant("counts", "games"),
		number("value", func(u usedSquare) float64 { return u.Share.Value }),
		number("low", func(u usedSquare) float64 { return u.Share.Low }),
		number("high", func(u usedSquare) float64 { return u.Share.High }),
		constant("level", "0.95"),
	}}
	for _, c := range columns {
		for _, u := range c.squares {
			t.Rows = append(t.Rows, usedSquare{c.Title, u})
		}
	}
	return t
}

func (f *measureFlags) printSquares(w io.Writer, columns []column) (err error) {
	if f.csv {
		return squareTable(columns...).WriteCSV(w)
	}
	for i, c := range columns {
		if f.json {
			facts := append(c.facts("squares"), table.Object("level", .95, "squares", squareTable(c))...)
			err = cli.PrintJSON(w, facts)
		} else {
			if i > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintln(w, c.about())
			err = c.drawSquares(w)
		}
		if err != nil {
			return err
		}
	}
	if !f.json {
		_, err = fmt.Fprintln(w,
			"\nPercent of the games in which a turn after the set-up changes what stands on the square; "+
				"--csv and --json have intervals.")
	}
	return err
}

// drawSquares writes the percentages as the board lies, the highest rank on top.
func (c column) drawSquares(w io.Writer) error {
	board := c.rules.Start().Diagram()
	grid := table.Grid{Indent: 1, Gap: 1, Columns: make([]table.Head, board.Files)}
	for file := range board.Files {
		grid.Columns[file].Kind = table.Figures
	}
	grid.Rows = make([][]string, board.Ranks)
	for rank := range grid.Rows {
		grid.Rows[rank] = make([]string, board.Files)
	}
	for _, u := range c.squares {
		percent := strconv.FormatFloat(100*u.Share.Value, 'f', 0, 64)
		grid.Rows[board.Ranks-1-u.Rank][u.File] = " " + u.Square + " " + percent
	}
	return grid.WriteText(w)
}
