package play

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/cli/clitest"
)

// TestFirstOfTwoUnknownSeats names two seats that the game lacks. The error must always be about the first in
// alphabetical order.
func TestFirstOfTwoUnknownSeats(t *testing.T) {
	for range 10 {
		code, _, stderr := clitest.Run([]*cobra.Command{NewPlayCommand()},
			"play", "--game", "pylyx", "--white", "random", "--red", "random", "--black", "random")
		if code != cli.ExitUsage || !strings.Contains(stderr, "--black: ") {
			t.Fatalf("exit code %d, message %q; want %d and --black named", code, stderr, cli.ExitUsage)
		}
	}
}
