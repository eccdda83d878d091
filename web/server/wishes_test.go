package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/web/host"
)

// TestWishesAreBounded sends wishes that a page may not have, and checks that the error names the field.
func TestWishesAreBounded(t *testing.T) {
	t.Parallel()
	l := openLab(t, filepath.Join(t.TempDir(), "test.db"))
	players := func(texts ...string) func(*wish) { return func(w *wish) { w.Players = texts } }
	second := func(text string) func(*wish) { return players("random", text) }
	study := func(change func(*wish)) func(*wish) {
		return func(w *wish) {
			w.Kind, w.Players, w.Nodes, w.Rounds = kindStudy, []string{"mcts"}, 100, 5
			change(w)
		}
	}
	for _, try := range []struct {
		change func(*wish)
		field  string
	}{
		{second("ugi:./engine --fast"), "player1"},
		{second("ugi:"), "player1"},
		{second("alphabeta:nodes=5,weights=/etc/passwd"), "player1"},
		{second("alphabeta"), "player1"},
		{second("alphabeta:nodes=9,table=65"), "player1"},
		{second("alphabeta:nodes=9,threads=2"), "player1"},
		{second("practice:level=11"), "player1"},
		{players("greedy", "greedy"), "players"},
		{func(w *wish) { w.Rounds = 0 }, "rounds"},
		{func(w *wish) { // 180,000 games, of which a page may play 100,000
			w.Players, w.Rounds = []string{"random", "greedy", "uct:nodes=1", "uct:nodes=2", "uct:nodes=3"}, 9000
		}, "rounds"},
		{func(w *wish) { w.Kind = "selfplay" }, "kind"},
		{func(w *wish) { w.Game = "chess" }, "game"},
		{func(w *wish) { w.Options["size"] = "99" }, "options"},
		{func(w *wish) { w.Game, w.Options = "pit", map[string]string{"board": "/etc/passwd"} }, "options"},
		{study(players("mcts:nodes=5")), "player0"},
		{study(players("ugi:./x")), "player0"},
	} {
		w := small()
		try.change(&w)
		for _, what := range []string{"plan", "start"} {
			if code, answer := l.post(t, what, w); code != http.StatusUnprocessableEntity ||
				answer["field"] != try.field || answer["error"] == "" {
				t.Errorf("%s of %+v: %d %v instead of an error about %s", what, w, code, answer, try.field)
			}
		}
	}
}

// TestStoredRunsAreChecked stores runs as another person's database may have them, whose players are programs, read
// files or think without bound, and runs of another command or with a later run of the same plan. It checks that the
// page cannot continue them.
func TestStoredRunsAreChecked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	timed := func(base time.Duration) string {
		return playInto(t, path, func(s *tournament.Spec) {
			s.Players[1], s.Rounds, s.Clock.Base = "alphabeta:depth=1", 1, base
		})
	}
	may, mayNot := timed(time.Minute), []string{timed(time.Hour)}
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	run, err := db.Run(t.Context(), playInto(t, path, func(*tournament.Spec) {}))
	require.NoError(t, err)
	ran := filepath.Join(t.TempDir(), "ran")
	create := func(change func(*store.Run)) {
		other := run
		change(&other)
		made, err := db.CreateRun(t.Context(), other)
		require.NoError(t, err)
		mayNot = append(mayNot, made.ID)
	}
	for i, player := range []string{"ugi:touch " + ran, "greedy:weights=" + ran, "alphabeta:depth=99"} {
		create(func(r *store.Run) {
			r.Hash = strings.Repeat(string(rune('a'+i)), 12)
			r.Spec = strings.ReplaceAll(r.Spec, `"greedy"`, `"`+player+`"`)
		})
	}
	create(func(r *store.Run) { r.Hash, r.Kind = "dddddddddddd", "tune" })
	create(func(r *store.Run) { // a plan that takes seconds to list
		r.Hash, r.Spec = "eeeeeeeeeeee", strings.Replace(r.Spec, `"rounds":`, `"rounds":400000`, 1)
	})
	create(func(*store.Run) {})
	mayNot[len(mayNot)-1] = run.ID // the one created has the same plan and is later
	l := openLab(t, path)
	for _, id := range mayNot {
		begun := time.Now()
		if code, answer := l.post(t, "continue", map[string]string{"run": id}); code != http.StatusBadRequest &&
			code != http.StatusUnprocessableEntity {
			t.Errorf("run %s: %d %v", id, code, answer)
		}
		if took := time.Since(begun); took > time.Second {
			t.Errorf("run %s is refused after %v", id, took)
		}
	}
	l.start(t, "continue", map[string]string{"run": may})
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program ran")
	}
	if _, err := newPlayer("ugi:touch "+ran, enginetest.Rules(t, "pit-of-pillars")); err == nil {
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

// TestBoundsOfWishes checks the greatest and least values that a page may ask for, and the next beyond them.
func TestBoundsOfWishes(t *testing.T) {
	t.Parallel()
	players := func(w *wish, n int) { w.Players = make([]string, max(0, n)) }
	rounds := func(w *wish, n int) { w.Rounds = n }
	for _, c := range []struct {
		kind, field string
		set         func(w *wish, value int)
		least, most int
	}{
		{kindTournament, "players", players, 2, 12},
		{kindTournament, "rounds", rounds, 1, 10_000},
		{kindTest, "players", players, 2, 2},
		{kindTest, "rounds", rounds, 1, 50_000},
		{kindTest, "elo1", func(w *wish, n int) { w.Elo0, w.Elo1 = 5, float64(n) }, 6, 1000},
		{kindTest, "elo1", func(w *wish, n int) { w.Elo0, w.Elo1 = float64(n), 5 }, -1000, 4},
		{kindStudy, "players", players, 1, 1},
		{kindStudy, "rounds", rounds, 1, 10_000},
		{kindStudy, "nodes", func(w *wish, n int) { w.Nodes = uint64(n) }, 1, 1_000_000},
	} {
		for _, value := range []int{c.least - 1, c.least, c.most, c.most + 1} {
			w := wish{Kind: c.kind, Players: make([]string, 2), Rounds: 5, Elo1: 1, Nodes: 9}
			if c.kind == kindStudy {
				w.Players = w.Players[:1]
			}
			c.set(&w, value)
			err := w.check()
			wrong, _ := errors.AsType[refusal](err)
			if may := c.least <= value && value <= c.most; may != (err == nil) || !may && wrong.field != c.field {
				t.Errorf("%+v: %v", w, err)
			}
		}
	}
}

// TestOverload checks that a plan warns of players that think by time if more think at once than there are processors.
func TestOverload(t *testing.T) {
	t.Parallel()
	for workers, warns := range map[int]bool{1: false, 10 * runtime.GOMAXPROCS(0): true} {
		for _, player := range []string{"alphabeta:time=20ms", "alphabeta:nodes=20"} {
			wanted := small()
			wanted.Players, wanted.Rounds = []string{player, "random"}, 10*runtime.GOMAXPROCS(0)
			p, err := Config{Host: host.Host{MaxTime: time.Minute}, Workers: workers}.plan(wanted)
			has, timed := strings.Contains(p.words, "lose on time"), player == "alphabeta:time=20ms"
			if err != nil || has != (warns && timed) {
				t.Errorf("%s with %d workers: %q, error %v", player, workers, p.words, err)
			}
		}
	}
}

// TestThinkingIsBounded checks which limits of nodes or of time suffice, from a player's text and from its plan.
func TestThinkingIsBounded(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pit")
	bounded, free := Config{Host: host.Host{MaxTime: time.Minute}}, Config{}
	for _, c := range []struct {
		config Config
		player string
		limits search.Limits
		want   string // words of the error
	}{
		{bounded, "alphabeta:nodes=1000000", search.Limits{}, ""},
		{bounded, "alphabeta:nodes=1000001", search.Limits{}, "must be at most 1000000"},
		{bounded, "alphabeta:nodes=1000001", search.Limits{Nodes: 1_000_000}, ""},
		{bounded, "alphabeta:nodes=1000001", search.Limits{Time: time.Second}, ""},
		{bounded, "alphabeta:time=1m", search.Limits{}, ""},
		{bounded, "alphabeta:time=61s", search.Limits{}, "must be at most 1m0s"},
		{bounded, "alphabeta:time=61s,nodes=5", search.Limits{}, ""},
		{free, "alphabeta:time=9h", search.Limits{}, ""},
		{free, "alphabeta:depth=3", search.Limits{}, "nothing limits"},
		{free, "greedy", search.Limits{}, ""},
		{free, strings.Repeat("x", 200), search.Limits{}, "unknown player"},
		{free, strings.Repeat("x", 201), search.Limits{}, "a player's text has at most 200 bytes"},
	} {
		err := c.config.checkPlayer(c.player, rules, kindTournament, c.limits)
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s with %+v: %v instead of %q", c.player, c.limits, err, c.want)
		}
	}
}
