package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/web/host"
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

// TestBoundsOfWishes checks the greatest and least values that a page may ask for, and the next beyond them.
func TestBoundsOfWishes(t *testing.T) {
	t.Parallel()
	set := func(kind string, change func(*wish)) wish {
		w := wish{Kind: kind, Players: make([]string, 2), Rounds: 5, Elo1: 1, Nodes: 9, Rungs: 1, Games: 9}
		change(&w)
		return w
	}
	players := func(n int) func(*wish) { return func(w *wish) { w.Players = make([]string, n) } }
	rounds := func(n int) func(*wish) { return func(w *wish) { w.Rounds = n } }
	elo := func(elo0, elo1 float64) func(*wish) { return func(w *wish) { w.Elo0, w.Elo1 = elo0, elo1 } }
	nodes := func(rungs int, n uint64) func(*wish) { return func(w *wish) { w.Rungs, w.Nodes = rungs, n } }
	games := func(n int) func(*wish) { return func(w *wish) { w.Games = n } }
	for _, c := range []struct {
		kind        string
		may, mayNot []func(*wish)
		field       string
	}{
		{kindTournament, []func(*wish){players(2), players(12)}, []func(*wish){players(1), players(13)}, "players"},
		{kindTournament, []func(*wish){rounds(1), rounds(10_000)}, []func(*wish){rounds(0), rounds(10_001)}, "rounds"},
		{kindTest, []func(*wish){players(2)}, []func(*wish){players(1), players(3)}, "players"},
		{kindTest, []func(*wish){rounds(1), rounds(50_000)}, []func(*wish){rounds(0), rounds(50_001)}, "rounds"},
		{kindTest, []func(*wish){elo(-1000, 1000), elo(-2, -1)}, []func(*wish){elo(-1001, 0), elo(0, 1001), elo(5, 5),
			elo(5, 4)}, "elo1"},
		{kindStudy, []func(*wish){players(1), players(4)}, []func(*wish){players(0), players(5)}, "players"},
		{kindStudy, []func(*wish){games(2), games(10_000)}, []func(*wish){games(1), games(10_001)}, "games"},
		// Each rung has four times the nodes of the one below, and the highest a million at most.
		{kindStudy, []func(*wish){nodes(1, 1), nodes(1, 1_000_000), nodes(2, 250_000), nodes(4, 15_625)},
			[]func(*wish){nodes(1, 0), nodes(1, 1_000_001), nodes(2, 250_001), nodes(4, 15_626), nodes(1, 1<<63)},
			"nodes"},
		{kindStudy, []func(*wish){nodes(4, 9)}, []func(*wish){nodes(5, 9), nodes(0, 9)}, "rungs"},
	} {
		for _, change := range c.may {
			if w := set(c.kind, change); w.check() != nil {
				t.Errorf("%+v: %v", w, w.check())
			}
		}
		for _, change := range c.mayNot {
			w := set(c.kind, change)
			if wrong, ok := errors.AsType[fieldError](w.check()); !ok || wrong.field != c.field {
				t.Errorf("%+v: %v instead of an error about %s", w, w.check(), c.field)
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
		want   string
	}{
		{bounded, "alphabeta:nodes=1000000", search.Limits{}, ""},
		{bounded, "alphabeta:nodes=1000001", search.Limits{}, "nodes=1000001: must be at most 1000000"},
		{bounded, "alphabeta:nodes=1000001", search.Limits{Nodes: 1_000_000}, ""},
		{bounded, "alphabeta:nodes=1000001", search.Limits{Time: time.Second}, ""},
		{bounded, "alphabeta:time=1m", search.Limits{}, ""},
		{bounded, "alphabeta:time=61s", search.Limits{}, "time=1m1s: must be at most 1m0s"},
		{bounded, "alphabeta:time=61s,nodes=5", search.Limits{}, ""},
		{free, "alphabeta:time=9h", search.Limits{}, ""},
		{free, "alphabeta:depth=3", search.Limits{},
			"nothing limits how long it thinks; write alphabeta:depth=3,nodes=1000"},
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

// TestPlansAreSaid checks the words and the number of games of a tournament and of a study.
func TestPlansAreSaid(t *testing.T) {
	t.Parallel()
	const game = "Pit of Pillars (size=4 reserve=0 repetition=3 cap=2000): "
	for kind, want := range map[string][]string{
		kindTournament: {
			game + "2 players, 1 pairing, 12 pairs of games for each, 24 games in all, 1 at a time",
			"  1  greedy", "  2  alphabeta:nodes=200",
			"openings: random set-up and 4 turns, seed 5; no common limit"},
		kindStudy: {
			game + "5 measurements of players against themselves, 40 games in all",
			"  1  alphabeta, 20 nodes, start, 6 games", "  2  alphabeta, 20 nodes, openings, 6 games",
			"  3  alphabeta, 20 nodes, odds, 16 games", "  4  alphabeta, 80 nodes, start, 6 games",
			"  5  alphabeta, 80 nodes, openings, 6 games"},
	} {
		w := small()
		w.Kind, w.Nodes, w.Rungs, w.Games = kind, 20, 2, 6
		games := 24
		if kind == kindStudy {
			w.Players, games = []string{"alphabeta"}, 6+6+16+6+6
		}
		got, err := Config{}.plan(w)
		if err != nil || got.games != games || got.words != strings.Join(want, "\n") {
			t.Errorf("%d games, %v\n%s", got.games, err, got.words)
		}
	}
}

// TestRunsThatThePageCannotContinue checks the errors for runs of other commands, for earlier runs of the same plan,
// and for clocks that give more time than the server allows.
func TestRunsThatThePageCannotContinue(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	config := Config{Host: host.Host{MaxTime: time.Minute}}
	var runs []string
	for _, base := range []time.Duration{time.Minute, time.Hour, time.Second} {
		runs = append(runs, playInto(t, path, func(s *tournament.Spec) {
			s.Players[1], s.Rounds, s.Clock.Base = "alphabeta:depth=1", 1, base
		}))
	}
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	later, err := db.Run(t.Context(), runs[2])
	if err != nil {
		t.Fatal(err)
	}
	if later, err = db.CreateRun(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "time=1h0m0s: must be at most 1m0s",
		"run " + runs[2] + " cannot be answered by the page: run " + later.ID + " has the same plan and is later"} {
		run, err := db.Run(t.Context(), runs[i])
		if err != nil {
			t.Fatal(err)
		}
		p, err := config.resumePlan(t.Context(), db, run)
		if want == "" && (err != nil || p.games != 2) || want != "" && fmt.Sprint(err) != want {
			t.Errorf("run %d: %d games, %v instead of %q", i, p.games, err, want)
		}
	}
	later.Kind = "tune"
	if _, err := config.resumePlan(t.Context(), db, later); fmt.Sprint(err) !=
		"a run of pillars tune cannot be answered by the page; play on with that command" {
		t.Errorf("a run of another command: %v", err)
	}
}
