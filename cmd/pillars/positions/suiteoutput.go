package positions

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"
)

// suiteOutput is where the answers of a trial go.
type suiteOutput interface {
	problem(problemAnswer) error
	summary(fmt.Stringer) error
}

// output is what the flags ask for.
func (f *suiteFlags) output(cmd *cobra.Command) suiteOutput {
	if f.csv {
		return &suiteCSV{table: csv.NewWriter(cmd.OutOrStdout()), messages: cmd.ErrOrStderr()}
	}
	return suiteLines{f, cmd.OutOrStdout()}
}

// suiteLines prints every answer as a line of text or of JSON.
type suiteLines struct {
	flags *suiteFlags
	to    io.Writer
}

func (l suiteLines) problem(a problemAnswer) error     { return l.flags.Print(l.to, a) }
func (l suiteLines) summary(answer fmt.Stringer) error { return l.flags.Print(l.to, answer) }

// suiteCSV prints the problems as a table, and the rest as messages.
type suiteCSV struct {
	table    *csv.Writer
	messages io.Writer
	begun    bool
}

func (c *suiteCSV) problem(a problemAnswer) error {
	if !c.begun {
		c.begun = true
		c.table.Write([]string{"id", "game", "kind", "solved", "turn", "budget", "nodes_to_solution", "points", "seconds_to_solution"})
	}
	c.table.Write([]string{
		a.ID, a.Game, string(a.Kind), strconv.FormatBool(a.Solved), a.Turn, strconv.FormatUint(a.Budget, 10), strconv.FormatUint(a.Needed, 10),
		strconv.FormatFloat(a.Points, 'f', 3, 64), strconv.FormatFloat(a.Seconds, 'f', 6, 64),
	})
	c.table.Flush()
	return c.table.Error()
}

func (c *suiteCSV) summary(answer fmt.Stringer) error {
	_, err := fmt.Fprintln(c.messages, answer)
	return err
}
