package play_test

import (
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
)

// TestFirstOfTwoUnknownSeats names two seats that the game lacks. The error must always be about the first in
// alphabetical order.
func TestFirstOfTwoUnknownSeats(t *testing.T) {
	for range 10 {
		code, _, stderr := pillars("play", "--game", "pylyx", "--white", "random", "--red", "random",
			"--black", "random")
		if code != cli.ExitUsage || !strings.Contains(stderr, "--black: ") {
			t.Fatalf("exit code %d, message %q; want %d and --black named", code, stderr, cli.ExitUsage)
		}
	}
}
