package stored

import (
	"bytes"
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
