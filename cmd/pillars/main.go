// Command pillars is the laboratory's command line. Package root puts its commands together; results go to the standard
// output, messages to the standard error.
package main

import (
	"os"

	"pillars/cmd/pillars/root"
)

func main() {
	os.Exit(root.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
