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
		"":        "c9a517f20ea90e13",
		"size=6":  "5da1c6ffd913ad29",
		"reach=1": "a2bcc5f9d916a073",
	})
}
