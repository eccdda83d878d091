package play

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/cli/clitest"
)

// TestFirstOfTwoUnknownSeats names two seats that the game lacks; the error is always about the first by name.
func TestFirstOfTwoUnknownSeats(t *testing.T) {
	for range 10 {
		code, _, stderr := clitest.Run([]*cobra.Command{NewPlayCommand()},
			"play", "--game", "pylyx", "--white", "random", "--red", "random", "--black", "random")
		if code != cli.ExitUsage || !strings.Contains(stderr, "--black: ") {
			t.Fatalf("exit code %d, message %q; want %d and --black named", code, stderr, cli.ExitUsage)
		}
	}
}
