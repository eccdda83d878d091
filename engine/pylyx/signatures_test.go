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
		"":        "413f4f7ef33afe2e",
		"size=6":  "bd30376429400a97",
		"reach=1": "0d8f335b9195b70b",
	})
}
