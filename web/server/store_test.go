package server

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// TestStoresThatCannotBeRead removes, damages and replaces a server's store before and after its first reading. It
// checks the errors, and that the store is served again after it is repaired.
func TestStoresThatCannotBeRead(t *testing.T) {
	t.Parallel()
	sound, id := played(t)
	text, err := os.ReadFile(sound)
	require.NoError(t, err)
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
		"a letter": {anew(over(bytes.Repeat([]byte("Dear reader, "), 1000))), "not a database", true},
		"damaged":  {over(damaged), "is damaged", false},
		"cut":      {over(text[:len(text)/2]), "is damaged", false},
		"a folder": {anew(func(path string) error { return os.Mkdir(path, 0o700) }), "not a regular file", true},
	} {
		for _, known := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, known %v", name, known), func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "test.db")
				s := serve(t, Config{Database: path})
				require.NoError(t, os.WriteFile(path, text, 0o600))
				addresses := []string{"/runs", "/runs/" + id, "/runs/" + id + "/games", "/runs/" + id + "/report"}
				check := func(when, mayFail string) {
					t.Helper()
					for _, address := range addresses {
						code, body, _ := request(t, s.Client(), newRequest(t, "GET", s.URL+address, ""))
						// SQLite may remember what the file held before.
						sound := code == http.StatusOK && (mayFail == "" || known && !try.anew)
						if !sound && (code == http.StatusOK || mayFail == "" || !strings.Contains(body, mayFail)) {
							t.Errorf("%s %s: %d %.300s", address, when, code, body)
						}
					}
				}
				if known {
					check("before", "")
				}
				require.NoError(t, try.spoil(path))
				check("spoilt", try.want)
				if try.anew {
					_, _, _ = os.Remove(path), os.Remove(path+"-wal"), os.Remove(path+"-shm")
				}
				require.NoError(t, os.WriteFile(path, text, 0o600))
				check("mended", "")
			})
		}
	}
}
