package pitofpillars_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
)

// TestConformance runs the suite that every game must pass.
func TestConformance(t *testing.T) {
	t.Parallel()
	enginetest.TestGame(t, pitofpillars.Game)
}
