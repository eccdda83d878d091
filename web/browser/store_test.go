//go:build browser

package browser

import (
	"bytes"
	"database/sql"
	"os"
	"testing"
)

// TestStoresInTrouble removes, damages, replaces and locks the store of an open page. It checks that the page says so
// and what to do, and shows the run again by itself as soon as it can.
func TestStoresInTrouble(t *testing.T) {
	t.Parallel()
	path, _ := begun(t, 2)
	execute(t, path, "PRAGMA wal_checkpoint(TRUNCATE)")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, servedFrom(t, path), 360, 800)
	v.offline.Store(true) // the browser may say that an answer is an error
	v.openRun()
	shown := `document.querySelector("#runs .tiles")?.textContent.includes("12games")`
	v.until(shown)
	damaged := bytes.Clone(text)
	for i := 4096; i < len(damaged); i += 512 {
		copy(damaged[i:], "overwritten by something else")
	}
	write := func(name string, text []byte) {
		t.Helper()
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	replace := func(text []byte) { // as programs do that save a file
		t.Helper()
		write(path+".new", text)
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	for _, try := range []struct {
		name  string
		spoil func() (mend func())
		want  string
	}{
		{"deleted", func() func() { os.Remove(path); return func() { replace(text) } }, "play a tournament first"},
		{"empty", func() func() { replace(nil); return func() { replace(text) } }, "is empty"},
		{"damaged", func() func() { replace(damaged); return func() { replace(text) } }, "is damaged"},
		{"locked", func() func() {
			write(path+".new", text)
			free := locked(t, path+".new")
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
			return free
		}, "another program has kept it locked"},
		{"a letter", func() func() { replace([]byte("Dear reader, a letter.")); return func() { replace(text) } },
			"not a database"},
	} {
		mend := try.spoil()
		v.until(`document.querySelector("#runs [role=alert].empty")?.textContent.includes("` + try.want + `")`)
		v.inspect("store-"+try.name, 360)
		mend()
		v.until(shown)
	}
}

// locked locks a store, even for readers, as another program could, until the returned function is called.
func locked(t *testing.T, path string) (free func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	_, err = db.Exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
	if err != nil {
		t.Fatal(err)
	}
	return func() { db.Close() }
}
