package store

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// threeRuns returns a store with a run named ladder, a later run of the same spec, and another run, with two games
// each.
func threeRuns(t *testing.T) (s *Store, runs [3]Run) {
	t.Helper()
	s = newStore(t)
	for i, run := range []Run{{Hash: "aaaa", Name: "ladder", Tags: []string{"may"}}, {Hash: "aaaa"}, {Hash: "bbbb"}} {
		run.Kind, run.Spec = "tournament", "{}"
		made := newRun(t, s, run)
		for _, identity := range []string{"1v2/1/1", "1v2/1/2"} {
			appendAll(t, s, made.ID, gameFor(identity, "no stack left", 1, 0))
		}
		runs[i] = made
	}
	return s, runs
}

func TestNames(t *testing.T) {
	s, runs := threeRuns(t)
	ctx := t.Context()
	found := func(word, want string) {
		t.Helper()
		if run, err := s.Run(ctx, word); err != nil || run.ID != want {
			t.Errorf("%q is run %+v, error %v; want %s", word, run, err, want)
		}
	}
	found("ladder", "aaaa")
	found("bb", "bbbb")
	for _, name := range []string{"3f9c", "aaaa-2", "de", "a/b", "a b", "a\tb", "a\x1b", "-x", "a,b", "\xff",
		strings.Repeat("x", 61), "ladder"} {
		if err := s.Rename(ctx, runs[2], name); err == nil {
			t.Errorf("a run is named %q", name)
		}
	}
	if err := s.Tag(ctx, runs[2], "two words"); err == nil {
		t.Error("a tag of two words was taken")
	}
	_, err := s.CreateRun(ctx, Run{Hash: "cccc", Name: "ladder", Spec: "{}"})
	if _, found := s.Run(ctx, "cccc"); err == nil || !errors.Is(found, ErrNotFound) {
		t.Errorf("a new run got the name of another, %v, %v", err, found)
	}
	if _, err = s.Run(ctx, "ladderr"); err == nil || !strings.Contains(err.Error(), "ladder?") {
		t.Errorf("error %v for a name with a letter too many", err)
	}
	if err := s.Rename(ctx, runs[2], strings.Repeat("é", 60)); err != nil {
		t.Error(err)
	}
	if err := errors.Join(s.Rename(ctx, runs[0], "stair"), s.Rename(ctx, runs[2], "ladder")); err != nil {
		t.Error(err)
	}
	found("stair", "aaaa")
	found("ladder", "bbbb")
}

func TestDeleted(t *testing.T) {
	s, runs := threeRuns(t)
	ctx := t.Context()
	if err := s.Delete(ctx, runs[1]); err != nil {
		t.Fatal(err)
	}
	if run, err := s.FindRun(ctx, "aaaa"); err != nil || run.ID != "aaaa" {
		t.Errorf("run %+v, error %v: want the one before the deleted one", run, err)
	}
	if err := s.Delete(ctx, runs[0]); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"aaaa", "aaaa-2", "aa", "ladder"} {
		if run, err := s.Run(ctx, word); !errors.Is(err, ErrDeleted) || run.ID == "" {
			t.Errorf("%s: run %+v, error %v; want ErrDeleted with the run", word, run, err)
		}
	}
	_, err := s.FindRun(ctx, "aaaa")
	if !errors.Is(err, ErrDeleted) || !strings.Contains(err.Error(), "restore aaaa-2") {
		t.Errorf("error %v", err)
	}
	left, err := s.Runs(ctx)
	gone, goneErr := s.Deleted(ctx)
	if err != nil || goneErr != nil || len(left) != 1 || left[0].ID != "bbbb" || len(gone) != 2 {
		t.Errorf("left are %+v, deleted %+v; errors %v and %v", left, gone, err, goneErr)
	}
	if err := s.Rename(ctx, runs[2], "ladder"); err != nil {
		t.Errorf("the name of a deleted run is not free: %v", err)
	}
	if err, again := s.Restore(ctx, gone[0]), s.Restore(ctx, runs[2]); err != nil || again == nil {
		t.Errorf("a run is restored with error %v, one that is not deleted with %v", err, again)
	}
	if run, err := s.Run(ctx, "aaaa"); err != nil || run.ID != "aaaa" || run.Name != "" {
		t.Errorf("run %v, error %v: want it restored without the name that another run has", run, err)
	}
	if err := s.Restore(ctx, gone[1]); err != nil {
		t.Error(err)
	}
	if run, err := s.FindRun(ctx, "aaaa"); err != nil || run.ID != "aaaa-2" || run.Games != 2 {
		t.Errorf("run %+v, error %v", run, err)
	}
}

func TestPurge(t *testing.T) {
	s, runs := threeRuns(t)
	ctx, folder := t.Context(), t.TempDir()
	path := filepath.Join(folder, "new.db")
	if _, err := s.Purge(ctx, path); err == nil || !strings.Contains(err.Error(), "no run has been deleted") {
		t.Errorf("error %v without a deleted run", err)
	}
	if err := errors.Join(s.Delete(ctx, runs[0]), s.Tag(ctx, runs[1], "kept")); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(folder, ".new.db.partial.db") // by a process that was killed
	if err := os.WriteFile(left, []byte("half"), 0o666); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Purge(ctx, path); err != nil || n != 1 {
		t.Fatalf("%d runs left out, error %v", n, err)
	}
	if _, err := s.Purge(ctx, path); err == nil || !strings.Contains(err.Error(), "exists; name another") {
		t.Errorf("error %v for a file that is there", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("in the folder are %v, error %v; want the new file alone", left, err)
	}
	purged, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer purged.Close()
	all, err := purged.Runs(ctx)
	gone, goneErr := purged.Deleted(ctx)
	if err != nil || goneErr != nil || len(all) != 2 || len(gone) != 0 || all[0].ID != "aaaa-2" || all[0].Games != 2 ||
		!slices.Equal(all[0].Tags, []string{"kept"}) || all[1].ID != "bbbb" {
		t.Errorf("runs %+v, deleted %+v; errors %v and %v", all, gone, err, goneErr)
	}
	if games := storedGames(t, purged, "aaaa"); len(games) != 0 {
		t.Errorf("%d games of the deleted run are left", len(games))
	}
	if games := storedGames(t, purged, "bbbb"); len(games) != 2 {
		t.Errorf("%d games of another run, want both", len(games))
	}
	again, err := purged.CreateRun(ctx, Run{Hash: "aaaa", Spec: "{}"})
	if err != nil || again.ID != "aaaa-3" {
		t.Errorf("a further run of the plan is %+v, error %v", again, err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "ladder") {
		t.Errorf("the new file still holds the name of the deleted run, error %v", err)
	}
}

// TestSignatures checks that equal signatures are stored once, and that different ones are refused.
func TestSignatures(t *testing.T) {
	s, runs := threeRuns(t)
	first := map[string]string{"alphabeta:nodes=3": "00000000000000aa", "ugi:./e --x": "b"}
	all := maps.Clone(first)
	all["mcts"] = "00000000000000cc"
	for _, signatures := range []map[string]string{first, all, first} {
		if err := s.Sign(t.Context(), runs[1], signatures); err != nil {
			t.Error(err)
		}
	}
	err := s.Sign(t.Context(), runs[1], map[string]string{"mcts": "00000000000000dd", "random": "e"})
	if !errors.Is(err, errSignature) {
		t.Errorf("error %v for another signature", err)
	}
	run, err := s.Run(t.Context(), runs[1].ID)
	var notes int
	counted := s.read.QueryRow("SELECT count(*) FROM notes WHERE kind = ?", noteSignature).Scan(&notes)
	if err != nil || counted != nil || !maps.Equal(run.signatures, all) || notes != len(all) {
		t.Errorf("run %+v, %d notes; errors %v, %v", run, notes, err, counted)
	}
}
