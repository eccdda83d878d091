package pylyx_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pylyx"
)

// TestSignatures compares with what has been recorded.
func TestSignatures(t *testing.T) {
	t.Parallel()
	enginetest.TestSignatures(t, pylyx.Game, map[string]string{
		"":        "0625a67c48596f41",
		"size=6":  "7fb70c85154f20a9",
		"reach=1": "f23ccdea7d0f038d",
	})
}
