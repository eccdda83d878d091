package store

import (
	"context"
	"database/sql"
	"testing"
	"time"
)

// TestAppendWaitsForALock lets another program lock the file until the store reports that it waits.
func TestAppendWaitsForALock(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 10 * time.Millisecond
	s := newStore(t)
	if _, err := s.CreateRun(t.Context(), Run{Hash: "run", Kind: "tournament"}); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", s.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := db.Conn(t.Context())
	if err == nil {
		_, err = other.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	}
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	s.Waiting = func() {
		told++
		if _, err := other.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
	if err := s.Append(t.Context(), "run", gameFor("1v2/1/1", "no stack left", 1, 0)); err != nil || told != 1 {
		t.Errorf("told %d times that it waits, then error %v", told, err)
	}
}

// TestOpenWaitsForALock lets another program lock the file for longer than SQLite waits, until the processes that open
// it have reported which program holds the lock.
func TestOpenWaitsForALock(t *testing.T) {
	defer func(was, short time.Duration) { patience, shortPatience = was, short }(patience, shortPatience)
	patience, shortPatience = 10*time.Millisecond, 30*time.Millisecond
	path := closedStore(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := db.Conn(t.Context())
	if err == nil {
		_, err = other.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	}
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan string, 1)
	s, err := Open(path, func(text string) {
		told <- text
		if _, err := other.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if want := "waiting for another program, which keeps " + path + " locked"; want != <-told {
		t.Errorf("it is not told %q", want)
	}
}
