package stored_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/tournament"
)

// TestExportOfForgedGames exports a run with one game whose tags, and one whose turn, PGN cannot express. It checks
// that everything else is written, and that a note names these games.
func TestExportOfForgedGames(t *testing.T) {
	path := playedRun(t)
	id := runOf(t, path)
	_, sound, _ := pillars("games", "export", id, "--format", "pgn", "--db", path)
	path = doctored(t, path, "1v2/1/1", func(g *tournament.Game) {
		g.Record.Tags = append(g.Record.Tags, engine.Tag{Name: "Two words", Value: "x"}, engine.Tag{Name: "White"},
			g.Record.Tags[0], engine.Tag{Name: "Note", Value: "a\nb \"c\""})
	})
	path = doctored(t, path, "1v2/1/2", func(g *tournament.Game) { g.Record.Turns[0] = "{a1}" })
	code, out, stderr := pillars("games", "export", id, "--format", "pgn", "--db", path)
	if code != cli.ExitDone || strings.Count(out, "[Event ") != 11 || strings.Count(sound, "[Event ") != 12 ||
		!strings.Contains(out, `[Note "a\\nb \"c\""]`) || strings.Contains(out, "Two words") {
		t.Errorf("exit code %d, %d games\n%s", code, strings.Count(out, "[Event "), stderr)
	}
	for _, want := range []string{
		"note: game " + id + `/1v2/1/1: tags that PGN cannot hold are left out: tag name "Two words": must be`,
		"note: left out: game " + id + `/1v2/1/2: PGN cannot hold the record: turn 1 ("{a1}"): has the character '{'`,
	} {
		if strings.Count(stderr, want) != 1 || strings.Count(stderr, "\n") != 2 {
			t.Errorf("standard error lacks %q:\n%s", want, stderr)
		}
	}
	for game, want := range map[string]string{
		"1v2/1/1": "tags that PGN cannot hold", "1v2/1/2": "PGN cannot hold the record",
	} {
		code, _, stderr := pillars("games", "show", id+"/"+game, "--pgn", "--db", path)
		if (code == cli.ExitDone) != (game == "1v2/1/1") || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, %s", game, code, stderr)
		}
	}
}

func TestStoredNamesAreCompleted(t *testing.T) {
	path := playedRun(t)
	id := runOf(t, path)
	tests := []struct{ typed, offered string }{
		{"runs|show|--db|" + path + "|", id + "\ttournament of 12/12 games"},
		{"games|list|--db|" + path + "|", id + "\t"},
		{"games|export|" + id + "|--db|" + path + "|", id + "\t"},
		{"games|export|" + id + "|--format|", "pgn\n"},
		{"verify|--db|" + path + "|", id + "\t"},
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
