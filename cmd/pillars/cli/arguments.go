package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
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

// ChooseOne refuses two of the flags together.
func ChooseOne(cmd *cobra.Command, flags ...string) error {
	given := slices.DeleteFunc(slices.Clone(flags), func(name string) bool { return !cmd.Flags().Changed(name) })
	if len(given) > 1 {
		return Usagef("--%s and --%s are both given; choose one", given[0], given[1])
	}
	return nil
}

// ReadInput reads a file, or - for the standard input.
func ReadInput(cmd *cobra.Command, path string, read func(io.Reader) error) error {
	if path == "-" {
		return read(cmd.InOrStdin())
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() // only read
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
