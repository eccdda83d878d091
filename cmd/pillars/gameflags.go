package main

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/engine"
	"pillars/engine/games"
)

// gameFlags are the flags that say which position of a game a command is about.
type gameFlags struct {
	options []string
	text    string
	set     *pflag.FlagSet
}

// register adds --option and --position.
func (f *gameFlags) register(set *pflag.FlagSet) {
	f.set = set
	set.StringArrayVar(&f.options, "option", nil, "a rule option as `name=value`; may be given again (see pillars games)")
	set.StringVar(&f.text, "position", "", "start from a position `TEXT` instead of the start of the game")
}

// settings are the options given, for a game.
func (f *gameFlags) settings(game engine.Game) (engine.Settings, error) {
	settings, err := engine.ParseSettings(f.options)
	if err != nil {
		return nil, usagef("--option: %w", err)
	}
	if _, err := game.New(settings); err != nil {
		return nil, usagef("--option: %w", err)
	}
	return settings, nil
}

// position is the position that the flags ask for in the named game.
func (f *gameFlags) position(name string) (engine.Position, error) {
	game, err := games.Find(name)
	if err != nil {
		return nil, usagef("%w", err)
	}
	settings, err := f.settings(game)
	if err != nil {
		return nil, err
	}
	if f.set.Changed("position") {
		p, err := game.Read(f.text, settings)
		if err != nil {
			return nil, usagef("--position: %w", err)
		}
		return p, nil
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, usagef("--option: %w", err)
	}
	return rules.Start(), nil
}

// gameCommandOf gives a command one argument, the name of a game, and the flags for its position, with completion.
func gameCommandOf(flags *gameFlags, cmd *cobra.Command) *cobra.Command {
	flags.register(cmd.Flags())
	cmd.Use += " GAME"
	cmd.Args = oneGame
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return gameNames(), cobra.ShellCompDirectiveNoFileComp
	}
	complete(cmd, "option", completeOption)
	complete(cmd, "position", cobra.NoFileCompletions)
	return cmd
}

// oneGame wants exactly one word. Whether it names a game is for [gameFlags.position] to say.
func oneGame(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return usagef("%s wants the name of a game; known are: %s", cmd.Name(), strings.Join(gameNames(), ", "))
	case 1:
		return nil
	}
	return usagef("%s wants one game, but %q follows; put texts with blanks in quotation marks", cmd.Name(), args[1])
}

func gameNames() []string {
	var names []string
	for _, game := range games.All() {
		names = append(names, game.Name())
	}
	return names
}

// complete sets how a flag's value is completed. The flag exists, so there is nothing to fail.
func complete(cmd *cobra.Command, flag string, by cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, by)
}

// completeOption offers the names of a game's options, and behind a name the values it lists.
func completeOption(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if len(args) == 0 {
		return nil, inWord
	}
	game, err := games.Find(args[0])
	if err != nil {
		return nil, inWord
	}
	options := game.Options()
	name, _, hasValue := strings.Cut(typed, "=")
	var offers []string
	if !hasValue {
		for _, option := range options {
			offers = append(offers, option.Name+"=\t"+option.Help)
		}
		return offers, inWord
	}
	if i := slices.IndexFunc(options, func(o engine.Option) bool { return o.Name == name }); i >= 0 {
		for _, value := range options[i].Values {
			offers = append(offers, name+"="+value)
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// printJSON writes values as lines of JSON.
func printJSON(w io.Writer, values ...any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, value := range values {
		if err := encoder.Encode(value); err != nil {
			return err
		}
	}
	return nil
}
