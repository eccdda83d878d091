package rules

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/table"
)

func NewLegalCommand() *cobra.Command {
	var flags cli.GameFlags
	var turns, asJSON bool
	cmd := cli.GameCommandOf(&flags, &cobra.Command{
		Use:   "legal",
		Short: "List the legal steps of a position",
		Long:  "List the legal steps of a position (with --turns: the ways to complete the turn), sorted, one a line.",
		Example: `  pillars legal pit-of-pillars
  pillars legal pit-of-pillars --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --turns`,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := flags.Position(args[0])
			if err != nil {
				return err
			}
			unit, texts := "steps", engine.StepTexts(p)
			if turns {
				unit = "turns"
				if texts, err = LegalTurns(p); err != nil {
					return err
				}
			}
			if asJSON {
				return cli.PrintJSON(cmd.OutOrStdout(),
					table.Object("type", "legal", "game", args[0], "position", p.String(),
						"unit", unit, "legal", slices.Concat([]string{}, texts)))
			}
			for _, text := range texts {
				fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return nil
		},
	})
	cmd.Flags().BoolVar(&turns, "turns", false, "list whole turns instead of steps")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line")
	return cmd
}

// LegalTurns are the texts of all complete turns, sorted.
func LegalTurns(p engine.Position) ([]string, error) {
	var texts []string
	for turn := range engine.EachTurn(p) {
		if len(texts) == mostTurns {
			return nil, cli.Usagef("--turns: there are more than %d turns here; list the steps, without --turns",
				mostTurns)
		}
		texts = append(texts, engine.LineText(p, turn))
	}
	slices.Sort(texts)
	return slices.Compact(texts), nil
}

// mostTurns is how many turns are listed at most. A turn of many steps, such as laying out a whole board, can have
// more than anybody could read.
const mostTurns = 1_000_000
