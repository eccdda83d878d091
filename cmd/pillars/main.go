// Command pillars is the laboratory's command line: rules and positions, players, tournaments. Every command is a function that returns a
// *cobra.Command, one file each, and does no more than parse, call and print; root.go puts them together and settles exit codes.
//
// Results go to the standard output, messages to the standard error.
package main

import (
	"os"

	"pillars/cmd/pillars/root"
)

func main() {
	os.Exit(root.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
