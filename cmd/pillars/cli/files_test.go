package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestNewFileAppearsWhole(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.pgn")
	write := func(text string, fault error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, fault)
		}
	}
	failing := errors.New("no more games")
	for _, step := range []struct {
		text    string
		fault   error
		replace bool
		holds   string // afterwards
	}{
		{"half", failing, false, ""},
		{"one", nil, false, "one"},
		{"two", nil, false, "one"},
		{"half", failing, true, "one"},
		{"three", nil, true, "three"},
	} {
		err := WriteNewFile("--output", path, step.replace, write(step.text, step.fault))
		if held := step.holds == step.text; (err == nil) != held || step.fault != nil && !errors.Is(err, step.fault) {
			t.Errorf("writing %q: error %v", step.text, err)
		}
		if data, _ := os.ReadFile(path); string(data) != step.holds {
			t.Errorf("after writing %q the file holds %q, want %q", step.text, data, step.holds)
		}
		entries, err := os.ReadDir(folder)
		names := slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.Name() == "games.pgn" })
		if err != nil || len(names) > 0 {
			t.Errorf("left behind: %v, error %v", names, err)
		}
	}
}
