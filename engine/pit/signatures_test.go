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
		"":          "1adaad1ccaf84c56",
		"players=3": "1d6f6fc32e3538b0",
		"players=4": "812c91fdf89c9bc0",
	})
}
