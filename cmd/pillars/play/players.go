package play

import (
	"flag"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/table"
	"pillars/search/players"
)

func NewPlayersCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the kinds of players with their keys",
		Long: `List the kinds of players with their keys. A player is written as its kind, and behind a colon the keys
that differ from their defaults: random, alphabeta:nodes=20000, alphabeta:time=500ms,table=64. A key that is true or
false may stand alone for true: alphabeta:sound. The key base gives a plain player to measure ideas against; other
keys put parts back: alphabeta:base,killers.`,
		Example: `  pillars players
  pillars players --json`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, kind := range players.Kinds() {
				if err := printKind(cmd.OutOrStdout(), kind, asJSON); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON line for each kind")
	return cmd
}

func printKind(w io.Writer, kind players.Kind, asJSON bool) error {
	keys := table.Table[*flag.Flag]{Columns: []table.Column[*flag.Flag]{
		{Key: "name", Text: func(f *flag.Flag) string { return f.Name },
			Value: func(f *flag.Flag) any { return f.Name }},
		{Key: "default", Text: func(f *flag.Flag) string { return f.DefValue },
			Value: func(f *flag.Flag) any { return f.DefValue }},
		{Key: "help", Text: func(f *flag.Flag) string { return f.Usage },
			Value: func(f *flag.Flag) any { return f.Usage }},
	}}
	kind.Keys().VisitAll(func(f *flag.Flag) { keys.Rows = append(keys.Rows, f) })
	if asJSON {
		return cli.PrintJSON(w, table.Object("type", "player-kind", "name", kind.Name, "help", kind.Help, "keys", keys))
	}
	fmt.Fprintf(w, "%s: %s\n", kind.Name, kind.Help)
	grid := keys.Grid()
	grid.Indent = 2
	return grid.WriteText(w)
}
