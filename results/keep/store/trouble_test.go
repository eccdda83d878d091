package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/tournament"
)

// locked lets another program lock a file, and returns a function that ends the lock.
func locked(t *testing.T, path string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	other, err := db.Conn(t.Context())
	if err == nil {
		_, err = other.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	}
	require.NoError(t, err)
	return func() {
		if _, err := other.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
}

// TestLocks lets another program lock the file: for ever while a run is tagged, for longer than patience while a game
// is stored, and for a moment while the file is opened.
func TestLocks(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 10 * time.Millisecond
	s := newStore(t)
	run := newRun(t, s, Run{Hash: "run", Kind: "tournament"})
	release := locked(t, s.Path())
	err := s.Tag(t.Context(), run, "may")
	require.ErrorContains(t, err, "another program has kept it locked")
	time.AfterFunc(20*patience, release)
	if err := s.Append(t.Context(), run.ID, gameFor("1v2/1/1", "no stack left", 1, 0)); err != nil {
		t.Errorf("the lock ends, and a game waits until error %v", err)
	}
	patience = time.Minute
	time.AfterFunc(50*time.Millisecond, locked(t, s.Path()))
	patient, err := Open(s.Path())
	require.NoError(t, err)
	defer patient.Close()
}

// TestFullDisk limits the size of the database to its present size, as a full disk does.
func TestFullDisk(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	defer s.Close()
	run := newRun(t, s, Run{Hash: "abc", Kind: "tournament"})
	if _, err := s.write.Exec("PRAGMA max_page_count = 1"); err != nil { // rounded up to the pages there are
		t.Fatal(err)
	}
	game := tournament.Game{
		Result: tournament.Result{Players: []string{"a", "b"}, Outcome: engine.Draw(2, engine.TurnCap)},
		Record: engine.Record{Turns: []string{strings.Repeat("long", 2000)}},
	}
	stored := 0
	for i := range 100 {
		game.Identity = strings.Repeat("i", i+1)
		if err = s.Append(t.Context(), run.ID, game); err != nil {
			break
		}
		stored++
	}
	if err == nil || !strings.Contains(err.Error(), "disk is full") || !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("error %v: want one that names the file and says that the disk is full", err)
	}
	if results, err := collect(s.Results(t.Context(), run.ID)); err != nil || len(results) != stored {
		t.Errorf("%d games after the failure, error %v; want the %d stored before", len(results), err, stored)
	}
	if _, err := s.write.Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), run.ID, game); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestFileThatIsGone removes the file of an open store, in every way that leaves its connections working.
func TestFileThatIsGone(t *testing.T) {
	copied := func(path string) error {
		data, err := os.ReadFile(path)
		return errors.Join(err, os.Remove(path), os.WriteFile(path, data, 0o644))
	}
	for name, take := range map[string]func(path string) error{
		"deleted": os.Remove, "replaced": copied,
		"log":     func(path string) error { return os.Remove(path + "-wal") },
		"renamed": func(path string) error { return os.Rename(path, path+".old") },
		"moved":   func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".old") },
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "folder")
			require.NoError(t, os.Mkdir(folder, 0o755))
			s, err := Open(filepath.Join(folder, "games.db"))
			require.NoError(t, err)
			run, err := s.CreateRun(t.Context(), Run{Hash: "run", Kind: "tournament"})
			if err == nil {
				err = s.Append(t.Context(), run.ID, gameFor("1v2/1/1", "no stack left", 1, 0))
			}
			require.NoError(t, err)
			require.NoError(t, take(s.Path()))
			appended := s.Append(t.Context(), run.ID, gameFor("1v2/1/2", "no stack left", 1, 0))
			_, created := s.CreateRun(t.Context(), Run{Hash: "other", Kind: "tournament"})
			_, extended := s.Extend(t.Context(), run, "{}", 8, "new")
			for what, err := range map[string]error{
				"appended to": appended, "given a run": created, "extended": extended,
				"annotated": s.Tag(t.Context(), run, "name"), "closed": s.Close(),
			} {
				if !errors.Is(err, ErrGone) {
					t.Errorf("a file that is gone is %s with the error %v", what, err)
				}
			}
		})
	}
}

// TestThoseWhoBeginTogetherShareARun opens one file several times, as processes that start at the same moment do, and
// checks that all use the same run.
func TestThoseWhoBeginTogetherShareARun(t *testing.T) {
	plan, err := planned(1)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "games.db")
	const openers = 8
	var mutex sync.Mutex
	var group sync.WaitGroup
	ids, makers := map[string]bool{}, 0
	for range openers {
		group.Go(func() {
			s, err := Open(path)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			run, created, err := s.FindOrCreateRun(t.Context(), runOf(plan))
			if err != nil || run.Spec != plan.Spec.String() {
				t.Errorf("run %+v, error %v", run, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			if ids[run.ID] = true; created {
				makers++
			}
		})
	}
	group.Wait()
	if len(ids) != 1 || makers != 1 {
		t.Errorf("%d who began together have %d runs, made by %d; want one, made by one", openers, len(ids), makers)
	}
}
