// Package clitest lets the tests of a package run its commands.
package clitest

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

// Run runs a command line of a program that has only the given commands. It returns the exit code and the output.
func Run(commands []*cobra.Command, args ...string) (code int, stdout, stderr string) {
	root := &cobra.Command{Use: "pillars", SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().Bool("no-color", false, "print no colours")
	cli.Help(root)
	root.AddCommand(commands...)
	cli.Settle(root)
	var out, err bytes.Buffer
	code = cli.Execute(root, args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}
