package play

import (
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/bridge"
	"pillars/engine/games"
)

// NewBridgeCommand returns the command "bridge".
func NewBridgeCommand(version string) *cobra.Command {
	return cli.New("bridge", "Answer the Python package on the standard input and output",
		func(cmd *cobra.Command, _ []string) error {
			return bridge.Serve(cmd.InOrStdin(), cmd.OutOrStdout(), games.All(), version)
		})
}
