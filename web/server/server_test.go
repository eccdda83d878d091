package server

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/web/host"
)

// serve starts a server with a client that follows no redirections, so that tests see the server's own answers.
func serve(t *testing.T, config Config) *httptest.Server {
	t.Helper()
	if config.Database == "" {
		config.Database = filepath.Join(t.TempDir(), "none.db")
	}
	config.Searches = 2
	s := httptest.NewServer(New(config).handler())
	t.Cleanup(s.Close)
	s.Client().CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s
}

// request sends a request and returns the status, the body and the header of the answer.
func request(t *testing.T, client *http.Client, r *http.Request) (int, string, http.Header) {
	t.Helper()
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body), response.Header
}

func newRequest(t *testing.T, method, address, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

const question = `{"do":"decide","game":"pilastri","player":"alphabeta:nodes=300","seed":3}`

// TestServerAnswersAsTheHostDoes checks that the server's answers are those of the host.
func TestServerAnswersAsTheHostDoes(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	code, body, _ := request(t, s.Client(), newRequest(t, "POST", s.URL+"/ask", question))
	var line struct{ Answer map[string]any }
	if err := json.Unmarshal([]byte(body), &line); err != nil || code != http.StatusOK {
		t.Fatalf("%d %s %v", code, body, err)
	}
	want, err := new(host.Host).Answer(t.Context(), []byte(question), func(any) {})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(want)
	var direct map[string]any
	if err := json.Unmarshal(text, &direct); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"turn", "nodes", "chance", "depth"} {
		if line.Answer[key] != direct[key] {
			t.Errorf("%s is %v through the server and %v without it", key, line.Answer[key], direct[key])
		}
	}
}

// TestServerIsGuarded sends requests as pages of other sites, under other host names, and without the token.
func TestServerIsGuarded(t *testing.T) {
	t.Parallel()
	open := serve(t, Config{Hosts: []string{"Lab.example.org"}})
	closed := serve(t, Config{Token: "secret"})
	for _, try := range []attempt{
		{"this machine", open, "GET", "/", nil, http.StatusOK},
		{"a known name", open, "GET", "/", func(r *http.Request) { r.Host = "lab.example.org:80" }, http.StatusOK},
		{"a foreign name", open, "GET", "/", func(r *http.Request) { r.Host = "evil.example" },
			http.StatusMisdirectedRequest},
		{"another site's page", open, "POST", "/ask", setting("Sec-Fetch-Site", "cross-site"), http.StatusForbidden},
		{"another origin", open, "POST", "/ask", setting("Origin", "http://evil.example"), http.StatusForbidden},
		{"a plain form", open, "POST", "/ask", setting("Content-Type", "text/plain"),
			http.StatusUnsupportedMediaType},
		{"a search by GET", open, "GET", "/ask", nil, http.StatusMethodNotAllowed},
		{"a way out of the modules", open, "GET", "/page/..%2fpage.go", nil, http.StatusNotFound},
		{"what is no module", open, "GET", "/page/index.html", nil, http.StatusNotFound},
		{"a module", open, "GET", "/page/board.js", nil, http.StatusOK},
		{"no database", open, "GET", "/runs", nil, http.StatusNotFound},
		{"without the token", closed, "GET", "/", nil, http.StatusUnauthorized},
		{"a search without it", closed, "POST", "/ask", nil, http.StatusUnauthorized},
		{"a wrong token", closed, "GET", "/?token=guess", nil, http.StatusUnauthorized},
		{"the token, by POST", closed, "POST", "/ask?token=secret", nil, http.StatusUnauthorized},
	} {
		try.check(t, question)
	}
}

// attempt is a request with the wanted status of its answer.
type attempt struct {
	name   string
	server *httptest.Server
	method string
	path   string
	change func(*http.Request) // may be nil
	want   int
}

func (a attempt) check(t *testing.T, body string) http.Header {
	t.Helper()
	r := newRequest(t, a.method, a.server.URL+a.path, body)
	if a.change != nil {
		a.change(r)
	}
	code, answer, header := request(t, a.server.Client(), r)
	if code != a.want {
		t.Errorf("%s: %d instead of %d: %.100s", a.name, code, a.want, answer)
	}
	return header
}

// setting sets a header.
func setting(header, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(header, value) }
}

// TestTokenBecomesACookie opens the address with the token, and checks that it redirects to one without the token and
// sets a cookie that scripts cannot read.
func TestTokenBecomesACookie(t *testing.T) {
	t.Parallel()
	const token = `ä; "&+` // what a cookie cannot hold
	s := serve(t, Config{Token: token})
	client := s.Client()
	code, _, header := request(t, client, newRequest(t, "GET", s.URL+"/?token="+url.QueryEscape(token), ""))
	set, err := http.ParseSetCookie(header.Get("Set-Cookie"))
	if err != nil || code != http.StatusSeeOther || header.Get("Location") != "/" {
		t.Fatalf("%d to %q with a cookie of %v", code, header.Get("Location"), err)
	}
	if !set.HttpOnly || set.SameSite != http.SameSiteLaxMode || set.Path != "/" || set.Domain != "" ||
		len(set.Value) < 64 || strings.Contains(set.Value, token) {
		t.Errorf("the cookie is %v", set)
	}
	r := newRequest(t, "GET", s.URL+"/", "")
	r.AddCookie(set)
	if code, body, _ := request(t, client, r); code != http.StatusOK || !strings.Contains(body, "<title>Pillars") {
		t.Errorf("with the cookie: %d %.100s", code, body)
	}
}

// TestGoneVisitorEndsTheSearch checks that a search, which would take an hour, ends when its visitor leaves.
func TestGoneVisitorEndsTheSearch(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	ctx, leave := context.WithCancel(t.Context())
	r := newRequest(t, "POST", s.URL+"/ask",
		`{"do":"analyze","game":"pilastri","player":"alphabeta","seconds":3600,"lines":1}`).WithContext(ctx)
	response, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := response.Body.Read(make([]byte, 1)); err != nil { // the first thought
		t.Fatal(err)
	}
	leave()
	response.Body.Close()
	s.Close() // waits for what still answers
}

// played returns a store with a finished run of two players, and the run's id.
func played(t *testing.T) (path, id string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	return path, playInto(t, path, func(*tournament.Spec) {})
}

// playInto plays a run of two players into a store and returns its id.
func playInto(t *testing.T, path string, change func(*tournament.Spec)) (id string) {
	t.Helper()
	return playUntil(t, path, change, nil)
}

// playUntil plays a run as playInto does, but begins no further game after drain is closed.
func playUntil(t *testing.T, path string, change func(*tournament.Spec), drain <-chan struct{}) (id string) {
	t.Helper()
	game, err := games.Find("pit-of-pillars")
	if err != nil {
		t.Fatal(err)
	}
	spec := tournament.Spec{Game: game.Name(), Options: engine.Settings{{Name: "size", Value: "4"}},
		Players: []string{"random", "greedy"}, Rounds: 3, Seed: 1,
		Openings: openings.Source{Kind: openings.Random, Turns: 2}}
	change(&spec)
	if spec, err = session.Settle(spec, game); err != nil {
		t.Fatal(err)
	}
	s, err := session.New("tournament", spec, game, session.Observer{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s.Drain = drain
	if err := s.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.Run.ID
}

// TestStoredRunsAreRead reads the list of runs, a run, one of its games and the report, as the page does.
func TestStoredRunsAreRead(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	get := func(path string, into any) string {
		t.Helper()
		code, body, _ := request(t, s.Client(), newRequest(t, "GET", s.URL+path, ""))
		if code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, code, body)
		}
		if into != nil {
			if err := json.Unmarshal([]byte(body), into); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		return body
	}
	var list []struct{ ID, State, Verdict, About string }
	if get("/runs", &list); len(list) != 1 || list[0].ID != id || list[0].State != "finished" ||
		!strings.Contains(list[0].Verdict, "openings are needed") || list[0].About != "Pit of Pillars, size=4" {
		t.Fatalf("the runs are %v", list)
	}
	var run struct {
		Games int
		Brief brief
	}
	get("/runs/"+id, &run)
	if b := run.Brief; run.Games != 6 || b.Verdict != list[0].Verdict || len(b.More) == 0 || b.State != "finished" ||
		len(b.Tiles) < 5 || !strings.Contains(b.Command, "pillars tournament random greedy") {
		t.Errorf("%+v", run)
	}
	var page struct {
		Total int
		Games []struct{ Identity string }
	}
	get("/runs/"+id+"/games?skip=4&limit=5", &page)
	if page.Total != 6 || len(page.Games) != 2 {
		t.Fatalf("%+v", page)
	}
	var game struct {
		State    json.RawMessage
		Thoughts []any
	}
	get("/runs/"+id+"/game?identity="+page.Games[0].Identity, &game)
	view := `{"do":"view",` + strings.TrimPrefix(string(game.State), "{")
	if _, body, _ := request(
		t,
		s.Client(),
		newRequest(t, "POST", s.URL+"/ask", view),
	); !strings.Contains(
		body,
		`"result"`,
	) {
		t.Errorf("the game does not end on the board: %.200s", body)
	}
	code, html, header := request(t, s.Client(), newRequest(t, "GET", s.URL+"/runs/"+id+"/report", ""))
	policy := header.Get("Content-Security-Policy")
	if code != http.StatusOK || !strings.Contains(html, "<html") || !strings.Contains(policy, "sandbox") ||
		strings.Contains(policy, "script") || header.Get("Cross-Origin-Opener-Policy") != "" {
		t.Errorf("the report is %.100q, with %v", html, header)
	}
	if code, _, _ := request(
		t,
		s.Client(),
		newRequest(t, "GET", s.URL+"/runs/ffff", ""),
	); code != http.StatusNotFound {
		t.Errorf("an unknown run: %d", code)
	}
}
