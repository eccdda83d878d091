package stored_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// firstGame returns the first game of the only run of a database, between two players, and the run.
func firstGame(t *testing.T, path string) (tournament.Game, store.Run) {
	t.Helper()
	db, err := store.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, error %v; want one", len(runs), err)
	}
	game, err := db.Game(t.Context(), runs[0].ID, "1v2/1/1")
	if err != nil {
		t.Fatal(err)
	}
	return game.Game, runs[0]
}

// TestAllProgramsAreNamed continues a run that another program has begun. The last line must name both programs.
func TestAllProgramsAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	if code, _, stderr := played("greedy", "random", path); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	_, run := firstGame(t, path)
	now := run.Program
	run.Program = "pillars of old"
	path = filepath.Join(t.TempDir(), "older.db")
	db, err := store.Open(path)
	if err == nil {
		_, err = db.CreateRun(t.Context(), run)
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time nothing is left to play
		code, out, stderr := played("greedy", "random", path)
		if want := ". pillars of old, " + now + ".\n"; code != cli.ExitDone || !strings.HasSuffix(out, want) {
			t.Errorf("exit code %d, %s\n%s lacks %q at its end", code, stderr, out, want)
		}
	}
	if _, out, _ := pillars("verify", "--json", run.ID, "--db", path); strings.Contains(out, `"same_program":true`) {
		t.Error(out)
	}
}
