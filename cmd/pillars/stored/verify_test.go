package stored_test

import (
	"bytes"
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/root"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// pillars runs a command line and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = root.Run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// playedRun plays a tournament with node limits into a new database and returns its path.
func playedRun(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "playedRun.db")
	const line = "tournament alphabeta:nodes=150 mcts:nodes=60 greedy --option size=4 --rounds 2 --quiet --db"
	code, _, stderr := pillars(append(strings.Fields(line), path)...)
	if code != cli.ExitDone {
		t.Fatal(stderr)
	}
	return path
}

// runOf returns the only run of a database.
func runOf(t *testing.T, path string) store.Run {
	t.Helper()
	db, err := store.OpenReadOnly(path)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, error %v; want one", len(runs), err)
	}
	return runs[0]
}

// doctored copies the only run of a database into a new one with one game changed, and returns the new path.
func doctored(t *testing.T, path, identity string, change func(*tournament.Game)) string {
	t.Helper()
	from, err := store.OpenReadOnly(path)
	require.NoError(t, err)
	defer from.Close()
	copied := filepath.Join(t.TempDir(), "doctored.db")
	to, err := store.Open(copied)
	require.NoError(t, err)
	defer to.Close()
	runs, err := from.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, error %v", len(runs), err)
	}
	run, err := to.CreateRun(t.Context(), runs[0])
	require.NoError(t, err)
	for game, err := range from.Find(t.Context(), runs[0].ID, store.Filter{}) {
		require.NoError(t, err)
		if game.Identity == identity {
			change(&game.Game)
		}
		require.NoError(t, to.Append(context.Background(), run.ID, game.Game))
	}
	return copied
}

// TestForgeriesAreFound changes a game so that the rules refuse it, or only its players. Packages referee, tournament
// and catalog test what else is found.
func TestForgeriesAreFound(t *testing.T) {
	const identity = "1v2/2/1"
	path := playedRun(t)
	id := runOf(t, path).ID
	for _, forgery := range []struct {
		change func(*tournament.Game)
		flags  string
		says   string
	}{
		{func(g *tournament.Game) {
			g.Outcome.Scores[0], g.Outcome.Scores[1] = g.Outcome.Scores[1], g.Outcome.Scores[0]
			g.Record.Outcome = g.Outcome
		}, "", "outcome: "},
		{func(g *tournament.Game) { g.Thoughts[1].Nodes += 7 }, "--decisions --sample 0", ", nodes: stored is "},
	} {
		copied := doctored(t, path, identity, forgery.change)
		words := append([]string{"verify", id, "--db", copied}, strings.Fields(forgery.flags)...)
		code, out, stderr := pillars(words...)
		if code != cli.ExitFailed || strings.Count(out, "game "+id) != 1 ||
			!strings.Contains(stderr, "1 of 12 games ") ||
			!strings.Contains(out, "game "+id+"/"+identity+": ") || !strings.Contains(out, forgery.says) {
			t.Errorf("exit code %d, want %d and %q in %s%s", code, cli.ExitFailed, forgery.says, out, stderr)
		}
	}
}

// TestDamagedGamesAreRefused changes the scores of all games as flipped bits would.
func TestDamagedGamesAreRefused(t *testing.T) {
	path := playedRun(t)
	id := runOf(t, path).ID
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec("DROP TRIGGER games_stay; UPDATE games SET scores = char(unicode(scores) + 1);" +
			"CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'games are written once'); END")
	}
	if err == nil {
		err = db.Close()
	}
	require.NoError(t, err)
	for _, command := range []string{"verify", "ratings", "measure", "games --format=jsonl"} {
		code, out, stderr := pillars(append(strings.Fields(command), id, "--db", path)...)
		if code != cli.ExitFailed || !strings.Contains(out+stderr, "checksum is wrong") {
			t.Errorf("%s: exit code %d, %s%s", command, code, out, stderr)
		}
	}
}

// TestTheProgramIsNamed continues a run that another program has begun, which the last line names.
func TestTheProgramIsNamed(t *testing.T) {
	line := strings.Fields("tournament greedy random --option size=4 --rounds 1 --quiet --db")
	path := filepath.Join(t.TempDir(), "games.db")
	if code, _, stderr := pillars(append(line, path)...); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	run := runOf(t, path)
	run.Program = "pillars of old"
	path = filepath.Join(t.TempDir(), "older.db")
	db, err := store.Open(path)
	if err == nil {
		_, err = db.CreateRun(t.Context(), run)
	}
	if err == nil {
		err = db.Close()
	}
	require.NoError(t, err)
	for range 2 { // the second time nothing is left to play
		code, out, stderr := pillars(append(line, path)...)
		if want := ". pillars of old.\n"; code != cli.ExitDone || !strings.HasSuffix(out, want) {
			t.Errorf("exit code %d, %s\n%s lacks %q at its end", code, stderr, out, want)
		}
	}
	if _, out, _ := pillars("verify", "--json", run.ID, "--db", path); strings.Contains(out, `"same_program":true`) {
		t.Error(out)
	}
}
