package lock

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pillars/engine/enginetest/require"
)

// halfFile is the environment variable with the file that this test binary, run as a child process, writes half of.
const halfFile = "LOCK_TEST_HALF_FILE"

func TestMain(m *testing.M) {
	path := os.Getenv(halfFile)
	if path == "" {
		os.Exit(m.Run())
	}
	if file, err := Create(path); err == nil {
		file.WriteString("much longer than what comes later, and only half of")
		os.Stdout.WriteString("half\n")
		io.Copy(io.Discard, os.Stdin) // until it is killed
	}
	os.Exit(1)
}

// TestFileOfAKilledProcess kills a process that has written half of a file. The next process that writes the file must
// leave no other file behind, and must be refused while the first process lives.
func TestFileOfAKilledProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), halfFile+"="+path)
	in, err1 := child.StdinPipe()
	out, err2 := child.StdoutPipe()
	require.NoError(t, errors.Join(err1, err2, child.Start()))
	defer in.Close()
	if line, _, err := bufio.NewReader(out).ReadLine(); string(line) != "half" {
		t.Fatal(string(line), err)
	}
	if err := Replace(path, []byte("whole")); !errors.Is(err, errHeld) {
		t.Errorf("a second process is told %v", err)
	}
	require.NoError(t, child.Process.Kill())
	child.Wait()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half of a file is there: %v", err)
	}
	require.NoError(t, Replace(path, []byte("whole")))
	entries, err := os.ReadDir(filepath.Dir(path))
	if data, _ := os.ReadFile(path); string(data) != "whole" || len(entries) != 1 {
		t.Errorf("the file holds %q beside %v, error %v", data, entries, err)
	}
}

// TestReplaceFollowsLinks checks that Replace writes through a symbolic link.
func TestReplaceFollowsLinks(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Symlink("file", link), Replace(link, []byte("new")))
	if data, _ := os.ReadFile(path); err != nil || string(data) != "new" {
		t.Errorf("it holds %q, error %v", data, err)
	}
}

// TestPlantedFiles checks that a link planted under the name of a partial file does not redirect the writing.
func TestPlantedFiles(t *testing.T) {
	folder := t.TempDir()
	path, precious := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "precious")
	err := os.WriteFile(precious, []byte("all"), 0o600)
	require.NoError(t, errors.Join(err, os.Symlink("precious", filepath.Join(folder, ".games.pgn.partial"))))
	if err := Replace(path, []byte("whole")); err == nil {
		t.Error("a link is written through")
	}
	if data, err := os.ReadFile(precious); string(data) != "all" {
		t.Errorf("another file holds %q now, error %v", data, err)
	}
}
