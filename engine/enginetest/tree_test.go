//go:build unix && !invariants

package enginetest_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestGuideAddsAGame runs the commands of the guide, in order, in a copy of the source tree. In a thorough run it then
// runs all tests with the added game, which has no optional part. The commands are for a Unix shell; the build without
// invariants is enough.
func TestGuideAddsAGame(t *testing.T) {
	t.Parallel()
	var script strings.Builder
	for _, block := range fenced.FindAllStringSubmatch(read(t, page), -1) {
		if block[1] == "sh" {
			script.WriteString(block[2])
		}
	}
	tree := copyTree(t, "../..")
	said := shell(t, tree, script.String())
	for _, part := range []string{"TestConformance/subtraction/", "Subtraction", "greedy"} {
		if !strings.Contains(said, part) {
			t.Errorf("the guide's commands do not say %q:\n%s", part, said)
		}
	}
	if enginetest.Long() {
		shell(t, tree, "go test ./...")
	}
}

// copyTree copies the files of the source tree and returns the copy's folder.
func copyTree(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, _ := filepath.Rel(from, path)
		copied := filepath.Join(to, relative)
		switch name := entry.Name(); {
		case entry.IsDir() && (name == "node_modules" || strings.HasPrefix(name, ".") && path != from):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(copied, 0o755)
		case !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(copied, data, 0o644)
		}
		return err
	})
	require.NoError(t, err)
	return to
}

// shell runs commands in a folder, up to the first that fails, and returns what they print. Tests among them are short,
// and do not see the variables of this test run.
func shell(t *testing.T, folder, commands string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	command := exec.CommandContext(ctx, "sh", "-e", "-c", commands)
	command.Dir = folder
	command.Env = append(os.Environ(), "PILLARS_THOROUGH=", "GOFLAGS="+os.Getenv("GOFLAGS")+" -short")
	said, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, said)
	}
	return string(said)
}
