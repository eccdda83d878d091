package play

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/search/ugi/compliance"
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

// TestControlCharactersOfAnEngine prints what an engine said and was sent without what a terminal would obey.
func TestControlCharactersOfAnEngine(t *testing.T) {
	var out strings.Builder
	cmd := &cobra.Command{}
	cmd.SetOut(&out)
	finding := compliance.Finding{Check: "go", Saw: "one\x1b[2J", Sent: []string{"two\u202e"}}
	printFinding(cmd, finding)
	for _, want := range []string{`one\x1b[2J`, `two\u202e`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %q", want, out.String())
		}
	}
}
