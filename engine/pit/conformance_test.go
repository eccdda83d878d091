package pit_test

import (
	"testing"

	"pillars/engine/conformance"
	"pillars/engine/pit"
)

// TestConformance runs the suite that every game of the family passes.
func TestConformance(t *testing.T) { conformance.Test(t, pit.Game) }
