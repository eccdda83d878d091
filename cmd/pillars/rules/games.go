package rules

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
)

// gameAnswer is a game as it is printed, with its default options.
type gameAnswer struct {
	Type    string         `json:"type"`
	Name    string         `json:"name"`
	Title   string         `json:"title"`
	Seats   []string       `json:"seats"`
	Start   string         `json:"start"`
	Options []optionAnswer `json:"options"`
}

type optionAnswer struct {
	Name    string   `json:"name"`
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Min     *int     `json:"min,omitempty"`
	Max     *int     `json:"max,omitempty"`
	Values  []string `json:"values,omitempty"`
}

// NewGamesCommand lists the games; the commands about stored games stand below it.
func NewGamesCommand(stored ...*cobra.Command) *cobra.Command {
	var asJSON bool
	var picture string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "games",
		Short: "List the games with their options; list, show and export stored games",
		Long: `List the games with their options: name, default, what is possible, and what it means. With --svg all games are drawn side by side, each
late in a game between greedy players.

The commands below are about stored games: they list, show and export what tournaments have played.`,
		Example: `  pillars games
  pillars games --json
  pillars games --svg games.svg --seed 3
  pillars games list 3f9c`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("games takes no words, but %q is given; for stored games say games list, show or export", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if picture != "" {
				return drawGames(cmd.Context(), picture, seed)
			}
			for i, game := range games.All() {
				rules, err := game.New(nil)
				if err != nil {
					return fmt.Errorf("%s with its default options: %w", game.Name(), err)
				}
				if asJSON {
					if err := cli.PrintJSON(cmd.OutOrStdout(), describe(rules)); err != nil {
						return err
					}
					continue
				}
				if i > 0 {
					fmt.Fprintln(cmd.OutOrStdout())
				}
				printGame(cmd.OutOrStdout(), describe(rules))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&picture, "svg", "", "draw the games into a `FILE` instead of listing them, in place of a picture that is there")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the games that are drawn")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON line for each game")
	cmd.AddCommand(stored...)
	return cmd
}

func describe(rules engine.Rules) gameAnswer {
	game := rules.Game()
	answer := gameAnswer{Type: "game", Name: game.Name(), Title: game.Title(), Seats: rules.SeatNames(), Start: rules.Start().String()}
	for _, option := range game.Options() {
		described := optionAnswer{Name: option.Name, Help: option.Help, Default: option.Default, Values: option.Values}
		if option.Min != 0 || option.Max != 0 {
			described.Min, described.Max = &option.Min, &option.Max
		}
		answer.Options = append(answer.Options, described)
	}
	return answer
}

func printGame(w io.Writer, game gameAnswer) {
	fmt.Fprintf(w, "%s: %s, %d players (%s)\n", game.Name, game.Title, len(game.Seats), strings.Join(game.Seats, ", "))
	fmt.Fprintf(w, "  start: %s\n", game.Start)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  option\tdefault\tpossible\tmeaning")
	for _, option := range game.Options {
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", option.Name, option.Default, option.possible(), option.Help)
	}
	table.Flush()
}

// possible says which values the option takes.
func (o optionAnswer) possible() string {
	switch {
	case len(o.Values) > 0:
		return strings.Join(o.Values, "|")
	case o.Min != nil:
		return fmt.Sprintf("%d..%d", *o.Min, *o.Max)
	}
	return "text"
}
