// Package web holds the commands of the page: page writes it as one file, serve hands it out.
package web

import (
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/web/bundle"
)

func NewPageCommand() *cobra.Command {
	var output, source string
	var force bool
	cmd := &cobra.Command{
		Use:   "page",
		Short: "Write one file to play and analyse in a browser, offline",
		Long: `Write one HTML file to play and analyse with. Send it to a friend: it opens in any browser of 2023 or
later, needs neither a network nor another file, and sends nothing.

The go command compiles the engine from the source of pillars; the first time takes about a minute.`,
		Example: `  pillars page -o pillars.html
  pillars page -o pillars.html --source ~/src/pillars`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cli.RefuseExisting("--output", output, force); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "compiling the engine; the first time takes about a minute")
			single, err := bundle.Build(cmd.Context(), source)
			if err == nil {
				err = cli.WriteNewFile("--output", output, force, single.Write)
			}
			if err != nil {
				return err
			}
			return cli.Answer(cmd.OutOrStdout(), false, nil, "%s is written; open it in a browser", output)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "pillars.html", "`FILE` to write")
	cmd.Flags().BoolVar(&force, "force", false, cli.ForceUsage)
	cmd.Flags().StringVar(&source, "source", ".", "`FOLDER` with the source of pillars: a clone of its repository")
	return cmd
}
