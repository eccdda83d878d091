package server

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/games"
	"pillars/results/keep/store"
)

// TestWishesAreBounded sends wishes that exceed the bounds, and checks that the error names the field and the reason.
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
		{study(func(w *wish) { w.Rungs = 0 }), "rungs", "from 1 to 4"},
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

// TestStoredProgramsStayStopped stores runs whose players are programs, read files or think without bound, as another
// person's database may have them, and checks that the page cannot continue them.
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

// TestPlayingIsGuarded asks to start a run in every way except from a page of this server with its token.
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

// TestOtherServersPlayNothing checks that servers without --allow-runs, or without a token, play no runs.
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
