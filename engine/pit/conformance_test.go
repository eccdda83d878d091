package pit_test

import (
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pit"
)

// TestConformance runs the suite that every game of the family passes.
func TestConformance(t *testing.T) { enginetest.TestGame(t, pit.Game) }
