package server

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStoresThatCannotBeRead removes, damages and replaces a server's store before and after its first reading. It
// checks the errors, and that the store is served again after it is repaired.
func TestStoresThatCannotBeRead(t *testing.T) {
	t.Parallel()
	sound, id := played(t)
	text, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	over := func(text []byte) func(string) error { // keeps the file and changes what it holds
		return func(path string) error { return os.WriteFile(path, text, 0o600) }
	}
	damaged := bytes.Clone(text)
	for i := 4096; i < len(damaged); i += 512 {
		copy(damaged[i:], "overwritten by something else")
	}
	anew := func(change func(string) error) func(string) error {
		return func(path string) error { return errors.Join(os.Remove(path), change(path)) }
	}
	for name, try := range map[string]struct {
		spoil func(path string) error
		want  string
		anew  bool // it is mended by another file, else by what the file holds
	}{
		"deleted":  {os.Remove, "play a tournament first", true},
		"empty":    {anew(over(nil)), "is empty", true},
		"emptied":  {over(nil), "database", false},
		"a letter": {anew(over(bytes.Repeat([]byte("Dear reader, "), 1000))), "not a database", true},
		"damaged":  {over(damaged), "is damaged", false},
		"cut":      {over(text[:len(text)/2]), "is damaged", false},
		"a folder": {anew(func(path string) error { return os.Mkdir(path, 0o700) }), "is a folder", true},
		"of another version": {func(path string) error { return execute(path, "PRAGMA user_version = 99") },
			"it has version 99", false},
		"of another program": {func(path string) error { return execute(path, "PRAGMA application_id = 7") },
			"not made by this program", false},
	} {
		for _, known := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, known %v", name, known), func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "test.db")
				s := serve(t, Config{Database: path})
				ask := func(address string) (int, string) {
					code, body, _ := request(t, s.Client(), newRequest(t, "GET", s.URL+address, ""))
					return code, body
				}
				if err := os.WriteFile(path, text, 0o600); err != nil {
					t.Fatal(err)
				}
				addresses := []string{"/runs", "/runs/" + id, "/runs/" + id + "/games", "/runs/" + id + "/report"}
				for _, address := range addresses {
					if !known {
						break
					}
					if code, body := ask(address); code != http.StatusOK {
						t.Fatalf("%s: %d %s", address, code, body)
					}
				}
				if err := try.spoil(path); err != nil {
					t.Fatal(err)
				}
				for _, address := range addresses {
					code, body := ask(address)
					if code == http.StatusOK && known && !try.anew {
						continue // from what SQLite remembers of the file
					}
					if code == http.StatusOK || !strings.Contains(body, try.want) {
						t.Errorf("%s: %d %.300s", address, code, body)
					}
				}
				if try.anew {
					_, _, _ = os.Remove(path), os.Remove(path+"-wal"), os.Remove(path+"-shm")
				}
				if err := os.WriteFile(path, text, 0o600); err != nil {
					t.Fatal(err)
				}
				for _, address := range addresses {
					if code, body := ask(address); code != http.StatusOK {
						t.Errorf("%s, mended: %d %.300s", address, code, body)
					}
				}
			})
		}
	}
}

// execute runs SQL statements on a database, as another program could.
func execute(path, statements string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.Exec(statements)
	return errors.Join(err, db.Close())
}
