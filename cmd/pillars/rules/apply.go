package rules

import (
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/table"
)

func NewApplyCommand() *cobra.Command {
	var flags cli.GameFlags
	var played cli.PlayedFlags
	var asJSON bool
	cmd := cli.GameCommandOf(&flags, &cobra.Command{
		Use:   "apply",
		Short: "Play steps and print the position they lead to",
		Long: `Play steps and print the position they lead to. If the game is over, a second line says "result", the
score of each seat and the reason. Repetition counts from the first position on.`,
		Example: `  pillars apply pit-of-pillars --steps "@d4 @d5 @f3"
  pillars apply pit-of-pillars --turns "@d4 @d5@f3"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := flags.Position(args[0])
			if err != nil {
				return err
			}
			h, err := played.Play(p)
			if err != nil {
				return err
			}
			if asJSON {
				return cli.PrintJSON(cmd.OutOrStdout(), applied(args[0], h))
			}
			fmt.Fprintln(cmd.OutOrStdout(), h.Position())
			if outcome := h.Outcome(); outcome.Over() {
				fmt.Fprintln(cmd.OutOrStdout(), outcome.Text())
			}
			return nil
		},
	})
	played.Register(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line")
	return cmd
}

func applied(game string, h *engine.History) table.Facts {
	facts := table.Object("type", "position", "game", game, "start", h.Start().String(),
		"turns", append([]string{}, engine.Turns(h.Start(), h.Steps())...), "position", h.Position().String())
	if outcome := h.Outcome(); outcome.Over() {
		facts = append(facts, table.Object("scores", outcome.Scores[:outcome.Seats], "reason", outcome.Reason)...)
	}
	return facts
}
