package server

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
)

// follow opens a stream of events, and returns a function that waits for the next event of a name, passing over others,
// and returns its data.
func follow(t *testing.T, listener *pipes) (next func(event string) (data string)) {
	t.Helper()
	visitor, _ := listener.send(t, followLive)
	t.Cleanup(func() { visitor.Close() })
	lines := bufio.NewScanner(visitor)
	return func(event string) (data string) {
		t.Helper()
		_ = visitor.SetReadDeadline(time.Now().Add(time.Minute)) // a pipe has deadlines
		for lines.Scan() {
			if lines.Text() == "event: "+event && lines.Scan() {
				return strings.TrimPrefix(lines.Text(), "data: ")
			}
		}
		t.Fatalf("the stream ends before %s: %v", event, lines.Err())
		return ""
	}
}

// TestStreamsSayWhatIsNew follows a store while a run is played, a run is named, and the file is removed, restored and
// damaged. It checks that each is an event.
func TestStreamsSayWhatIsNew(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	within(t, Config{Database: path}, func(t *testing.T, listener *pipes) {
		next := follow(t, listener)
		next("change") // what there is
		for done := range 2 {
			begin(t, path, session.RunInPlay{Run: id, Done: done})
			var runs []session.RunInPlay
			if err := json.Unmarshal([]byte(next("games")), &runs); err != nil || len(runs) != 1 || runs[0].Run != id ||
				runs[0].Done != done {
				t.Errorf("%+v, %v", runs, err)
			}
		}
		if got := next("games"); got != "[]" { // the file is too old
			t.Errorf("no game is in play, but %s", got)
		}
		retag(t, path, id)
		next("change")
		client := listener.client()
		defer client.CloseIdleConnections()
		see := func(want int) {
			t.Helper()
			if code, body, _ := request(t, client, newRequest(t, "GET", "http://localhost/runs", "")); code != want {
				t.Errorf("%d %s instead of %d", code, body, want)
			}
		}
		move := func(from, to string) {
			t.Helper()
			require.NoError(t, os.Rename(from, to))
		}
		move(path, path+".away")
		next("change")
		see(http.StatusNotFound)
		move(path+".away", path)
		next("change")
		see(http.StatusOK)
		move(path, path+".away")
		next("change")
		require.NoError(t, os.WriteFile(path, []byte("Dear reader, a letter."), 0o600))
		next("change") // another trouble
		see(http.StatusInternalServerError)
	})
}

// begin writes that a run is in play, with the time of the test's clock.
func begin(t *testing.T, path string, run session.RunInPlay) {
	t.Helper()
	require.NoError(t, session.WriteInPlay(path, run))
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.live"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	require.NoError(t, os.Chtimes(files[0], time.Now(), time.Now()))
}

// retag changes a store as another process does.
func retag(t *testing.T, path, id string) {
	t.Helper()
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	run, err := db.Run(t.Context(), id)
	require.NoError(t, err)
	require.NoError(t, db.Tag(t.Context(), run, "another-tag"))
}
