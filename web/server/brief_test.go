package server

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pillars/tournament"
)

type shownRun struct {
	Title, Trouble string
	Brief          brief
}

// TestRunsAreShown checks that a tournament and a sequential test have a verdict, a headline, numbers, figures and
// facts, in which players have names.
func TestRunsAreShown(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	format := tournament.Sequential{Test: tournament.Test{Elo1: 100, Alpha: .05, Beta: .1, Model: "normalized"}}
	test := playInto(t, path, func(s *tournament.Spec) { s.Format, s.Rounds = format, 20 })
	other := playInto(t, path, func(*tournament.Spec) {})
	s := serve(t, Config{Database: path})
	for id, verdict := range map[string]string{test: "the test accepted H0", other: "openings are needed"} {
		run := get[shownRun](t, s, "/runs/"+id)
		b := run.Brief
		if run.Title != "Pit of Pillars" || run.Trouble != "" || b.State != stateFinished ||
			!strings.Contains(b.Headline, "Random") || !strings.Contains(b.Verdict, verdict) || len(b.Tiles) < 5 ||
			len(b.Facts) == 0 || len(b.Figures) < 3 || b.Course == nil != (id == other) || b.Pairs == nil ||
			!strings.Contains(b.Command, "random greedy") || b.Names["greedy"] != "Greedy" {
			t.Errorf("%+v", run)
		}
		for _, f := range b.Figures {
			if f.Picture == "" != (f.ID == "players") || f.Grid == nil || len(f.Grid.Rows) == 0 {
				t.Errorf("figure %s has %d bytes of a picture and the table %v", f.ID, len(f.Picture), f.Grid)
			}
		}
	}
}

// TestScoresStandByRank checks the points of every player, and of each player against the others.
func TestScoresStandByRank(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	id := playInto(t, path, func(s *tournament.Spec) { s.Players = append(s.Players, "uct:nodes=9") })
	scores := get[shownRun](t, serve(t, Config{Database: path}), "/runs/"+id).Brief.Scores
	points := 0.
	for i, s := range scores {
		points += s.Points
		if s.Games != 12 || s.Won+s.Drawn+s.Lost != 12 || s.Rating.Value == nil || len(s.Against) != 3 ||
			s.Against[i] != nil {
			t.Errorf("%+v", s)
		}
		for j, against := range s.Against {
			if back := scores[j].Against[i]; i != j && (against == nil || back == nil || *against+*back != 100) {
				t.Errorf("%s against %s: %v and %v", s.Player, scores[j].Player, against, back)
			}
		}
	}
	if len(scores) != 3 || points != 18 {
		t.Errorf("%d players have %v points", len(scores), points)
	}
}

// TestFaultsCountInPairs stores a pair of games of which a fault ended one, and checks that the pair counts unless
// faults void games.
func TestFaultsCountInPairs(t *testing.T) {
	t.Parallel()
	for rule, want := range map[tournament.FaultRule]int{tournament.FaultLoses: 4, tournament.FaultVoid: 3} {
		path := filepath.Join(t.TempDir(), "test.db")
		id := playInto(t, path, func(s *tournament.Spec) { s.OnFault = rule })
		var pair []tournament.Game
		for i, game := range storedGames(t, path, id)[:2] {
			game.Identity, game.Pair, game.Opening = fmt.Sprintf("1v2/9/%d", i+1), "1v2/9", 9
			if i == 1 {
				game.Fault.Kind = "time"
			}
			pair = append(pair, game.Game)
		}
		appendGames(t, path, id, pair...)
		pairs := 0
		for _, n := range get[shownRun](t, serve(t, Config{Database: path}), "/runs/"+id).Brief.Pairs.Counts {
			pairs += n
		}
		if pairs != want {
			t.Errorf("with the rule %v, %d pairs count instead of %d", rule, pairs, want)
		}
	}
}
