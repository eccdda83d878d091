package server

import (
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/web/host"
)

// A lab is a server that plays runs, and a visitor with its token.
type lab struct {
	*Server
	address string
	pass    *http.Cookie
	drain   chan struct{}
	ended   chan error
}

// openLab starts a server that plays runs of a database until the test ends.
func openLab(t *testing.T, database string) *lab {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := &lab{drain: make(chan struct{}), ended: make(chan error, 1), address: "http://" + listener.Addr().String()}
	l.Server = New(Config{Database: database, Searches: 1, Token: "word", AllowRuns: true, Workers: 1, Drain: l.drain,
		Host: host.Host{MaxTime: time.Minute, MaxTable: 64, MaxThreads: 1}})
	l.pass = l.Server.pass()
	ctx := t.Context()
	go func() { l.ended <- l.Serve(ctx, listener) }()
	return l
}

// post asks the server to do something with a run, as its page does. It returns the status and the answer.
func (l *lab) post(t *testing.T, what string, asked any) (int, map[string]any) {
	t.Helper()
	body, err := json.Marshal(asked)
	require.NoError(t, err)
	r := newRequest(t, "POST", l.address+"/play/"+what, string(body))
	r.AddCookie(l.pass)
	r.Header.Set("Origin", l.address)
	code, text, _ := request(t, http.DefaultClient, r)
	var answer map[string]any
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("%s: %d %s", what, code, text)
	}
	return code, answer
}

// start starts a run and returns its id.
func (l *lab) start(t *testing.T, what string, asked any) string {
	t.Helper()
	code, answer := l.post(t, what, asked)
	id, _ := answer["run"].(string)
	if code != http.StatusOK || id == "" {
		t.Fatalf("%s: %d %v", what, code, answer)
	}
	return id
}

// over waits for the end of the job that the server plays.
func (l *lab) over() { <-l.player.last.over }

// small is a tournament of a few seconds at most.
func small() wish {
	return wish{Kind: kindTournament, Game: "pit-of-pillars", Options: map[string]string{"size": "4"}, Seed: 5,
		Players: []string{"greedy", "alphabeta:nodes=200"}, Rounds: 12}
}

// TestStoppedRunsGoOn stops a run by the page, continues it, stops it by the end of the server, and continues it with
// another server. It checks that the games are those of an uninterrupted run. If a slow client stops a run too late,
// the test takes a longer one.
func TestStoppedRunsGoOn(t *testing.T) {
	t.Parallel()
	asked := small()
	path, id := stoppedTwice(t, asked)
	for id == "" && asked.Rounds < 10_000 {
		asked.Rounds *= 4
		path, id = stoppedTwice(t, asked)
	}
	if id == "" {
		t.Fatalf("%d rounds end before they are stopped twice", asked.Rounds)
	}
	server := openLab(t, path)
	if again := server.start(t, "continue", map[string]string{"run": id}); again != id {
		t.Fatalf("run %s goes on as %s", id, again)
	}
	server.over()
	whole := filepath.Join(t.TempDir(), "whole.db")
	uninterrupted := playInto(t, whole, func(s *tournament.Spec) {
		s.Players, s.Rounds, s.Seed, s.Openings.Turns = asked.Players, asked.Rounds, asked.Seed, 4
	})
	turns := func(path, id string) map[string]string {
		all := map[string]string{}
		for _, game := range storedGames(t, path, id) {
			all[game.Identity] = strings.Join(game.Record.Turns, " ")
		}
		return all
	}
	got, want := turns(path, id), turns(whole, uninterrupted)
	if len(want) != 2*asked.Rounds || !maps.Equal(got, want) {
		t.Errorf("%v\ninstead of\n%v", got, want)
	}
	if code, answer := server.post(t, "continue", map[string]string{"run": "ffff"}); code != http.StatusNotFound {
		t.Errorf("a run that nobody stored: %d %v", code, answer)
	}
}

// stoppedTwice starts a run, stops it by the page, continues it and stops it by the end of its server. It returns the
// database and the run's id, which is empty if the run ended before it was stopped.
func stoppedTwice(t *testing.T, asked wish) (path, id string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	server := openLab(t, path)
	id = server.start(t, "start", asked)
	code, answer := server.post(t, "stop", struct{}{})
	server.over()
	stopped := len(storedGames(t, path, id))
	if stopped == 2*asked.Rounds {
		return path, ""
	}
	if code != http.StatusOK || answer["run"] != id {
		t.Fatalf("stopping: %d %v", code, answer)
	}
	server.start(t, "continue", map[string]string{"run": id})
	close(server.drain)
	require.NoError(t, <-server.ended)
	ended := len(storedGames(t, path, id))
	if ended < stopped {
		t.Fatalf("%d games are stored before the end of the server and %d after it", stopped, ended)
	}
	if ended == 2*asked.Rounds {
		return path, ""
	}
	return path, id
}

// TestStudiesAndTests plays a fairness study and a sequential test to their ends. It checks what they show.
func TestStudiesAndTests(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	l := openLab(t, path)
	wanted := wish{Kind: kindStudy, Game: "pit-of-pillars", Options: map[string]string{"size": "4"}, Seed: 1,
		Players: []string{"alphabeta"}, Nodes: 20, Rounds: 3}
	_, planned := l.post(t, "plan", wanted)
	l.start(t, "start", wanted)
	l.over()
	test := small()
	test.Kind, test.Players, test.Rounds, test.Elo1 = kindTest, []string{"greedy", "random"}, 500, 200
	id := l.start(t, "start", test)
	l.over()
	db, err := store.OpenReadOnly(path)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != 2 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	for _, run := range runs {
		result, err := New(Config{Database: path}).result(t.Context(), db, run)
		if err != nil || result["state"] != "finished" || len(result["conclusion"].([]string)) == 0 ||
			len(result["scores"].([]score)) != 2 {
			t.Errorf("run %s: %v, %v", run.ID, err, result)
		}
		if run.Kind == kindStudy {
			if float64(run.Games) != planned["games"] {
				t.Errorf("the study has %d games, and %v were planned", run.Games, planned["games"])
			}
		} else if run.ID != id || run.Games >= 1000 {
			t.Errorf("the test is run %s instead of %s, and has %d games", run.ID, id, run.Games)
		}
	}
}

// TestOneRunAtATime checks that a second run is refused, and a run that another process plays.
func TestOneRunAtATime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	l := openLab(t, path)
	long := small()
	long.Rounds, long.Players = 2000, []string{"alphabeta:nodes=2000", "greedy"}
	id := l.start(t, "start", long)
	if code, answer := l.post(t, "start", small()); code != http.StatusConflict ||
		!strings.Contains(answer["error"].(string), "stop it first") {
		t.Errorf("a second run: %d %v", code, answer)
	}
	l.post(t, "stop", struct{}{})
	l.over()
	file := filepath.Join(filepath.Dir(path), ".test.db."+id+".live")
	text, _ := json.Marshal(session.RunInPlay{Run: id, Process: os.Getpid() + 1})
	require.NoError(t, os.WriteFile(file, text, 0o600))
	if code, answer := l.post(t, "continue", map[string]string{"run": id}); code != http.StatusConflict ||
		!strings.Contains(answer["error"].(string), "by another process") {
		t.Errorf("a run that another process plays: %d %v", code, answer)
	}
}
