package server

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// get sends a request for data of the store and decodes the answer as an A.
func get[A any](t *testing.T, s *httptest.Server, address string) (answer A) {
	t.Helper()
	code, body, _ := request(t, s.Client(), newRequest(t, "GET", s.URL+address, ""))
	if code != http.StatusOK {
		t.Fatalf("%s: %d %s", address, code, body)
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return answer
}

// storedGames returns the games of a run, read from the store.
func storedGames(t *testing.T, path, id string) (all []tournament.Stored) {
	t.Helper()
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	for game, err := range db.Find(t.Context(), id, store.Filter{}) {
		require.NoError(t, err)
		all = append(all, game)
	}
	return all
}

type listedGames struct {
	Games []struct{ Identity string }
	Found int
}

// TestGamesAreFiltered compares the games listed for every filter with those in the store.
func TestGamesAreFiltered(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	all := storedGames(t, path, id)
	s := serve(t, Config{Database: path})
	none := func(tournament.Stored) bool { return false }
	for query, wanted := range map[string]func(tournament.Stored) bool{
		"": nil, "&player=greedy": nil, "&opening=&player=": nil, "&player=nobody": none, "&faults=1": none,
		"&opening=2": func(g tournament.Stored) bool { return g.Opening == 2 },
	} {
		var want, listed []string
		for _, game := range all {
			if wanted == nil || wanted(game) {
				want = append(want, game.Identity)
			}
		}
		got := get[listedGames](t, s, "/runs/"+id+"/games?limit=100"+query)
		for _, game := range got.Games {
			listed = append(listed, game.Identity)
		}
		if !slices.Equal(listed, want) || got.Found != len(want) {
			t.Errorf("%s: %d and %q instead of %q", query, got.Found, listed, want)
		}
	}
	for query, want := range map[string]int{"limit=2": 2, "limit=0": 1, "": 1, "skip=5&limit=9": 1, "skip=6&limit=9": 0,
		"skip=9223372036854775807&limit=9": 0, "limit=9223372036854775807": 6} {
		if got := get[listedGames](t, s, "/runs/"+id+"/games?"+query); len(got.Games) != want || got.Found != 6 {
			t.Errorf("%s: %d games instead of %d", query, len(got.Games), want)
		}
	}
}

// TestWrongFiltersAreRefused checks the status for filters with invalid numbers, and for unknown runs and
// games.
func TestWrongFiltersAreRefused(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	for address, want := range map[string]int{
		"/runs/" + id + "/games?skip=-1":                      http.StatusBadRequest,
		"/runs/" + id + "/games?limit=1.5":                    http.StatusBadRequest,
		"/runs/" + id + "/games?opening=NaN":                  http.StatusBadRequest,
		"/runs/" + id + "/games?skip=99999999999999999999999": http.StatusBadRequest,
		"/runs/" + id + "/game?identity=9v9/9/9":              http.StatusNotFound,
		"/runs/" + id + "/game":                               http.StatusNotFound,
		"/runs/ffff":                                          http.StatusNotFound,
		"/runs/ffff/games":                                    http.StatusNotFound,
		"/runs/ffff/game?identity=1v2/1/1":                    http.StatusNotFound,
		"/runs/ffff/report":                                   http.StatusNotFound,
	} {
		attempt{address, s, "GET", address, nil, want}.check(t, "")
	}
}

// A pageRun is what the page reads about a run.
type pageRun struct {
	ID, Title, Trouble string
	Result             *struct {
		State      string
		Conclusion []string
		Scores     []score
		Facts      []any
		Figures    []figure
	}
}

// TestRunsAreListed lists a run.
func TestRunsAreListed(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	list := get[[]pageRun](t, s, "/runs")
	if len(list) != 1 || list[0].ID != id || list[0].Title != "Pit of Pillars" || list[0].Result != nil {
		t.Errorf("%v", list)
	}
}

// TestRunsAreShown checks that a tournament and a sequential test have a conclusion, scores, figures and facts.
func TestRunsAreShown(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	format := tournament.UntilTest(tournament.Test{Elo1: 100, Alpha: .05, Beta: .1, Model: "normalized"})
	test := playInto(t, path, func(s *tournament.Spec) { s.Format, s.Rounds = format, 20 })
	other := playInto(t, path, func(*tournament.Spec) {})
	s := serve(t, Config{Database: path})
	for id, conclusion := range map[string]string{test: "No: random", other: "openings are needed"} {
		run := get[pageRun](t, s, "/runs/"+id)
		found := run.Result
		if run.Title != "Pit of Pillars" || run.Trouble != "" || found == nil || found.State != "finished" ||
			!strings.Contains(found.Conclusion[0], conclusion) || len(found.Facts) == 0 ||
			len(found.Figures) < 2 {
			t.Fatalf("%+v", run)
		}
		if scores := found.Scores; len(scores) != 2 || scores[0].Share < scores[1].Share ||
			math.Abs(scores[0].Share+scores[1].Share-1) > 1e-9 || scores[0].Games == 0 {
			t.Errorf("the scores are %+v", scores)
		}
		for _, f := range found.Figures {
			isDrawn := f.ID == "standings" || f.ID == "seats"
			if isDrawn && f.Picture == "" || len(f.Rows) == 0 || len(f.Heads) == 0 {
				t.Errorf("figure %s has %d bytes of a picture and the table %v", f.ID, len(f.Picture), f.Rows)
			}
		}
	}
}

// TestGamesSayWhatPlayersThought checks that a stored game has the thoughts of its players with their seats, except for
// the opening.
func TestGamesSayWhatPlayersThought(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	for _, want := range storedGames(t, path, id) {
		got := get[struct {
			State    struct{ Turns []string }
			Players  []string
			Opening  int
			Reason   string
			Scores   []float64
			Thoughts []struct {
				Seat          int
				Chance, Nodes float64
			}
		}](t, s, "/runs/"+id+"/game?identity="+want.Identity)
		if !slices.Equal(got.State.Turns, want.Record.Turns) || !slices.Equal(got.Players, want.Players) ||
			got.Opening != want.Record.Opening || got.Reason != string(want.Outcome.Reason) ||
			!slices.Equal(got.Scores, want.Outcome.Scores[:2]) ||
			len(got.Thoughts) != len(want.Record.Turns)-got.Opening {
			t.Errorf("%s: %+v", want.Identity, got)
		}
		for i, thought := range got.Thoughts {
			stored := want.Thoughts[i]
			if thought.Seat != (got.Opening+i)%2 || thought.Chance != stored.Score.Expectation() || // seats take turns
				thought.Nodes != float64(stored.Nodes) {
				t.Errorf("%s: thought %d is %+v", want.Identity, i, thought)
			}
		}
	}
}

// TestRunsWithoutAGame checks that a run without games is shown, and that it is not called stopped while it is played.
func TestRunsWithoutAGame(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	drain := make(chan struct{})
	close(drain)
	empty := playUntil(t, path, func(s *tournament.Spec) { s.Seed = 2 }, drain)
	s := serve(t, Config{Database: path})
	run := get[map[string]any](t, s, "/runs/"+empty)
	if run["games"] != 0. || run["trouble"] != nil {
		t.Errorf("%v", run)
	}
	within(t, Config{Database: path}, func(t *testing.T, listener *pipes) {
		client := listener.client()
		defer client.CloseIdleConnections()
		sees := func(state string) {
			t.Helper()
			_, body, _ := request(t, client, newRequest(t, "GET", "http://localhost/runs/"+empty, ""))
			if !strings.Contains(body, `"state":"`+state+`"`) {
				t.Errorf("a run is not called %s: %s", state, body)
			}
		}
		sees("stopped")
		begin(t, path, session.RunInPlay{Run: empty})
		sees("playing")
	})
}
