package server

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pillars/engine/games"
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
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{drain: make(chan struct{}), ended: make(chan error, 1), address: "http://" + listener.Addr().String()}
	l.Server = New(Config{Database: database, Searches: 1, Token: "word", AllowRuns: true, Workers: 1, Drain: l.drain,
		Host: host.Host{MaxTime: time.Minute, MaxTable: 64, MaxThread: 1}})
	l.pass = l.Server.pass()
	ctx := t.Context()
	go func() { l.ended <- l.Serve(ctx, listener) }()
	return l
}

// post asks the server to do something with a run, as its page does. It returns the status and the answer.
func (l *lab) post(t *testing.T, what string, asked any) (int, map[string]any) {
	t.Helper()
	body, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
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

// over waits for the end of what the server plays.
func (l *lab) over() { <-l.player.last.over }

// small is a tournament of a few seconds at most.
func small() wish {
	return wish{Kind: kindTournament, Game: "pit-of-pillars", Options: map[string]string{"size": "4"}, Seed: 5,
		Players: []string{"greedy", "alphabeta:nodes=200"}, Rounds: 12}
}

// TestStoppedRunsGoOn stops a run by the page, goes on, stops it by the end of the server, and goes on with another
// server. The games are those of a run that nobody stopped.
func TestStoppedRunsGoOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	first := openLab(t, path)
	id := first.start(t, "start", small())
	if code, answer := first.post(t, "stop", struct{}{}); code != http.StatusOK || answer["run"] != id {
		t.Fatalf("stopping: %d %v", code, answer)
	}
	first.over()
	stopped := len(storedGames(t, path, id))
	if stopped >= 24 {
		t.Fatal("the run was not stopped before its end")
	}
	first.start(t, "continue", map[string]string{"run": id})
	close(first.drain)
	if err := <-first.ended; err != nil {
		t.Fatal(err)
	}
	ended := len(storedGames(t, path, id))
	if ended >= 24 || ended < stopped {
		t.Fatalf("%d games are stored before the end of the server and %d after it", stopped, ended)
	}
	second := openLab(t, path)
	if again := second.start(t, "continue", map[string]string{"run": id}); again != id {
		t.Fatalf("run %s goes on as %s", id, again)
	}
	second.over()
	wantSame(t, storedGames(t, path, id), uninterrupted(t, small()))
	if code, answer := second.post(t, "continue", map[string]string{"run": "ffff"}); code != http.StatusNotFound {
		t.Errorf("a run that nobody stored: %d %v", code, answer)
	}
}

// uninterrupted plays a tournament without a server and returns its games.
func uninterrupted(t *testing.T, w wish) []tournament.Stored {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.db")
	id := playInto(t, path, func(s *tournament.Spec) {
		s.Players, s.Rounds, s.Seed, s.Format = w.Players, w.Rounds, w.Seed, tournament.RoundRobin{}
		s.Openings.Turns = 4
	})
	return storedGames(t, path, id)
}

func wantSame(t *testing.T, got, want []tournament.Stored) {
	t.Helper()
	turns := map[string]string{}
	for _, game := range want {
		turns[game.Identity] = strings.Join(game.Record.Turns, " ")
	}
	for _, game := range got {
		if turns[game.Identity] != strings.Join(game.Record.Turns, " ") {
			t.Errorf("game %s differs", game.Identity)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d games instead of %d", len(got), len(want))
	}
}

// TestStudiesAndTests plays a fairness study and a sequential test to their ends.
func TestStudiesAndTests(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	l := openLab(t, path)
	study := wish{Kind: kindStudy, Game: "pit-of-pillars", Options: map[string]string{"size": "4"}, Seed: 1,
		Players: []string{"alphabeta"}, Nodes: 20, Rungs: 2, Games: 6}
	_, planned := l.post(t, "plan", study)
	if words, _ := planned["words"].(string); !strings.Contains(words, "5 measurements") {
		t.Errorf("the plan is %v", planned)
	}
	l.start(t, "start", study)
	l.over()
	test := small()
	test.Kind, test.Players, test.Rounds, test.Elo1 = kindTest, []string{"greedy", "random"}, 500, 200
	id := l.start(t, "start", test)
	l.over()
	db, err := store.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(t.Context())
	if err != nil || len(runs) != 6 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	games := 0.
	for _, run := range runs {
		if b, _, err := briefOf(t.Context(), db, run); err != nil || b.State != stateFinished || b.Verdict == "" {
			t.Errorf("run %s: %+v %v", run.ID, b, err)
		}
		if run.Kind == kindStudy {
			games += float64(run.Games)
		} else if run.ID != id || run.Games >= 1000 {
			t.Errorf("the test is run %s instead of %s, and has %d games", run.ID, id, run.Games)
		}
	}
	if games != planned["games"] {
		t.Errorf("the study has %v games, and %v were planned", games, planned["games"])
	}
}

// TestOneRunAtATime asks for a second run, and for one that another process plays.
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
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, answer := l.post(t, "continue", map[string]string{"run": id}); code != http.StatusConflict ||
		!strings.Contains(answer["error"].(string), "by another process") {
		t.Errorf("a run that another process plays: %d %v", code, answer)
	}
}

// TestWishesAreBounded asks for what no page may have, and wants the name of the field and a reason.
func TestWishesAreBounded(t *testing.T) {
	t.Parallel()
	l := openLab(t, filepath.Join(t.TempDir(), "test.db"))
	players := func(texts ...string) func(*wish) { return func(w *wish) { w.Players = texts } }
	second := func(text string) func(*wish) { return players("random", text) }
	study := func(change func(*wish)) func(*wish) {
		return func(w *wish) {
			w.Kind, w.Players, w.Nodes, w.Rungs, w.Games = kindStudy, []string{"mcts"}, 100, 2, 10
			change(w)
		}
	}
	test := func(change func(*wish)) func(*wish) {
		return func(w *wish) { w.Kind, w.Elo1 = kindTest, 10; change(w) }
	}
	const command = "play it on the command line: pillars tournament "
	for _, try := range []struct {
		change      func(*wish)
		field, want string
	}{
		{second("ugi:./engine --fast"), "player1", "starts a program, which a page may not ask for; " + command +
			"'ugi:./engine --fast'"},
		{second("ugi:"), "player1", "starts a program"},
		{second("alphabeta:nodes=5,weights=/etc/passwd"), "player1", "reads a file, which a page may not ask for; " +
			command},
		{second("alphabeta"), "player1", "write alphabeta:nodes=1000"},
		{second("alphabeta:depth=60"), "player1", "nothing limits how long it thinks"},
		{second("alphabeta:nodes=1000001"), "player1", "must be at most 1000000"},
		{second("alphabeta:time=2m"), "player1", "must be at most 1m0s"},
		{second("alphabeta:nodes=9,table=65"), "player1", "more than the 64"},
		{second("alphabeta:nodes=9,threads=2"), "player1", "more than the 1"},
		{second("practice:level=11"), "player1", "must be from 1 to 10"},
		{second(strings.Repeat("x", 201)), "player1", "at most 200 bytes"},
		{players("greedy"), "players", "from 2 to 12 players"},
		{players(strings.Fields(strings.Repeat("greedy ", 13))...), "players", "from 2 to 12 players"},
		{players("greedy", "greedy"), "players", "greedy"},
		{func(w *wish) { w.Rounds = 0 }, "rounds", "from 1 to 10000"},
		{func(w *wish) { w.Rounds = 10_001 }, "rounds", "from 1 to 10000"},
		{func(w *wish) {
			w.Players, w.Rounds = []string{"random", "greedy", "uct:nodes=1", "uct:nodes=2", "uct:nodes=3"}, 9000
		}, "rounds", "a page may play 100000 at most"},
		{func(w *wish) { w.Kind = "selfplay" }, "kind", "must be tournament, sprt or advantage"},
		{func(w *wish) { w.Game = "chess" }, "game", "chess"},
		{func(w *wish) { w.Options["size"] = "99" }, "options", "size"},
		{func(w *wish) { w.Game, w.Options = "pit", map[string]string{"board": "/etc/passwd"} }, "options", "board"},
		{test(func(w *wish) { w.Elo1 = 0 }), "elo1", "H1 must be above H0"},
		{test(func(w *wish) { w.Rounds = 50_001 }), "rounds", "from 1 to 50000"},
		{test(players("greedy", "random", "mcts:nodes=1")), "players", "two players"},
		{study(func(w *wish) { w.Rungs = 5 }), "rungs", "from 1 to 4"},
		{study(func(w *wish) { w.Nodes = 250_001 }), "nodes", "from 1 to 250000"},
		{study(func(w *wish) { w.Games = 10_001 }), "games", "from 2 to 10000"},
		{study(players("mcts:nodes=5")), "player0", "sets the limits of its players"},
		{study(players("ugi:./x")), "player0", "starts a program"},
	} {
		w := small()
		try.change(&w)
		for _, what := range []string{"plan", "start"} {
			code, answer := l.post(t, what, w)
			if text, _ := answer["error"].(string); code != http.StatusUnprocessableEntity ||
				answer["field"] != try.field || !strings.Contains(text, try.want) {
				t.Errorf("%s of %+v: %d %v instead of %s: %s", what, w, code, answer, try.field, try.want)
			}
		}
	}
}

// TestStoredProgramsStayStopped stores runs whose players are programs, read files or think without bound, as a database
// of others may have them, and wants the page not to continue them.
func TestStoredProgramsStayStopped(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run, err := db.Run(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	l := openLab(t, path)
	ran := filepath.Join(t.TempDir(), "ran")
	for i, player := range []string{"ugi:touch " + ran, "greedy:weights=" + ran, "alphabeta:depth=99"} {
		other := run
		other.Hash, other.Kind = strings.Repeat(string(rune('a'+i)), 12), kindTournament
		other.Spec = strings.ReplaceAll(run.Spec, `"greedy"`, `"`+player+`"`)
		made, err := db.CreateRun(t.Context(), other)
		if err != nil || other.Spec == run.Spec {
			t.Fatal(err, run.Spec)
		}
		if code, answer := l.post(t, "continue", map[string]string{"run": made.ID}); code == http.StatusOK {
			t.Errorf("%s: %v", player, answer)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program ran")
	}
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newPlayer("ugi:touch "+ran, rules); err == nil {
		t.Error("a player is made that is a program")
	}
}

// TestPlayingIsGuarded asks to start a run in every way but that of a page of this server with its token.
func TestPlayingIsGuarded(t *testing.T) {
	t.Parallel()
	body, _ := json.Marshal(small())
	l := openLab(t, filepath.Join(t.TempDir(), "test.db"))
	visitor := func(name, value string) func(*http.Request) {
		return func(r *http.Request) {
			r.AddCookie(l.pass)
			r.Header.Set("Origin", l.address)
			r.Header.Set(name, value)
		}
	}
	for _, try := range []struct {
		name, method string
		change       func(*http.Request)
		want         int
	}{
		{"a page of this server", "POST", visitor("Accept", "*/*"), http.StatusOK},
		{"no token, on this machine", "POST", setting("Origin", l.address), http.StatusUnauthorized},
		{"no origin", "POST", func(r *http.Request) { r.AddCookie(l.pass) }, http.StatusForbidden},
		{"another origin", "POST", visitor("Origin", "http://evil.example"), http.StatusForbidden},
		{"another port", "POST", visitor("Origin", "http://127.0.0.1:1"), http.StatusForbidden},
		{"no page", "POST", visitor("Origin", "null"), http.StatusForbidden},
		{"another site", "POST", visitor("Sec-Fetch-Site", "cross-site"), http.StatusForbidden},
		{"a form", "POST", visitor("Content-Type", "text/plain"), http.StatusUnsupportedMediaType},
		{"by GET", "GET", visitor("Accept", "*/*"), http.StatusMethodNotAllowed},
		{"another name", "POST", func(r *http.Request) { visitor("Accept", "*/*")(r); r.Host = "evil.example" },
			http.StatusMisdirectedRequest},
	} {
		r := newRequest(t, try.method, l.address+"/play/plan", string(body))
		try.change(r)
		if code, text, _ := request(t, http.DefaultClient, r); code != try.want {
			t.Errorf("%s: %d %s instead of %d", try.name, code, text, try.want)
		}
	}
	for text, want := range map[string]int{`{"kind":"tournament"`: http.StatusBadRequest,
		`{"database":"x"}`: http.StatusBadRequest, `[]`: http.StatusBadRequest, `{} {}`: http.StatusBadRequest,
		`{"kind":"` + strings.Repeat("x", longestWish) + `"}`: http.StatusRequestEntityTooLarge} {
		r := newRequest(t, "POST", l.address+"/play/start", text)
		visitor("Accept", "*/*")(r)
		if code, answer, _ := request(t, http.DefaultClient, r); code != want {
			t.Errorf("%.40s: %d %s instead of %d", text, code, answer, want)
		}
	}
}

// TestOtherServersPlayNothing asks servers that play no runs, also one that was given no token.
func TestOtherServersPlayNothing(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]Config{"not allowed": {}, "no token": {AllowRuns: true}} {
		s := serve(t, config)
		for _, what := range []string{"plan", "start", "stop", "continue"} {
			r := newRequest(t, "POST", s.URL+"/play/"+what, "{}")
			r.Header.Set("Origin", s.URL)
			code, text, _ := request(t, s.Client(), r)
			if code != http.StatusForbidden || !strings.Contains(text, "pillars serve --allow-runs") {
				t.Errorf("%s, %s: %d %s", name, what, code, text)
			}
		}
		if state := get[jobState](t, s, "/play"); state != (jobState{}) {
			t.Errorf("%s: %+v", name, state)
		}
	}
}
