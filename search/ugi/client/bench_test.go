package client_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// turnsFile writes the turns of a game to a file and returns its path.
func turnsFile(t testing.TB, h *engine.History) string {
	t.Helper()
	return enginetest.File(t, strings.Join(engine.Turns(h.Start(), h.Steps()), " "))
}
