package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandLine is the command as it was given, for a shell, in a fixed order and without some of its flags.
func commandLine(cmd *cobra.Command, without ...string) string {
	words := []string{cmd.CommandPath()}
	for _, word := range cmd.Flags().Args() {
		words = append(words, quoted(word))
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
			words = append(words, "--"+flag.Name+"="+quoted(value))
		}
	})
	return strings.Join(words, " ")
}

// plainWord is a word that no shell reads as anything else.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quoted is a word as a POSIX shell wants it.
func quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
