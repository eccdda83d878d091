package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// NoArguments refuses words after the command.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%s takes no words, but %q is given", cmd.Name(), args[0])
	}
	return nil
}

// RefuseUnknown explains a first word that is no command.
func RefuseUnknown(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if similar := root.SuggestionsFor(args[0]); len(similar) > 0 {
		return Usagef("unknown command %q; did you mean %s?", args[0], strings.Join(similar, " or "))
	}
	var known []string
	for _, command := range root.Commands() {
		if command.IsAvailableCommand() {
			known = append(known, command.Name())
		}
	}
	return Usagef("unknown command %q; known are: %s", args[0], strings.Join(known, ", "))
}

// ShowExamplesFirst makes every help begin with the examples: most readers want no more.
func ShowExamplesFirst(root *cobra.Command) {
	const examples = "{{if .HasExample}}\n\nExamples:\n{{.Example}}{{end}}"
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), examples, "", 1))
	root.SetHelpTemplate("{{if .HasExample}}Examples:\n{{.Example}}\n\n{{end}}" + root.HelpTemplate())
}
