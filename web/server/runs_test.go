package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/results/keep/store"
	"pillars/results/show/charts"
	"pillars/tournament"
	served "pillars/web/page"
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
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for game, err := range db.Find(t.Context(), id, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, game)
	}
	return all
}

type listedGames struct {
	Games []struct {
		Identity string
		Players  []string
		Opening  int
	}
	Total, Found int
}

// TestGamesAreFiltered compares the games listed for every filter with those in the store.
func TestGamesAreFiltered(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	all := storedGames(t, path, id)
	s := serve(t, Config{Database: path})
	every, none := func(tournament.Stored) bool { return true }, func(tournament.Stored) bool { return false }
	for query, wanted := range map[string]func(tournament.Stored) bool{
		"": every, "&player=random": every, "&player=greedy&opponent=random": every, "&opponent=greedy": every,
		"&player=nobody": none, "&player=random&opponent=nobody": none, "&opening=9": none, "&faults=1": none,
		"&opening=&result=&player=": every,
		"&opening=2":                func(g tournament.Stored) bool { return g.Opening == 2 },
		"&result=1-0":               func(g tournament.Stored) bool { return g.Outcome.Scores[0] == 1 },
		"&result=0-1":               func(g tournament.Stored) bool { return g.Outcome.Scores[1] == 1 },
		"&result=draw":              func(g tournament.Stored) bool { return g.Outcome.Scores[0] == .5 },
		"&winner=nobody":            none,
		"&winner=greedy&player=random": func(g tournament.Stored) bool {
			return g.Outcome.Scores[slices.Index(g.Players, "greedy")] == 1
		},
		"&reason=no+legal": func(g tournament.Stored) bool { return g.Outcome.Reason == "no legal step" },
	} {
		var want []string
		for _, game := range all {
			if wanted(game) {
				want = append(want, game.Identity)
			}
		}
		got := get[listedGames](t, s, "/runs/"+id+"/games?limit=100"+query)
		var listed []string
		for _, game := range got.Games {
			listed = append(listed, game.Identity)
		}
		if !slices.Equal(listed, want) || got.Total != 6 || got.Found != len(want) {
			t.Errorf("%s: %d, %d and %q instead of %q", query, got.Total, got.Found, listed, want)
		}
	}
	for query, want := range map[string]int{"limit=2": 2, "limit=0": 1, "": 1, "skip=5&limit=9": 1, "skip=6&limit=9": 0,
		"skip=9223372036854775807&limit=9": 0, "limit=9223372036854775807": 6} {
		if got := get[listedGames](t, s, "/runs/"+id+"/games?"+query); len(got.Games) != want || got.Found != 6 {
			t.Errorf("%s: %d games instead of %d", query, len(got.Games), want)
		}
	}
}

// TestWrongFiltersAreRefused checks the errors for filters with invalid numbers and results.
func TestWrongFiltersAreRefused(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	const whole = " cannot be answered: it must be a whole number from 0"
	for query, want := range map[string]string{
		"result=sideways":              `result="sideways" cannot be answered: there are 1-0, 0-1, draw`,
		"skip=-1":                      `skip="-1"` + whole,
		"limit=1.5":                    `limit="1.5"` + whole,
		"opening=NaN":                  `opening="NaN"` + whole,
		"skip=99999999999999999999999": `skip="99999999999999999999999"` + whole,
	} {
		code, body, _ := request(t, s.Client(), newRequest(t, "GET", s.URL+"/runs/"+id+"/games?"+query, ""))
		var answer struct{ Error string }
		err := json.Unmarshal([]byte(body), &answer)
		if err != nil || code != http.StatusBadRequest || answer.Error != want {
			t.Errorf("%s: %d %s instead of %s", query, code, body, want)
		}
	}
	for address, want := range map[string]int{"/runs/" + id + "/game?identity=9v9/9/9": http.StatusNotFound,
		"/runs/" + id + "/game": http.StatusNotFound, "/runs/ffff/games": http.StatusNotFound,
		"/runs/ffff/game?identity=1v2/1/1": http.StatusNotFound, "/runs/ffff/report": http.StatusNotFound} {
		if code, body, _ := request(t, s.Client(), newRequest(t, "GET", s.URL+address, "")); code != want {
			t.Errorf("%s: %d %s instead of %d", address, code, body, want)
		}
	}
}

// TestGamesComeInPages asks for more games at once than are listed.
func TestGamesComeInPages(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	game := storedGames(t, path, id)[0].Game
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for n := range 500 {
		game.Identity, game.Opening = fmt.Sprintf("1v2/%d/1", n+10), n+10
		if err := db.Append(t.Context(), id, game); err != nil {
			t.Fatal(err)
		}
	}
	s := serve(t, Config{Database: path})
	for query, want := range map[string]int{"limit=499": 499, "limit=500": 500, "limit=501": 500,
		"limit=501&skip=10": 496} {
		got := get[listedGames](t, s, "/runs/"+id+"/games?"+query)
		if len(got.Games) != want || got.Total != 506 {
			t.Errorf("%s: %d games of %d instead of %d", query, len(got.Games), got.Total, want)
		}
	}
}

// TestRunsAreListed lists the runs of a game, of a player and with a tag, and checks that they have no specs.
func TestRunsAreListed(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	s := serve(t, Config{Database: path})
	for query, want := range map[string]int{"": 1, "?game=pit-of-pillars": 1, "?game=pit": 0, "?player=greedy": 1,
		"?player=nobody": 0, "?tag=none": 0} {
		list := get[[]map[string]any](t, s, "/runs"+query)
		if len(list) != want || want > 0 && (list[0]["id"] != id || list[0]["spec"] != nil) {
			t.Errorf("%s: %v", query, list)
		}
	}
}

// TestRunsWithoutAGame checks that a run without games is shown, without standings.
func TestRunsWithoutAGame(t *testing.T) {
	t.Parallel()
	path, drain := filepath.Join(t.TempDir(), "test.db"), make(chan struct{})
	close(drain)
	id := playUntil(t, path, func(*tournament.Spec) {}, drain)
	run := get[map[string]any](t, serve(t, Config{Database: path}), "/runs/"+id)
	if _, stands := run["text"]; run["games"] != 0. || run["trouble"] != nil || stands {
		t.Errorf("%v", run)
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
				Seat           int
				Chance         float64
				Nodes, Seconds float64
			}
		}](t, s, "/runs/"+id+"/game?identity="+want.Identity)
		if !slices.Equal(got.State.Turns, want.Record.Turns) || !slices.Equal(got.Players, want.Players) ||
			got.Opening != want.Record.Opening || got.Reason != string(want.Outcome.Reason) ||
			!slices.Equal(got.Scores, want.Outcome.Scores[:2]) {
			t.Errorf("%s: %+v", want.Identity, got)
		}
		if len(got.Thoughts) != len(want.Record.Turns)-got.Opening {
			t.Errorf("%s: %d thoughts in %d turns", want.Identity, len(got.Thoughts), len(want.Record.Turns))
		}
		for i, thought := range got.Thoughts {
			stored := want.Thoughts[i]
			if thought.Seat != (got.Opening+i)%2 || thought.Chance != stored.Score.Expectation() || // seats take turns
				thought.Nodes != float64(stored.Nodes) || thought.Seconds != stored.Time.Seconds() {
				t.Errorf("%s: thought %d is %+v", want.Identity, i, thought)
			}
		}
	}
}

// TestPagesBeginWithVerdicts checks the verdict, the estimate, the pairs and the figures of a test and of a tournament.
func TestPagesBeginWithVerdicts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	id := playInto(t, path, func(spec *tournament.Spec) { // random play is not 100 Elo better
		spec.Format, spec.Rounds = tournament.Sequential{
			Test: tournament.Test{Elo1: 100, Alpha: .05, Beta: .1, Model: "normalized"}}, 20
	})
	other := playInto(t, path, func(*tournament.Spec) {})
	s := serve(t, Config{Database: path})
	type run struct {
		Games          int
		Title, Trouble string
		Options, Seats []string
		Brief          brief
	}
	names := func(b brief) (ids []string) {
		for _, f := range b.Figures {
			ids = append(ids, f.ID)
			if f.Picture == "" != (f.ID == "players") || f.Grid == nil || len(f.Grid.Rows) == 0 {
				t.Errorf("figure %s has %d bytes of a picture and the table %v", f.ID, len(f.Picture), f.Grid)
			}
		}
		return ids
	}
	test := get[run](t, s, "/runs/"+id)
	b := test.Brief
	if !strings.Contains(b.Verdict, "the test accepted H0") || b.State != "finished" || b.Pairs == nil ||
		b.Pairs.Player != "random" || b.Tiles[0].Name != "difference, Elo" ||
		!slices.Equal(names(b), []string{"sprt", "players", "seats"}) {
		t.Errorf("%q, %+v, %+v, %v", b.Verdict, b.Pairs, b.Tiles, names(b))
	}
	if picture := b.Figures[0].Picture; !strings.Contains(picture, ">accepts H0 at -") ||
		!strings.Contains(picture, ">games<") || !strings.Contains(picture, ">log-likelihood ratio (LLR)<") {
		t.Errorf("the axes of the path have no names: %.2000s", picture)
	}
	plain := get[run](t, s, "/runs/"+other)
	b = plain.Brief
	count := 0
	for _, n := range b.Pairs.Counts {
		count += n
	}
	if count != 3 || len(b.Pairs.Counts) != 5 || !slices.Contains(names(b), "standings") ||
		!strings.Contains(b.Text, "greedy") || plain.Title != "Pit of Pillars" ||
		!slices.Contains(plain.Options, "size=4") || !slices.Equal(plain.Seats, []string{"White", "Red"}) {
		t.Errorf("%+v", plain)
	}
}

// TestChartsHaveTheirColours checks that the page sets every colour that charts use, in its light and dark schemes.
func TestChartsHaveTheirColours(t *testing.T) {
	t.Parallel()
	var page bytes.Buffer
	if err := served.Served(&page, "nonce"); err != nil {
		t.Fatal(err)
	}
	style := strings.ToLower(strings.ReplaceAll(page.String(), " ", ""))
	light, dark := charts.Styles()
	for declaration := range strings.SplitSeq(strings.ToLower(light+dark), ";") {
		declaration = strings.Replace(declaration, ":#ffffff", ":#fff", 1)
		if !strings.Contains(style, declaration) {
			t.Errorf("the page lacks %s", declaration)
		}
	}
}

// TestFaultsCountInPairs stores a pair of games of which a fault ended one, and checks that the pair counts unless
// faults void games.
func TestFaultsCountInPairs(t *testing.T) {
	t.Parallel()
	for rule, want := range map[tournament.FaultRule]int{tournament.FaultLoses: 4, tournament.FaultVoid: 3} {
		path := filepath.Join(t.TempDir(), "test.db")
		id := playInto(t, path, func(s *tournament.Spec) { s.OnFault = rule })
		games := storedGames(t, path, id)
		db, err := store.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, game := range games[:2] {
			game.Identity, game.Pair, game.Opening = fmt.Sprintf("1v2/9/%d", i+1), "1v2/9", 9
			if i == 1 {
				game.Fault.Kind = "time"
			}
			if err := db.Append(t.Context(), id, game.Game); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		pairs, counts := 0, get[struct{ Brief brief }](t, serve(t, Config{Database: path}), "/runs/"+id).Brief.Pairs
		for _, n := range counts.Counts {
			pairs += n
		}
		if pairs != want {
			t.Errorf("with the rule %v, %d pairs count instead of %d", rule, pairs, want)
		}
	}
}
