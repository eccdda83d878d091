package cli

import (
	"flag"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/engine/games"
	"pillars/search/players"
)

// Complete sets how a flag's value is completed. The flag exists, so there is nothing to fail.
func Complete(cmd *cobra.Command, flag string, by cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, by)
}

// CompleteChoice offers the values of a flag.
func CompleteChoice(cmd *cobra.Command, flag string, values ...string) {
	Complete(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// CompleteOption offers the names of a game's options, and behind a name the values it lists.
func CompleteOption(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	if len(args) == 0 {
		return nil, inWord
	}
	game, err := games.Find(args[0])
	if err != nil {
		return nil, inWord
	}
	name, _, hasValue := strings.Cut(typed, "=")
	var names, values []string
	for _, option := range game.Options() {
		names = append(names, option.Name+"=\t"+option.Help)
		if option.Name == name {
			for _, value := range option.Values {
				values = append(values, name+"="+value)
			}
		}
	}
	if !hasValue {
		return names, inWord
	}
	return values, cobra.ShellCompDirectiveNoFileComp
}

// CompleteOptionOf is [CompleteOption] for the game that another flag names.
func CompleteOptionOf(game *string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return CompleteOption(cmd, []string{*game}, typed)
	}
}

// CompleteGame offers the games for the first word.
func CompleteGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return GameNames(), cobra.ShellCompDirectiveNoFileComp
}

// CompleteFiles offers files with an extension.
func CompleteFiles(extension string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{extension}, cobra.ShellCompDirectiveFilterFileExt
	}
}

// CompletePlayer offers the kinds of players, and behind a kind's colon its keys.
func CompletePlayer(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	const inWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	name, keys, hasKeys := strings.Cut(typed, ":")
	var offers []string
	for _, kind := range players.Kinds() {
		if !hasKeys {
			offers = append(offers, kind.Name+"\t"+kind.Help)
		} else if kind.Name == name {
			before := typed[:len(typed)-len(keys)+strings.LastIndex(keys, ",")+1]
			kind.Keys().VisitAll(func(f *flag.Flag) { offers = append(offers, before+f.Name+"=\t"+f.Usage) })
		}
	}
	return offers, inWord
}

// CompleteNumbers keeps flags that are numbers, durations or switches from being completed as files, in a command and
// all below it.
func CompleteNumbers(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		switch flag.Value.Type() {
		case "string", "stringArray", "text":
		default:
			Complete(cmd, flag.Name, cobra.NoFileCompletions)
		}
	})
	for _, child := range cmd.Commands() {
		CompleteNumbers(child)
	}
}
