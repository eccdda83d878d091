// Package protocol holds the commands for engines in other processes: engine, compliance.
package protocol

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/ugi/server"
)

type engineFlags struct {
	game    string
	options []string
}

func NewEngineCommand() *cobra.Command {
	var flags engineFlags
	cmd := &cobra.Command{
		Use:   "engine [PLAYER]",
		Short: "Be an engine for other programs, in the UGI protocol",
		Long: `Be an engine for other programs: read requests of the UGI protocol from the standard input, one a line,
and answer them on the standard output. docs/PROTOCOL.md tells the protocol. Any player can be the engine; its keys,
the game and the rules' options can be set by setoption, so one engine serves all games and any number of seats. The
end of the input ends the program.`,
		Example: `  pillars engine
  pillars engine mcts:nodes=5000 --game pylyx --option size=8
  pillars tournament "ugi:pillars engine alphabeta" greedy --nodes 1000`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Usagef("engine wants one player, but %q follows; the game is given by --game", args[1])
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
		ValidArgsFunction: completeOnePlayer,
	}
	cmd.Flags().StringVar(&flags.game, "game", games.All()[0].Name(),
		"the `GAME` to begin with; setoption chooses others")
	cmd.Flags().StringArrayVar(&flags.options, "option", nil,
		"a rule option of that game as `name=value`; may be given again")
	cli.CompleteChoice(cmd, "game", cli.GameNames()...)
	cli.Complete(cmd, "option", cli.CompleteOptionOf(&flags.game))
	return cmd
}

func completeOnePlayer(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return cli.CompletePlayer(cmd, args, typed)
}

func (f *engineFlags) run(cmd *cobra.Command, args []string) error {
	player := "alphabeta"
	if len(args) > 0 {
		player = args[0]
	}
	config, err := f.config(player)
	if err != nil {
		return err
	}
	return server.Serve(cmd.InOrStdin(), cmd.OutOrStdout(), config)
}

// config makes an engine of a player's text. The player itself is made once, to see that it can be.
func (f *engineFlags) config(player string) (server.Config, error) {
	rules, settings, err := cli.Rules("--game: ", f.game, f.options)
	if err != nil {
		return server.Config{}, err
	}
	made, err := players.New(player, rules)
	if err != nil {
		return server.Config{}, cli.Usagef("%w", err)
	}
	config := server.Config{
		Name: "Pillars " + made.Name(), Author: "the Pillars authors", Games: games.All(), Game: rules.Game(),
		Settings: settings,
		Player:   made.Name(), NewPlayer: players.New,
	}
	return config, setKeys(&config, player)
}

func setKeys(config *server.Config, player string) error {
	name, keys, err := search.SplitText(player)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	kinds := players.Kinds()
	kind := kinds[slices.IndexFunc(kinds, func(k players.Kind) bool { return k.Name == name })]
	if kind.Command {
		return nil
	}
	config.Keys = kind.Keys()
	if err := search.SetKeys(config.Keys, keys); err != nil {
		return fmt.Errorf("player %q: %w", player, err)
	}
	return nil
}
