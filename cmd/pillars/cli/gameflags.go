package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/engine"
	"pillars/engine/games"
)

// GameFlags are the flags that say which position of a game a command is about.
type GameFlags struct {
	Options []string
	text    string
	Set     *pflag.FlagSet
}

// Register adds --option and --position.
func (f *GameFlags) Register(set *pflag.FlagSet) {
	f.Set = set
	set.StringArrayVar(&f.Options, "option", nil, "a rule option as `name=value`; may be given again (see pillars games)")
	set.StringVar(&f.text, "position", "", "start from a position `TEXT` instead of the start of the game")
}

// Settings are the options given, for a game.
func (f *GameFlags) Settings(game engine.Game) (engine.Settings, error) {
	settings, err := engine.ParseSettings(f.Options)
	if err != nil {
		return nil, Usagef("--option: %w", err)
	}
	if _, err := game.New(settings); err != nil {
		return nil, Usagef("--option: %w", err)
	}
	return settings, nil
}

// Position is the position that the flags ask for in the named game.
func (f *GameFlags) Position(name string) (engine.Position, error) {
	game, err := games.Find(name)
	if err != nil {
		return nil, Usagef("%w", err)
	}
	settings, err := f.Settings(game)
	if err != nil {
		return nil, err
	}
	if f.Set.Changed("position") {
		p, err := game.Read(f.text, settings)
		if err != nil {
			return nil, Usagef("--position: %w", err)
		}
		return p, nil
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, Usagef("--option: %w", err)
	}
	return rules.Start(), nil
}

// GameCommandOf gives a command one argument, the name of a game, and the flags for its position, with completion.
func GameCommandOf(flags *GameFlags, cmd *cobra.Command) *cobra.Command {
	flags.Register(cmd.Flags())
	cmd.Use += " GAME"
	cmd.Args = OneGame
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return GameNames(), cobra.ShellCompDirectiveNoFileComp
	}
	Complete(cmd, "option", CompleteOption)
	Complete(cmd, "position", cobra.NoFileCompletions)
	return cmd
}

// OneGame wants exactly one word. Whether it names a game is for [gameFlags.position] to say.
func OneGame(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return Usagef("%s wants the name of a game; known are: %s", cmd.Name(), strings.Join(GameNames(), ", "))
	case 1:
		return nil
	}
	return Usagef("%s wants one game, but %q follows; put texts with blanks in quotation marks", cmd.Name(), args[1])
}
