package server

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestFactsArePaired checks that facts are compared by their names, and that a fact of one run only differs.
func TestFactsArePaired(t *testing.T) {
	t.Parallel()
	same, differ := factPairs([]fact{{"game", "Pit"}, {"size", "4"}, {"seed", "1"}},
		[]fact{{"seed", "2"}, {"game", "Pit"}, {"book", "b"}})
	if !slices.Equal(same, []factPair{{"game", [2]string{"Pit", "Pit"}}}) || !slices.Equal(differ,
		[]factPair{{"size", [2]string{"4", "–"}}, {"seed", [2]string{"1", "2"}}, {"book", [2]string{"–", "b"}}}) {
		t.Errorf("%q are the same and %q differ", same, differ)
	}
}

// TestRunsAreCompared compares a run of many games with a short one on a larger board: their facts, the numbers, which
// are recalculated from the stored games, and the ranges of their charts.
func TestRunsAreCompared(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	pair := []string{"random", "uct:nodes=9"}
	long := playInto(t, path, func(s *tournament.Spec) { s.Rounds, s.Players = 20, pair })
	short := playInto(t, path, func(s *tournament.Spec) {
		s.Rounds, s.Players, s.Options = 6, pair, engine.Settings{{Name: "size", Value: "5"}}
	})
	s := serve(t, Config{Database: path})
	got := get[struct {
		Runs []struct {
			ID, Kind, Game, Title string
			Options, Seats        []string
			Games                 int
			Brief                 brief
		}
		Conclusion   string
		Measures     []measured
		Same, Differ []factPair
	}](t, s, "/compare/"+long+"/"+short)
	if len(got.Runs) != 2 || got.Runs[0].ID != long || got.Runs[1].ID != short || got.Runs[0].Games != 40 ||
		got.Runs[1].Games != 12 || got.Runs[1].Title != "Pit of Pillars" || got.Runs[1].Kind != "tournament" ||
		!slices.Contains(got.Runs[1].Options, "size=5") || len(got.Runs[1].Brief.Figures) == 0 {
		t.Errorf("the runs are %+v", got.Runs)
	}
	if got.Conclusion != "No difference between the two runs is beyond chance." {
		t.Errorf("the conclusion is %q", got.Conclusion)
	}
	var firsts [2]string
	for i, id := range []string{long, short} {
		games, points := storedGames(t, path, id), 0.
		for _, game := range games {
			points += game.Outcome.Scores[0]
		}
		firsts[i] = stats.FormatNumber(100*points/float64(len(games)), 1)
	}
	if len(got.Measures) != 3 {
		t.Fatalf("the numbers are %+v", got.Measures)
	}
	elo, seat := got.Measures[0], got.Measures[1]
	if elo.Name != "difference, Elo" || elo.Of != [2]string{"random over uct:nodes=9", "random over uct:nodes=9"} ||
		seat.Name != "first seat scores, %" || seat.Values[0].Value != firsts[0] || seat.Values[1].Value != firsts[1] ||
		seat.Verdict != "too few openings to tell" || seat.Difference.Low == nil {
		t.Errorf("the numbers are %+v", got.Measures)
	}
	has := func(pairs []factPair, name, one, other string) bool {
		return slices.Contains(pairs, factPair{name, [2]string{one, other}})
	}
	if !has(got.Same, "game", "Pit of Pillars", "Pit of Pillars") || !has(got.Differ, "size", "4", "5") ||
		!has(got.Differ, "games", "40/40", "12/12") || len(got.Same) < 4 {
		t.Errorf("%q are the same and %q differ", got.Same, got.Differ)
	}
	for _, f := range slices.Concat(got.Same, got.Differ) {
		if f.Name == "run" {
			t.Errorf("the runs' ids are compared: %q", f)
		}
	}
}

// TestRunsThatCannotBeCompared checks the errors for unknown runs and for runs without games.
func TestRunsThatCannotBeCompared(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	drain := make(chan struct{})
	close(drain)
	empty := playUntil(t, path, func(s *tournament.Spec) { s.Seed = 2 }, drain)
	s := serve(t, Config{Database: path})
	for address, want := range map[string]int{id + "/ffff": http.StatusNotFound, "ffff/" + id: http.StatusNotFound,
		id + "/" + empty: http.StatusBadRequest, empty + "/" + id: http.StatusBadRequest} {
		code, body, _ := request(t, s.Client(), newRequest(t, "GET", s.URL+"/compare/"+address, ""))
		if code != want || want == http.StatusBadRequest && !strings.Contains(body, "has no games yet") {
			t.Errorf("%s: %d %s instead of %d", address, code, body, want)
		}
	}
}
