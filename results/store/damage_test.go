package store

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// closedStore is a file with two games in a run named run.
func closedStore(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.CreateRun(t.Context(), Run{Hash: "run", Kind: "tournament"})
	for _, identity := range []string{"1v2/3/1", "1v2/3/2"} {
		if err == nil {
			err = s.Append(t.Context(), "run", gameFor(identity, "no stack left", 1, 0))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func changeFile(t *testing.T, path string, change func([]byte)) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	change(data)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedIndex flips a bit of an entry of the unique index, from which games are found.
func TestDamagedIndex(t *testing.T) {
	path, game := closedStore(t), []byte("run1v2/3/1")
	flipped := 0
	changeFile(t, path, func(data []byte) {
		for at := 0; ; {
			found := bytes.Index(data[at:], game)
			if found < 0 {
				return
			}
			at += found + len(game)
			if !bytes.HasPrefix(data[at:], []byte("pair")) { // in the table the pair follows
				data[at-len(game)] ^= 1
				flipped++
			}
		}
	})
	s, err := Open(path)
	if flipped == 0 || err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("%d entries changed, opened with error %v", flipped, err)
	}
	if err == nil {
		s.Close()
	}
	if s, err = OpenReadOnly(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "index") {
		t.Errorf("checked with error %v: want the index named", err)
	}
}

// TestChecksums changes every column of a stored game, as a flipped bit would, and wants that to be noticed.
func TestChecksums(t *testing.T) {
	changes := map[string]string{"opening": "opening + 1", "fault_seat": "1", "turns": "turns + 1"}
	for column := range strings.FieldsFuncSeq(gameColumns, func(r rune) bool { return r <= ',' }) {
		path := closedStore(t)
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		change := changes[column]
		switch {
		case column == "run" || column == "checksum":
			continue
		case change == "":
			change = "replace(" + column + ", substr(" + column + ", -1), '') || ' '"
		}
		_, err = db.Exec("DROP TRIGGER games_stay; UPDATE games SET " + column + " = " + change + " WHERE number = 1")
		if err == nil {
			err = db.Close()
		}
		if err != nil {
			t.Fatal(column, err)
		}
		s, err := OpenReadOnly(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range s.Find(t.Context(), "run", Filter{Limit: 1}) {
			if err == nil || !strings.Contains(err.Error(), "its checksum is wrong") {
				t.Errorf("%s is changed, and the game read with error %v", column, err)
			}
		}
		s.Close()
	}
}

// TestGamesWithoutChecksums reads a file of version 3, brings it up to date and adds to it.
func TestGamesWithoutChecksums(t *testing.T) {
	path := closedStore(t)
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec("ALTER TABLE games DROP COLUMN checksum; DROP TABLE notes; PRAGMA user_version = 3")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	old, err := OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	if games := storedGames(t, old, "run"); len(games) != 2 {
		t.Errorf("%d games before the migration", len(games))
	}
	old.Close()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Append(t.Context(), "run", gameFor("1v2/4/1", "no stack left", 1, 0)); err != nil {
		t.Error(err)
	}
	if games := storedGames(t, s, "run"); len(games) != 3 {
		t.Errorf("%d games after the migration and another one", len(games))
	}
}

// TestForeignFilesStayAsTheyAre refuses databases of another program in both modes of SQLite's journal.
func TestForeignFilesStayAsTheyAre(t *testing.T) {
	for _, mode := range []string{"DELETE", "WAL"} {
		path := made(t, t.TempDir(), "PRAGMA journal_mode = "+mode+"; CREATE TABLE recipes (name TEXT)")
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "not made by this program") {
			t.Errorf("%s: opened with error %v", mode, err)
		}
		after, err := os.ReadFile(path)
		files, _ := filepath.Glob(path + "*")
		if err != nil || !bytes.Equal(before, after) || len(files) != 1 {
			t.Errorf("%s: the file was changed, or left with others: %v, error %v", mode, files, err)
		}
	}
}
