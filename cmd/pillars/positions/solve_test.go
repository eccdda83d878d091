package positions

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pillars/cmd/pillars/cli"
)

// TestUnsolved wants an interrupted computation to say so, and to end with the exit code for it.
func TestUnsolved(t *testing.T) {
	t.Parallel()
	var exit *cli.ExitError
	err := explainUnsolved(fmt.Errorf("somewhere: %w", context.Canceled))
	if !errors.As(err, &exit) || exit.Code != cli.ExitInterrupted ||
		err.Error() != "interrupted before the proof was complete; the same command starts over: "+
			"a solve takes minutes, and a file to go on from would take gigabytes" {
		t.Errorf("an interruption is explained as %v", err)
	}
	if other := errors.New("other"); explainUnsolved(other) != other {
		t.Error("another error does not stay as it is")
	}
}
