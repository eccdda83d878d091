package client

import (
	"os"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
)

// SetLate sets how long after a time limit an engine is told to stop.
func (p *Patience) SetLate(d time.Duration) { p.late = d }

// TestDeafToAll checks that killing an engine that reads nothing wakes a sender that waits for it.
func TestDeafToAll(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	process, err := start([]string{program, "as-engine", "deaf to all"})
	require.NoError(t, err)
	defer process.Within(50*time.Millisecond, "sign of life")()
	if err := process.Send(strings.Repeat(" ", 8<<20)); err == nil ||
		!strings.Contains(err.Error(), "gave no sign of life within 50ms") {
		t.Errorf("sending ends with %v", err)
	}
	if _, err := process.next(); err == nil {
		t.Error("a program that was ended still says something")
	}
}
