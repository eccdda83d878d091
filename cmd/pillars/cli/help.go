package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/results/show/table"
)

// Help sets the help of all commands: examples, the first paragraph of the text, and the flags. It also adds the
// command "help", which prints the same or, with --all, the whole text.
func Help(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _ = printHelp(cmd, helpText(cmd)) })
	var all bool
	help := &cobra.Command{
		Use: "help [COMMAND...]", Short: "Explain a command; with --all, at full length",
		Long: "Explain a command in short or, with --all, at full length.",
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
				text = render(topic, topic.Long)
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

// helpText returns the help of a command with the first paragraph of its text.
func helpText(cmd *cobra.Command) string {
	first, _, more := strings.Cut(cmd.Long, "\n\n")
	text := render(cmd, first)
	if more {
		text += fmt.Sprintf("\nMore in pillars help%s --all\n", strings.TrimPrefix(cmd.CommandPath(), "pillars"))
	}
	return text
}

// render returns the help of a command with the given text. Its own flags come first, in the order in which they were
// added.
func render(cmd *cobra.Command, text string) string {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	fmt.Fprintf(&b, "%s\n", table.Wrap(lineBreak.ReplaceAllString(text, "$1 $2"), mostColumns))
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
	cmd.Flags().SortFlags = false
	if flags := cmd.LocalFlags().FlagUsages() + cmd.InheritedFlags().FlagUsages(); flags != "" {
		fmt.Fprintf(&b, "\nFlags:\n%s", flags)
	}
	return b.String()
}
