package play

import (
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli/clitest"
)

// pillars runs a command of this package and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	return clitest.Run([]*cobra.Command{NewEngineCommand()}, args...)
}
