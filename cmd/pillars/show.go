package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/engine/diagram"
)

func newShowCommand() *cobra.Command {
	var flags gameFlags
	var played playedFlags
	var svg string
	cmd := gameCommandOf(&flags, &cobra.Command{
		Use:   "show",
		Short: "Draw a position in the terminal or as a picture",
		Long:  "Draw a position in the terminal, and with --svg also as a picture that shows what the stacks are made of.",
		Example: `  pillars show pit-of-pillars --turns "@d4 @d5@f3"
  pillars show pit-of-pillars --position "x2/w,x2,W/r,x2,W/x2 w m 3/0 - 23" --svg pits.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := flags.position(args[0])
			if err != nil {
				return err
			}
			h, err := played.play(p)
			if err != nil {
				return err
			}
			if svg != "" {
				if err := writeSVG(svg, h.Position().Diagram()); err != nil {
					return err
				}
			}
			return diagram.Text(cmd.OutOrStdout(), h.Position().Diagram(), diagram.TextStyle{Color: useColor(cmd)})
		},
	})
	played.register(cmd.Flags())
	cmd.Flags().StringVar(&svg, "svg", "", "also draw the position into an SVG `FILE`, in place of a picture that is there")
	return cmd
}

// writeSVG draws into a file, which is only touched once the picture is complete.
func writeSVG(path string, d engine.Diagram) error {
	var picture bytes.Buffer
	if err := diagram.SVG(&picture, d); err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return svgPicture.writeDrawn("--svg", path, picture.Bytes())
}
