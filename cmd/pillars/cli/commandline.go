package cli

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CommandLine is the command as it was given, for a shell, in a fixed order and without some of its flags.
func CommandLine(cmd *cobra.Command, without ...string) string {
	words := []string{cmd.CommandPath()}
	for _, word := range cmd.Flags().Args() {
		words = append(words, Quoted(word))
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch {
		case slices.Contains(without, flag.Name):
			return
		case flag.Value.Type() == "bool" && flag.Value.String() == "true":
			words = append(words, "--"+flag.Name)
			return
		}
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			words = append(words, "--"+flag.Name+"="+Quoted(value))
		}
	})
	return strings.Join(words, " ")
}

// plainWord is a word that no shell reads as anything else.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Quoted is a word as a POSIX shell wants it.
func Quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
