package pylyx_test

import (
	"testing"

	"pillars/engine/conformance"
	"pillars/engine/pylyx"
)

// TestConformance runs the suite that every game must pass.
func TestConformance(t *testing.T) {
	t.Parallel()
	conformance.Test(t, pylyx.Game)
}
