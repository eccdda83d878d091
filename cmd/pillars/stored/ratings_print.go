package stored

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/results"
)

// headedAnswer is a standing or a crosstable as it is printed.
type headedAnswer struct {
	head tournaments.RatingsHead
	body json.Marshaler
}

func (a headedAnswer) MarshalJSON() ([]byte, error) { return tournaments.Headed(a.head, a.body) }

// Print writes a standing in the form that the flags name.
func (f *ratingsFlags) Print(cmd *cobra.Command, head tournaments.RatingsHead, s results.Standing) error {
	out := cmd.OutOrStdout()
	if f.crosstable || f.matrix || f.headToHead {
		head.Type = "crosstable"
		return f.printCrosstable(out, head, s.Crosstable())
	}
	switch {
	case f.json:
		return cli.PrintJSON(out, headedAnswer{head, s})
	case f.csv:
		return s.WriteCSV(out)
	}
	return s.WriteTable(out)
}

func (f *ratingsFlags) printCrosstable(out io.Writer, head tournaments.RatingsHead, table results.Crosstable) error {
	switch {
	case f.json:
		return cli.PrintJSON(out, headedAnswer{head, table})
	case f.csv:
		return table.WriteCSV(out)
	case f.headToHead:
		return table.WriteList(out)
	case f.crosstable && f.matrix:
		if err := table.WriteGames(out); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out); err != nil {
			return err
		}
	case f.crosstable:
		return table.WriteGames(out)
	}
	return table.WriteStronger(out)
}
