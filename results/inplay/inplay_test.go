package inplay

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestFilesAreRead writes of two runs, and beside them what is old, damaged, large, a link or of another database.
func TestFilesAreRead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	database := filepath.Join(folder, "a.db")
	for _, run := range []string{"2222", "1111-2", "old"} {
		if err := Write(database, Run{Run: run, Done: 3, Games: make([]Game, most+1)}); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(path(database, "2222"))
	if err != nil {
		t.Fatal(err)
	}
	now := info.ModTime()
	past := now.Add(-time.Minute)
	if err := os.Chtimes(path(database, "old"), past, past); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".a.db.damaged.live": `{"run":"damaged"`, ".a.db.other.live": `{"run":"1111"}`, ".a.db..live": `{}`,
		".b.db.3333.live": `{"run":"3333"}`, ".a.db.large.live": `{"run":"large"}` + string(make([]byte, largest)),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(path(database, "2222"), path(database, "link")); err != nil {
		t.Fatal(err)
	}
	if err := Write(database, Run{Run: "link"}); err == nil {
		t.Error("a link is written through")
	}
	runs := readAt(now, database)
	if len(runs) != 2 || runs[0].Run != "1111-2" || runs[1].Done != 3 || len(runs[1].Games) != most ||
		runs[1].Process != os.Getpid() {
		t.Errorf("%+v", runs)
	}
	if err := Remove(database, "2222"); err != nil || len(readAt(now, database)) != 1 {
		t.Errorf("after it is removed: %v, %v", err, readAt(now, database))
	}
	if runs := Read(filepath.Join(folder, "nowhere", "a.db")); len(runs) != 0 {
		t.Errorf("where there is no folder: %v", runs)
	}
}
