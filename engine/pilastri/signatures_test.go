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
		"":       "9a6c3079da99f204",
		"size=4": "cced9f0ffc26f4b4",
		"size=8": "efdf1b0bf821424d",
	})
}
