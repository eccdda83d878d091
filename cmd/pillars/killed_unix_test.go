//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pillars/engine/enginetest/lifeline"
)

// killedScript is the variable with the script during which a second run of this test binary is killed.
const killedScript = "PILLARS_TEST_KILLED_SCRIPT"

// TestKilledScriptsLeaveNoProcess kills a test during a script whose shell has started a server. It checks that the
// server ends too: its end closes the pipe to which it prints.
func TestKilledScriptsLeaveNoProcess(t *testing.T) {
	if script := os.Getenv(killedScript); script != "" {
		testscript.Run(t, testscript.Params{Files: []string{script}, Setup: setUp})
		return
	}
	folder := t.TempDir()
	script, pipe := filepath.Join(folder, "script.txt"), filepath.Join(folder, "printed")
	const serve = `exec sh -c 'pillars serve --address 127.0.0.1:0 >"$1"; exit' sh `
	if err := os.WriteFile(script, []byte(serve+"'"+pipe+"'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	killed := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	killed.Env = append(os.Environ(), killedScript+"="+script, lifeline.Variable+"=", "TMPDIR="+folder)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	printed, err := os.Open(pipe)
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	lines := bufio.NewReader(printed)
	if line, err := lines.ReadString('\n'); err != nil {
		t.Fatal(line, err)
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("it prints %q, error %v", rest, err)
	}
}
