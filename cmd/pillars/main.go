// Command pillars is the laboratory's command line. Package root assembles its commands. Results go to the standard
// output, messages to the standard error.
package main

import (
	"os"

	"pillars/cmd/pillars/root"
)

func main() {
	os.Exit(root.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
