package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// TestComplianceOfTinyEngine runs the command that docs/PROTOCOL.md shows, on the engine that it shows.
func TestComplianceOfTinyEngine(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Fatalf("this test runs scripts/tiny_engine.py and needs Python: install python3 (%v)", err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"compliance", "--games", "2", "--time", "20ms", "--overrun", "10s", "python3", "../../scripts/tiny_engine.py"}
	if code := run(args, strings.NewReader(""), &stdout, &stderr); code != exitDone {
		t.Errorf("exit code %d\n%s%s", code, &stdout, &stderr)
	}
	if !strings.Contains(stdout.String(), "Tiny by the Pillars authors") {
		t.Errorf("printed %s", &stdout)
	}
}
