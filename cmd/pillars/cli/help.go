package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/results/show/table"
)

// mostHelp is the most lines of a command's help: a screen.
const mostHelp = 39

// Help gives all commands a help that begins with examples and fits on a screen. It adds the command help, which prints
// the same and, with --all, the whole text.
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
			of := cmd.Root()
			for _, name := range args {
				above := of
				for _, child := range above.Commands() {
					if child.Name() == name {
						of = child
					}
				}
				if of == above {
					return RefuseUnknown(above, []string{name})
				}
			}
			text := helpText(of)
			if all {
				text = render(of, of.Long, flagsOf(of), nil)
			}
			return printHelp(cmd, text)
		},
	}
	help.Flags().BoolVar(&all, "all", false, "print the full text, however long")
	root.SetHelpCommand(help)
	root.CompletionOptions.HiddenDefaultCmd, cobra.EnableCommandSorting = true, false
}

// paragraph matches a line of a paragraph that continues in the next.
var paragraph = regexp.MustCompile(`(\S)\n(\S)`)

// printHelp prints help, whose lines are at most 120 columns wide, wrapped to the terminal.
func printHelp(cmd *cobra.Command, text string) error {
	if out, ok := cmd.OutOrStdout().(*checkedWriter); ok && out.Columns() > 0 && out.Columns() < 120 {
		text = paragraph.ReplaceAllString(text, "$1 $2")
	}
	return table.Printf(cmd.OutOrStdout(), "%s", text)
}

// helpText returns the help of a command cut to a screen: first to the first paragraph, then to the flags that were
// added first.
func helpText(cmd *cobra.Command) string {
	flags := flagsOf(cmd)
	text := render(cmd, cmd.Long, flags, nil)
	first, _, _ := strings.Cut(cmd.Long, "\n\n")
	for shown := len(flags); strings.Count(text, "\n") > mostHelp && shown >= 0; shown-- {
		text = render(cmd, first, flags[:shown], flags[shown:])
	}
	return text
}

// flagsOf returns a command's own flags in the order in which they were added, and the flags of all commands.
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

func render(cmd *cobra.Command, long string, flags, further []*pflag.Flag) string {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	fmt.Fprintf(&b, "%s\n", long)
	if cmd.HasParent() {
		fmt.Fprintf(&b, "\nUsage: %s\n", cmd.UseLine())
	}
	for _, group := range append(cmd.Groups(), &cobra.Group{Title: "Commands:"}) {
		title := "\n" + group.Title
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
	if len(further) == 0 && long == cmd.Long {
		return b.String()
	}
	line := "\nMore in pillars help"
	for _, word := range append(strings.Fields(cmd.CommandPath())[1:], "--all") {
		line += " " + word
	}
	for i, flag := range further {
		if i == 0 {
			line += ":"
		}
		if len(line)+len(flag.Name) > 110 {
			fmt.Fprintln(&b, line)
			line = " "
		}
		line += " --" + flag.Name
	}
	fmt.Fprintln(&b, line)
	return b.String()
}
