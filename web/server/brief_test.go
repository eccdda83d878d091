package server

import (
	"path/filepath"
	"strings"
	"testing"

	"pillars/tournament"
)

// TestRunsAreShown checks that a tournament and a sequential test have a verdict, a headline, numbers, figures and
// facts, in which players have names.
func TestRunsAreShown(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	format := tournament.Format{Kind: tournament.Sequential, Test: &tournament.Test{Elo1: 100, Alpha: .05, Beta: .1, Model: "normalized"}}
	test := playInto(t, path, func(s *tournament.Spec) { s.Format, s.Rounds = format, 20 })
	other := playInto(t, path, func(*tournament.Spec) {})
	s := serve(t, Config{Database: path})
	for id, verdict := range map[string]string{test: "the test accepted H0", other: "openings are needed"} {
		run := get[struct {
			Title, Trouble string
			Brief          brief
		}](t, s, "/runs/"+id)
		b := run.Brief
		if run.Title != "Pit of Pillars" || run.Trouble != "" || b.State != stateFinished ||
			!strings.Contains(b.Headline, "Random") || !strings.Contains(b.Verdict, verdict) || len(b.Tiles) < 5 ||
			len(b.Facts) == 0 || len(b.Figures) < 3 || b.Course == nil != (id == other) || b.Pairs == nil ||
			!strings.Contains(b.Command, "random greedy") || b.Names["greedy"] != "Greedy" {
			t.Errorf("%+v", run)
		}
		if s := b.Scores; len(s) != 2 || s[0].Points+s[1].Points != float64(s[0].Games) || s[0].Points < s[1].Points {
			t.Errorf("the scores are %+v", s)
		}
		for _, f := range b.Figures {
			if f.Picture == "" != (f.ID == "players") || f.Grid == nil || len(f.Grid.Rows) == 0 {
				t.Errorf("figure %s has %d bytes of a picture and the table %v", f.ID, len(f.Picture), f.Grid)
			}
		}
	}
}
