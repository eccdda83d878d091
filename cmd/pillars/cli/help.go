package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/engine/games"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/search/players"
)

// mostHelp is the greatest number of lines of a command's help, so that it fits on a screen.
const mostHelp = 39

// Help sets the help of all commands, which begins with examples and fits on a screen. It also adds the command "help",
// which prints the same text or, with --all, the whole text.
func Help(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _ = printHelp(cmd, helpText(cmd)) })
	var all bool
	help := &cobra.Command{
		Use: "help [COMMAND...]", Short: "Explain a command; with --all, at full length",
		Long: "Explain a command on one screen or, with --all, at full length.",
		Example: `  pillars help tournament
  pillars help tournament --all`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			topic := cmd.Root()
			for _, name := range args {
				children := topic.Commands()
				i := slices.IndexFunc(children, func(child *cobra.Command) bool { return child.Name() == name })
				if i < 0 {
					return RefuseUnknown(topic, []string{name})
				}
				topic = children[i]
			}
			text := helpText(topic)
			if all {
				text = render(topic, topic.Long, flagsOf(topic), nil)
			}
			return printHelp(cmd, text)
		},
	}
	help.Flags().BoolVar(&all, "all", false, "print the full text, however long")
	root.SetHelpCommand(help)
	root.CompletionOptions.HiddenDefaultCmd, cobra.EnableCommandSorting = true, false
}

// lineBreak matches a line break within a paragraph, with the characters before and after it.
var lineBreak = regexp.MustCompile(`(\S)\n(\S)`)

// mostColumns is the greatest width, in characters, of lines of help. Lines about flags may be wider.
const mostColumns = 120

// printHelp prints help. For a narrow terminal it joins the lines of each paragraph, so that they can be wrapped again.
func printHelp(cmd *cobra.Command, text string) error {
	if out, ok := cmd.OutOrStdout().(*checkedWriter); ok && out.Columns() > 0 && out.Columns() < mostColumns {
		text = lineBreak.ReplaceAllString(text, "$1 $2")
	}
	return table.Printf(cmd.OutOrStdout(), "%s", text)
}

// helpText returns the help of a command, shortened to a screen. Help that is too long keeps its first paragraph and as
// many flags as fit, in the order in which the command added them.
func helpText(cmd *cobra.Command) string {
	flags := flagsOf(cmd)
	text := render(cmd, cmd.Long, flags, nil)
	first, _, _ := strings.Cut(cmd.Long, "\n\n")
	for shown := len(flags); strings.Count(text, "\n") > mostHelp && shown >= 0; shown-- {
		text = render(cmd, first, flags[:shown], flags[shown:])
	}
	return text
}

// flagsOf returns a command's own flags in the order in which they were added, and then the flags that it inherits.
func flagsOf(cmd *cobra.Command) (flags []*pflag.Flag) {
	cmd.Flags().SortFlags = false
	add := func(flag *pflag.Flag) {
		if !flag.Hidden && flag.Name != "help" {
			flags = append(flags, flag)
		}
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	return flags
}

// render returns the help of a command with the given long text. It explains flags and only names the flags in further.
func render(cmd *cobra.Command, long string, flags, further []*pflag.Flag) string {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	fmt.Fprintf(&b, "%s\n", table.Wrap(lineBreak.ReplaceAllString(long, "$1 $2"), mostColumns))
	if cmd.HasParent() {
		fmt.Fprintf(&b, "\nUsage: %s\n", cmd.UseLine())
	}
	for _, group := range append(cmd.Groups(), &cobra.Group{Title: "Commands:"}) {
		title := "\n" + group.Title // printed only before the first command of the group
		for _, child := range cmd.Commands() {
			if child.GroupID == group.ID && child.IsAvailableCommand() {
				fmt.Fprintf(&b, "%s\n  %-12s %s", title, child.Name(), child.Short)
				title = ""
			}
		}
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintln(&b)
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	for _, flag := range flags {
		set.AddFlag(flag)
	}
	if len(flags) > 0 {
		fmt.Fprintf(&b, "\nFlags:\n%s", set.FlagUsages())
	}
	if len(further) > 0 || long != cmd.Long {
		writeMore(&b, cmd, further)
	}
	return b.String()
}

// writeMore writes lines that refer to "pillars help --all" and name the flags in further.
func writeMore(b *strings.Builder, cmd *cobra.Command, further []*pflag.Flag) {
	line := "\nMore in pillars help"
	for _, word := range append(strings.Fields(cmd.CommandPath())[1:], "--all") {
		line += " " + word
	}
	for i, flag := range further {
		if i == 0 {
			line += ":"
		}
		if len(line)+len(flag.Name) > 110 { // begin another line; with " --", all stay below mostColumns
			fmt.Fprintln(b, line)
			line = " "
		}
		line += " --" + flag.Name
	}
	fmt.Fprintln(b, line)
}

// InWord is the shell's directive for offers that only begin a word: no space follows them, and no files are offered.
const InWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace

// Complete sets the completion of a flag's value, unless the flag has one already.
func Complete(cmd *cobra.Command, flag string, completion cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, completion) // fails if the flag is unknown or already has a completion
}

// CompleteChoice makes the completion of a flag offer the given values.
func CompleteChoice(cmd *cobra.Command, flag string, values ...string) {
	Complete(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// CompleteFiles returns a completion that offers files with an extension.
func CompleteFiles(extension string) cobra.CompletionFunc {
	return cobra.FixedCompletions([]string{extension}, cobra.ShellCompDirectiveFilterFileExt)
}

// completeFlags sets completions for flags of a command, and of all commands below it, that have none. Most completions
// depend on the placeholder in the flag's usage text. Only [Execute] calls it, when a shell asks for completions, since
// cobra keeps them for the life of the process.
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
		case placeholder != "FILE": // for these the shell offers files by itself
			Complete(cmd, flag.Name, cobra.NoFileCompletions)
		}
	})
	for _, child := range cmd.Commands() {
		completeFlags(child)
	}
}

// CompleteOption offers the options of the game that --game names, and their values. If --game is repeated, the last
// one counts.
func CompleteOption(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	flag := cmd.Flag("game")
	if flag == nil {
		return nil, InWord
	}
	name := flag.Value.String()
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		name = ""
		if names := list.GetSlice(); len(names) > 0 {
			name, _, _ = strings.Cut(names[len(names)-1], ":") // as in GAME:OPTION=VALUE
		}
	}
	return WithDirective(games.CompleteOption(name, typed))
}

// WithDirective returns offers with their directive, which is [InWord] if the offers are only beginnings of words.
func WithDirective(offers []string, beginnings bool) ([]string, cobra.ShellCompDirective) {
	if beginnings {
		return offers, InWord
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// CompletePlayer offers the kinds of players, or, after a kind and a colon, the keys of that kind.
func CompletePlayer(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	return players.Complete(typed), InWord
}

// CompleteOneRun offers the runs of the database for the first argument, and nothing for further arguments.
func CompleteOneRun(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return CompleteRuns(cmd, nil, "")
}

// CompleteRuns offers the ids and names of the runs of the database that --db names.
func CompleteRuns(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return CompleteFrom(cmd, func(db *store.Store) []string { return catalog.CompleteRun(cmd.Context(), db) })
}

func completeTag(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return CompleteFrom(cmd, func(db *store.Store) (tags []string) {
		stored, _ := db.Runs(cmd.Context())
		for _, run := range stored {
			tags = append(tags, run.Tags...)
		}
		slices.Sort(tags)
		return slices.Compact(tags)
	})
}

// CompleteFrom offers what find finds in the database that --db names. Without a database it offers nothing.
func CompleteFrom(cmd *cobra.Command, find func(*store.Store) []string) (offers []string, _ cobra.ShellCompDirective) {
	if db, err := store.OpenReadOnly(Database(cmd)); err == nil {
		defer db.Close()
		offers = find(db)
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}
