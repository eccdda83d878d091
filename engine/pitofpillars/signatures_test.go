package pitofpillars_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
)

// TestSignatures compares with what has been recorded.
func TestSignatures(t *testing.T) {
	t.Parallel()
	enginetest.TestSignatures(t, pitofpillars.Game, map[string]string{
		"":          "2768aa20d71944f3",
		"size=4":    "2399452663ec3697",
		"size=5":    "c248d9a378d98ce6",
		"reserve=3": "e9aca9d63ef132ac",
	})
}
