package stored

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/store"
)

func TestStoredNamesAreCompleted(t *testing.T) {
	path := honest(t)
	id := runOf(t, path)
	tests := []struct{ typed, offered string }{
		{"runs|show|--db|" + path + "|", id + "\ttournament of 12/12 games"},
		{"games|list|--db|" + path + "|", id + "\t"},
		{"games|list|" + id + "|--db|" + path + "|--player|", "mcts:nodes=60\n"},
		{"games|list|" + id + "|--result|", "draw\n"},
		{"games|show|--db|" + path + "|", id + "/\t"},
		{"games|show|--db|" + path + "|" + id + "/", id + "/1v2/1/1\n" + id + "/1v2/1/2\n"},
		{"games|show|--db|" + path + "|" + id[:5] + "/2v3/", id[:5] + "/2v3/2/1\n"},
		{"games|export|" + id + "|--db|" + path + "|", id + "\t"},
		{"games|export|" + id + "|--format|", "pgn\n"},
		{"verify|--db|" + path + "|", id + "\t"},
		{"verify|--db|" + path + "|" + id + "/1v3/2", id + "/1v3/2/1\n"},
		{"replay|--db|" + path + "|" + id + "/1v3/2", id + "/1v3/2/1\n"},
	}
	for _, test := range tests {
		args := append([]string{cobra.ShellCompRequestCmd}, strings.Split(test.typed, "|")...)
		if _, stdout, _ := pillars(args...); !strings.Contains(stdout, test.offered) {
			t.Errorf("%q offers %q; wanted %q", test.typed, stdout, test.offered)
		}
	}
}

func TestHelpOfStoredGames(t *testing.T) {
	for _, name := range []string{"runs", "runs show", "games list", "games show", "games export", "verify"} {
		code, stdout, _ := pillars(append(strings.Fields(name), "--help")...)
		if code != cli.ExitDone || !strings.HasPrefix(stdout, "Examples:\n  pillars "+name) {
			t.Errorf("%s --help ends with %d and begins %.60q", name, code, stdout)
		}
	}
}

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
		err := cli.WriteNewFile(path, step.replace, write(step.text, step.fault))
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

// TestSpecsOfLaterPrograms wants fields to be shown that nobody here knows.
func TestSpecsOfLaterPrograms(t *testing.T) {
	run := store.Run{ID: "abc", Kind: "ladder", Program: "later", Created: time.Unix(0, 0).UTC(), Games: 1, Spec: `{
		"game":"chess","options":["a=1","b=2"],"players":["x","y"],"seed":"18446744073709551615",
		"own":[{"nodes":5},{}],"test":{"elo0":-1.5,"model":"wdl"},"lines":[[1,2],null],"draws":true}`}
	var out bytes.Buffer
	if err := printRun(&out, run); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"run abc: ladder, 1 game stored\n", "\nbegun    1970-01-01 00:00:00 UTC\n", "\noptions  a=1 b=2\n",
		"\nplayers  1  x\n         2  y\n",
		"\nseed     18446744073709551615\n", "\nown      1  nodes=5\n         2\n", "\ntest     elo0=-1.5, model=wdl\n",
		"\nlines    1  1 2\n", "\ndraws    true\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing like %q in\n%s", want, out.String())
		}
	}
	run.Spec = "chess"
	if err := printRun(&out, run); err == nil || !strings.Contains(err.Error(), "run abc: its spec cannot be read") {
		t.Errorf("error %v for a spec that is no JSON", err)
	}
}
