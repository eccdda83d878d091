package cli

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/engine/games"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/search/players"
)

// InWord is the directive of a completion that the user continues within the word.
const InWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace

// Complete sets how a flag's value is completed if [completeFlags] cannot find that out.
func Complete(cmd *cobra.Command, flag string, by cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, by) // the flag exists, so there is nothing to fail
}

// CompleteChoice offers the values of a flag.
func CompleteChoice(cmd *cobra.Command, flag string, values ...string) {
	Complete(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// CompleteFiles offers files with an extension.
func CompleteFiles(extension string) cobra.CompletionFunc {
	return cobra.FixedCompletions([]string{extension}, cobra.ShellCompDirectiveFilterFileExt)
}

// completeFlags registers completions for all flags of a command and of the commands below it that have none: for
// --option its own, for other flags by the placeholder in their usage. Cobra keeps registrations for the life of the
// process.
func completeFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		placeholder, _ := pflag.UnquoteUsage(flag)
		switch {
		case flag.Name == "option":
			Complete(cmd, flag.Name, CompleteOption)
		case placeholder == "PLAYER":
			Complete(cmd, flag.Name, CompletePlayer)
		case placeholder == "GAME":
			CompleteChoice(cmd, flag.Name, GameNames()...)
		case placeholder == "RUN":
			Complete(cmd, flag.Name, CompleteRuns)
		case flag.Name == "tag":
			Complete(cmd, flag.Name, completeTag)
		case placeholder != "FILE":
			Complete(cmd, flag.Name, cobra.NoFileCompletions)
		}
	})
	for _, child := range cmd.Commands() {
		completeFlags(child)
	}
}

// CompleteOption completes with the [OptionOffers] of the game that --game names; if it is repeated, the last.
func CompleteOption(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	flag := cmd.Flag("game")
	if flag == nil {
		return nil, InWord
	}
	name := flag.Value.String()
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		name, _, _ = strings.Cut(slices.Concat([]string{""}, list.GetSlice())[len(list.GetSlice())], ":")
	}
	return OptionOffers(name, typed)
}

// OptionOffers returns the names of the options of a game and, behind a name, the values it lists.
func OptionOffers(name, typed string) ([]string, cobra.ShellCompDirective) {
	game, err := games.Find(name)
	if err != nil {
		return nil, InWord
	}
	key, _, hasValue := strings.Cut(typed, "=")
	var names, values []string
	for _, option := range game.Options() {
		names = append(names, option.Name+"=\t"+option.Help)
		if option.Name == key {
			for _, value := range option.Values {
				values = append(values, key+"="+value)
			}
		}
	}
	if !hasValue {
		return names, InWord
	}
	return values, cobra.ShellCompDirectiveNoFileComp
}

// CompletePlayer offers the kinds of players, and behind a kind's colon its keys.
func CompletePlayer(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
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
	return offers, InWord
}

// CompleteRun offers the runs of the database that --db names, for the first word.
func CompleteRun(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return CompleteRuns(cmd, nil, "")
}

// CompleteRuns offers runs for every word.
func CompleteRuns(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	offers := Offers(cmd, func(db *store.Store) (offers []string) {
		stored, _ := db.Runs(cmd.Context())
		for _, run := range stored {
			about := fmt.Sprintf("\t%s of %s games", run.Kind, catalog.GamesDone(run))
			if offers = append(offers, run.ID+about); run.Name != "" {
				offers = append(offers, run.Name+about)
			}
		}
		return offers
	})
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// completeTag offers the tags of all runs.
func completeTag(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return Offers(cmd, func(db *store.Store) (tags []string) {
		stored, _ := db.Runs(cmd.Context())
		for _, run := range stored {
			tags = append(tags, run.Tags...)
		}
		slices.Sort(tags)
		return slices.Compact(tags)
	}), cobra.ShellCompDirectiveNoFileComp
}

// Offers returns completions from the database that --db names; none if there is no database.
func Offers(cmd *cobra.Command, ask func(*store.Store) []string) []string {
	db, err := store.OpenReadOnly(Database(cmd))
	if err != nil {
		return nil
	}
	defer db.Close()
	return ask(db)
}
