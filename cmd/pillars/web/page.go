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
		Short: "Write a page to play and analyse in a browser, offline, as one file",
		Long: `Write one HTML file that holds the page and the engine. It opens in any browser of today, from a file
or a server, asks for nothing else, and sends nothing. Give it to a friend.

The engine is compiled by the go command, from the source in the current folder; the first time takes about a minute.`,
		Example: `  pillars page -o pillars.html`,
		Args:    cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cli.RefuseExisting("--output", output, force); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "compiling the engine ...")
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
	cmd.Flags().StringVar(&source, "source", ".", "`FOLDER` with the source of pillars")
	return cmd
}
