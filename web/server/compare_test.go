package server

import (
	"net/http"
	"path/filepath"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestRunsAreCompared compares a run of many games with a short one on a larger board: their facts, and a number that
// is recalculated from the stored games.
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
		Runs         []struct{ ID string }
		Conclusion   string
		Measures     []measured
		Same, Differ []factPair
	}](t, s, "/compare/"+long+"/"+short)
	if len(got.Runs) != 2 || got.Runs[0].ID != long || got.Runs[1].ID != short || got.Conclusion == "" {
		t.Errorf("the runs are %+v, and %q", got.Runs, got.Conclusion)
	}
	points := 0.
	for _, game := range storedGames(t, path, short) {
		points += game.Outcome.Scores[0]
	}
	first := stats.FormatNumber(100*points/12, 1)
	if !slices.ContainsFunc(got.Measures, func(m measured) bool {
		return m.Name == "first seat scores, %" && m.Values[1].Value == first && m.Difference.Low != nil
	}) {
		t.Errorf("the numbers are %+v, without %s", got.Measures, first)
	}
	has := func(pairs []factPair, name, one, other string) bool {
		return slices.Contains(pairs, factPair{name, [2]string{one, other}})
	}
	if !has(got.Same, "game", "Pit of Pillars", "Pit of Pillars") || !has(got.Differ, "size", "4", "5") ||
		!has(got.Differ, "games", "40/40", "12/12") {
		t.Errorf("%q are the same and %q differ", got.Same, got.Differ)
	}
}

// TestRunsWithoutAGame checks that a run without games is shown without standings, and is not compared.
func TestRunsWithoutAGame(t *testing.T) {
	t.Parallel()
	path, id := played(t)
	drain := make(chan struct{})
	close(drain)
	empty := playUntil(t, path, func(s *tournament.Spec) { s.Seed = 2 }, drain)
	s := serve(t, Config{Database: path})
	run := get[map[string]any](t, s, "/runs/"+empty)
	if _, stands := run["brief"]; run["games"] != 0. || run["trouble"] != nil || stands {
		t.Errorf("%v", run)
	}
	for address, want := range map[string]int{id + "/ffff": http.StatusNotFound, "ffff/" + id: http.StatusNotFound,
		id + "/" + empty: http.StatusBadRequest, empty + "/" + id: http.StatusBadRequest} {
		attempt{address, s, "GET", "/compare/" + address, nil, want}.check(t, "")
	}
}
