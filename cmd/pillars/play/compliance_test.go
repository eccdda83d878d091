package play_test

import (
	"os/exec"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
)

// TestComplianceOfTinyEngine runs the command that docs/reference/protocol.md shows, on the engine that it shows.
func TestComplianceOfTinyEngine(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Fatalf("this test runs scripts/tiny_engine.py and needs Python: install python3 (%v)", err)
	}
	args := []string{"engine", "check", "--games", "2", "--time", "20ms", "--overrun", "10s", "python3",
		"../../../scripts/tiny_engine.py"}
	code, stdout, stderr := pillars(args...)
	if code != cli.ExitDone {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if !strings.Contains(stdout, "Tiny by the Pillars authors") {
		t.Errorf("printed %s", stdout)
	}
}
