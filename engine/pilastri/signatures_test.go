package pilastri_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pilastri"
)

// TestSignatures compares with what has been recorded.
func TestSignatures(t *testing.T) {
	t.Parallel()
	enginetest.TestSignatures(t, pilastri.Game, map[string]string{
		"":       "92eb6c843161199b",
		"size=4": "d9cfde9e6135a854",
		"size=8": "ac8eeabe2e126336",
	})
}
