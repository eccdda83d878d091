package pit_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pit"
)

// TestSignatures compares with what has been recorded.
func TestSignatures(t *testing.T) {
	t.Parallel()
	enginetest.TestSignatures(t, pit.Game, map[string]string{
		"":          "ae3a08db6a6b8372",
		"players=3": "f481b839a1cafac8",
		"players=4": "966d377ca502b30b",
	})
}
