package pit_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	return enginetest.Read(t, "pit", text, settings.Texts()...)
}
