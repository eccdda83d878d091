package measure

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/metrics"
	"pillars/results/report"
)

// column is the measures of the games of one run.
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

// columnAnswer is a column as it is printed for programs.
type columnAnswer struct {
	Type     string          `json:"type"`
	Game     string          `json:"game"`
	Options  string          `json:"options"`
	Run      string          `json:"run"`
	Games    int             `json:"games"`
	Summary  report.Summary  `json:"summary"`
	Players  []string        `json:"players"`
	Judge    string          `json:"judge,omitempty"`
	Starts   int             `json:"starts,omitempty"` // games from the start, for the measures of openings
	StartRun string          `json:"start_run,omitempty"`
	Level    float64         `json:"level"`
	Measures []measureAnswer `json:"measures"`
}

// measureAnswer is a measure; numbers that it does not have are left out.
type measureAnswer struct {
	Name     string   `json:"name"`
	Subject  string   `json:"subject,omitempty"`
	Group    string   `json:"group"`
	Title    string   `json:"title"`
	Unit     string   `json:"unit"`
	N        int      `json:"n"`
	Counts   string   `json:"counts"`
	Value    *float64 `json:"value,omitempty"`
	Low      *float64 `json:"low,omitempty"`
	High     *float64 `json:"high,omitempty"`
	Note     string   `json:"note,omitempty"`
	Meaning  string   `json:"meaning"`
	Interval string   `json:"interval"`
	Source   string   `json:"source"`
}

// definitionAnswer is a definition as it is printed for programs.
type definitionAnswer struct {
	Type     string `json:"type"`
	Name     string `json:"name"`
	Group    string `json:"group"`
	Title    string `json:"title"`
	Unit     string `json:"unit"`
	Counts   string `json:"counts"`
	Meaning  string `json:"meaning"`
	Interval string `json:"interval"`
	Source   string `json:"source"`
}

// printDefinitions prints a JSON line for each measure.
func printDefinitions(w io.Writer) error {
	for _, d := range metrics.Definitions() {
		answer := definitionAnswer{"definition", d.Name, d.Group, d.Title, string(d.Unit), d.Counts, d.Meaning, d.Interval, d.Source}
		if err := cli.PrintJSON(w, answer); err != nil {
			return err
		}
	}
	return nil
}

func (c column) answer() columnAnswer {
	answer := columnAnswer{
		Type: "measures", Game: c.rules.Game().Name(), Options: c.rules.Settings().String(), Run: c.run, Games: c.games, Summary: c.summary,
		Players: c.players, Judge: c.judge, Starts: len(c.starts.games), StartRun: c.starts.run, Level: .95,
	}
	for _, m := range c.Metrics {
		value, low, high := m.Estimate.Numbers()
		answer.Measures = append(answer.Measures, measureAnswer{
			m.Name, m.Subject, m.Group, m.Title, string(m.Unit), m.N, m.Counts, value, low, high, m.Note, m.Meaning, m.Definition.Interval, m.Source,
		})
	}
	return answer
}

// Print writes the columns as the flags ask for.
func (f *measureFlags) Print(cmd *cobra.Command, columns []column) error {
	out := cmd.OutOrStdout()
	var plain []metrics.Column
	for _, c := range columns {
		plain = append(plain, c.Column)
	}
	switch {
	case f.csv:
		return metrics.WriteCSV(out, plain)
	case f.json:
		for _, c := range columns {
			if err := cli.PrintJSON(out, c.answer()); err != nil {
				return err
			}
		}
		return nil
	}
	if err := metrics.WriteTable(out, plain); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nIntervals are at the 95 % level; pillars measures --define says what the measures are.")
	for _, c := range columns {
		judge := c.judge
		if judge == "" {
			judge = "nobody"
		}
		whom := ""
		if c.itself {
			whom = ", each with itself"
		}
		if _, err := fmt.Fprintf(out, "%s: run %s, %s of %s (%s); players %v%s; judge %s.\n", c.Title, c.run, cli.Counted(c.games, "game"),
			c.rules.Game().Title(), c.rules.Settings(), c.players, whom, judge); err != nil {
			return err
		}
		if len(c.starts.games) > 0 {
			fmt.Fprintf(out, "  Openings are measured in run %s, %s from the start of players with themselves.\n", c.starts.run,
				cli.Counted(len(c.starts.games), "game"))
		}
	}
	return nil
}
