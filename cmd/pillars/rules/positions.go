package rules

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/results/table"
)

func NewShowCommand() *cobra.Command {
	var flags cli.PlayedFlags
	var svg string
	cmd := cli.PlayedCommandOf(&flags, &cobra.Command{
		Use:   "show",
		Short: "Draw a position in the terminal or as a picture",
		Long: "Draw a position in the terminal, and with --svg also as a picture that shows what the stacks are " +
			"made of.",
		Example: `  pillars show pit-of-pillars --turns "@d4 @d5@f3"
  pillars show pit-of-pillars --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --svg pits.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := flags.History(args[0])
			if err != nil {
				return err
			}
			if svg != "" {
				if err := cli.WriteSVG(svg, h.Position().Diagram()); err != nil {
					return err
				}
			}
			return diagram.Text(cmd.OutOrStdout(), h.Position().Diagram(), diagram.TextStyle{Color: cli.UseColor(cmd)})
		},
	})
	cmd.Flags().StringVar(&svg, "svg", "",
		"also draw the position into an SVG `FILE`, in place of a picture that is there")
	return cmd
}

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

func NewApplyCommand() *cobra.Command {
	var flags cli.PlayedFlags
	var asJSON bool
	cmd := cli.PlayedCommandOf(&flags, &cobra.Command{
		Use:   "apply",
		Short: "Play steps and print the position they lead to",
		Long: `Play steps and print the position they lead to. If the game is over, a second line says "result", the
score of each seat and the reason. Repetition counts from the first position on.`,
		Example: `  pillars apply pit-of-pillars --steps "@d4 @d5 @f3"
  pillars apply pit-of-pillars --turns "@d4 @d5@f3"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := flags.History(args[0])
			if err != nil {
				return err
			}
			text := h.Position().String()
			facts := table.Object("type", "position", "game", args[0], "start", h.Start().String(),
				"turns", slices.Concat([]string{}, engine.Turns(h.Start(), h.Steps())), "position", text)
			if outcome := h.Outcome(); outcome.Over() {
				facts = append(facts,
					table.Object("scores", outcome.Scores[:outcome.Seats], "reason", outcome.Reason)...)
				text += "\n" + outcome.Text()
			}
			return cli.Answer(cmd.OutOrStdout(), asJSON, facts, "%s", text)
		},
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line")
	return cmd
}
