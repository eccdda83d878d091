package rules

import (
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/diagram"
)

func NewShowCommand() *cobra.Command {
	var flags cli.GameFlags
	var played cli.PlayedFlags
	var svg string
	cmd := cli.GameCommandOf(&flags, &cobra.Command{
		Use:   "show",
		Short: "Draw a position in the terminal or as a picture",
		Long: "Draw a position in the terminal, and with --svg also as a picture that shows what the stacks are " +
			"made of.",
		Example: `  pillars show pit-of-pillars --turns "@d4 @d5@f3"
  pillars show pit-of-pillars --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --svg pits.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := flags.Position(args[0])
			if err != nil {
				return err
			}
			h, err := played.Play(p)
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
	played.Register(cmd.Flags())
	cmd.Flags().StringVar(&svg, "svg", "",
		"also draw the position into an SVG `FILE`, in place of a picture that is there")
	return cmd
}
