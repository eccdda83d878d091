package stored

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
)

func TestStoredNamesAreCompleted(t *testing.T) {
	path := playedRun(t)
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
