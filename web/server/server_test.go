package server

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
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
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(body), response.Header
}

func newRequest(t *testing.T, method, address, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	return r
}

const question = `{"do":"decide","game":"pilastri","player":"alphabeta:nodes=300","seed":3}`

// TestServerAnswersAsTheHostDoes checks that the server's answers are those of the host.
func TestServerAnswersAsTheHostDoes(t *testing.T) {
	t.Parallel()
	s := serve(t, Config{})
	_, body, _ := request(t, s.Client(), newRequest(t, "POST", s.URL+"/ask", question))
	var got, want struct {
		Answer struct {
			Turn          string
			Nodes, Chance float64
		}
	}
	direct, err := new(host.Host).Answer(t.Context(), []byte(question), nil)
	text, _ := json.Marshal(map[string]any{"answer": direct})
	err = errors.Join(err, json.Unmarshal([]byte(body), &got), json.Unmarshal(text, &want))
	if err != nil || got != want || got.Answer.Turn == "" {
		t.Errorf("%+v through the server and %+v without it, %v", got, want, err)
	}
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
	game := enginetest.Rules(t, "pit-of-pillars").Game()
	spec := tournament.Spec{Game: game.Name(), Options: engine.Settings{{Name: "size", Value: "4"}},
		Players: []string{"random", "greedy"}, Rounds: 3, Seed: 1,
		Openings: openings.Source{Kind: openings.Random, Turns: 2}}
	change(&spec)
	spec, err := session.Settle(spec, game)
	require.NoError(t, err)
	s, err := session.New("tournament", spec, game, session.Observer{})
	require.NoError(t, err)
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	s.Drain = drain
	require.NoError(t, s.Enter(t.Context(), db))
	if _, err := s.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.Run.ID
}
