package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/keeptest"
	"pillars/tournament/work"
)

// TestRunsInPlayAreShown reads the file of a run whose player waits during a game. After the session the file is gone.
func TestRunsInPlayAreShown(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	c := newTrial(t, db, nil, "hanging", "random b")
	ticks := make(chan time.Time)
	c.ticks = ticks
	ctx, stop := context.WithCancel(t.Context())
	require.NoError(t, c.Enter(ctx, db))
	ended := make(chan error)
	go func() {
		_, err := c.Play(ctx)
		ended <- err
	}()
	seen := func() bool {
		runs := ReadInPlay(db.Path(), time.Now())
		return len(runs) == 1 && runs[0].Run == c.Run.ID && runs[0].Total == 6
	}
	for !seen() {
		ticks <- time.Time{} // which waits until what came of the tick before is written
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if runs := ReadInPlay(db.Path(), time.Now()); len(runs) > 0 {
		t.Errorf("after the end: %+v", runs)
	}
}

// TestFilesAreRead writes the files of two runs, and beside them files that are old, damaged, large, links or of
// another database.
func TestFilesAreRead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	database := filepath.Join(folder, "a.db")
	for _, run := range []string{"2222", "1111-2", "old"} {
		large := RunInPlay{Run: run, Done: 3, Workers: make([]work.Member, 501)}
		require.NoError(t, WriteInPlay(database, large))
	}
	info, err := os.Stat(inPlayPath(database, "2222"))
	require.NoError(t, err)
	now := info.ModTime()
	past := now.Add(-5*time.Second - 1)
	require.NoError(t, os.Chtimes(inPlayPath(database, "old"), past, past))
	for name, text := range map[string]string{
		".a.db.damaged.live": `{"run":"damaged"`, ".a.db.other.live": `{"run":"1111"}`, ".a.db..live": `{}`,
		".b.db.3333.live":  `{"run":"3333"}`,
		".a.db.large.live": `{"run":"large"}` + string(make([]byte, 1<<20)),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	require.NoError(t, os.Symlink(inPlayPath(database, "2222"), inPlayPath(database, "link")))
	if err := WriteInPlay(database, RunInPlay{Run: "link"}); err == nil {
		t.Error("a link is written through")
	}
	runs := ReadInPlay(database, now)
	if len(runs) != 2 || runs[0].Run != "1111-2" || runs[1].Done != 3 || len(runs[1].Workers) != 500 ||
		runs[1].Process != os.Getpid() {
		t.Errorf("%+v", runs)
	}
	if err := os.Remove(inPlayPath(database, "2222")); err != nil || len(ReadInPlay(database, now)) != 1 {
		t.Errorf("after it is removed: %v, %v", err, ReadInPlay(database, now))
	}
}
