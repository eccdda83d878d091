package play

import (
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/search/players"
)

// kindAnswer is a kind of player as it is printed.
type kindAnswer struct {
	Type string      `json:"type"`
	Name string      `json:"name"`
	Help string      `json:"help"`
	Keys []keyAnswer `json:"keys"`
}

type keyAnswer struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

func NewPlayersCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the kinds of players with their keys",
		Long: `List the kinds of players with their keys. A player is written as its kind, and behind a colon the keys that differ from their
defaults: random, alphabeta:nodes=20000, alphabeta:time=500ms,table=64. A key that is true or false may stand alone for true:
alphabeta:sound. The key base gives a plain player to measure ideas against; other keys put parts back: alphabeta:base,killers.`,
		Example: `  pillars players
  pillars players --json`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, kind := range players.Kinds() {
				answer := describeKind(kind)
				if !asJSON {
					printKind(cmd.OutOrStdout(), answer)
				} else if err := cli.PrintJSON(cmd.OutOrStdout(), answer); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON line for each kind")
	return cmd
}

func describeKind(kind players.Kind) kindAnswer {
	answer := kindAnswer{Type: "player-kind", Name: kind.Name, Help: kind.Help, Keys: []keyAnswer{}}
	kind.Keys().VisitAll(func(f *flag.Flag) {
		answer.Keys = append(answer.Keys, keyAnswer{f.Name, f.DefValue, f.Usage})
	})
	return answer
}

func printKind(w io.Writer, kind kindAnswer) {
	fmt.Fprintf(w, "%s: %s\n", kind.Name, kind.Help)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, key := range kind.Keys {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", key.Name, key.Default, key.Help)
	}
	table.Flush()
}
