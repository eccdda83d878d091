package server

import (
	"net/http"
	"path/filepath"
	"testing"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestRunsAreCompared compares a run of many games with a short one on a larger board: a number is recalculated
// from the stored games.
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
		Runs       []shownRun
		Conclusion string
		Figures    []figure
	}](t, s, "/compare/"+long+"/"+short)
	if len(got.Runs) != 2 || got.Runs[0].ID != long || got.Runs[1].ID != short || got.Conclusion == "" ||
		len(got.Runs[0].Result.Figures) == 0 || len(got.Runs[1].Result.Scores) != 2 || len(got.Figures) != 2 {
		t.Fatalf("%+v", got)
	}
	points := 0.
	for _, game := range storedGames(t, path, short) {
		points += game.Outcome.Scores[0]
	}
	shares := got.Figures[1]
	if row := shares.Rows[0]; row[0] != "first seat scores" || row[4] != stats.FormatNumber(100*points/12, 1) {
		t.Errorf("the shares are %+v", shares)
	}
}

// TestRunsWithoutAGame checks that a run without games is shown, and is not compared.
func TestRunsWithoutAGame(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	drain := make(chan struct{})
	close(drain)
	empty := playUntil(t, path, func(s *tournament.Spec) { s.Seed = 2 }, drain)
	s := serve(t, Config{Database: path})
	run := get[map[string]any](t, s, "/runs/"+empty)
	if run["games"] != 0. || run["trouble"] != nil {
		t.Errorf("%v", run)
	}
	for address, want := range map[string]int{id + "/ffff": http.StatusNotFound, "ffff/" + id: http.StatusNotFound,
		id + "/" + empty: http.StatusBadRequest, empty + "/" + id: http.StatusBadRequest} {
		attempt{address, s, "GET", "/compare/" + address, nil, want}.check(t, "")
	}
}
