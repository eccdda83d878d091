package store

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"
)

// locked lets another program lock a file, and returns a function that ends the lock.
func locked(t *testing.T, path string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	other, err := db.Conn(t.Context())
	if err == nil {
		_, err = other.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := other.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
}

// TestAppendWaitsForALock lets another program lock the file until the store reports that it waits.
func TestAppendWaitsForALock(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 10 * time.Millisecond
	s := newStore(t)
	run := newRun(t, s, Run{Hash: "run", Kind: "tournament"})
	release, told := locked(t, s.Path()), 0
	s.Waiting = func() {
		told++
		release()
	}
	err := s.Append(t.Context(), run.ID, gameFor("1v2/1/1", "no stack left", 1, 0))
	if err != nil || told != 1 {
		t.Errorf("told %d times that it waits, then error %v", told, err)
	}
}

// TestOpenWaitsForALock lets another program lock the file for longer than SQLite waits, until the processes that open
// it have reported which file is locked.
func TestOpenWaitsForALock(t *testing.T) {
	defer func(was, short time.Duration) { patience, shortPatience = was, short }(patience, shortPatience)
	patience, shortPatience = 10*time.Millisecond, 30*time.Millisecond
	path := closedStore(t)
	release, told := locked(t, path), make(chan string, 1)
	s, err := Open(path, func(text string) {
		told <- text
		release()
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if said := <-told; !strings.Contains(said, path) {
		t.Errorf("told is %q, without the file", said)
	}
}
