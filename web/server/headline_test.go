package server

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/tournament"
)

// TestPlayersHaveNames checks the names of players; a player of an unknown kind has its text as its name.
func TestPlayersHaveNames(t *testing.T) {
	t.Parallel()
	for player, want := range map[string]string{
		"alphabeta:nodes=2000":       "Calculator, 2,000 nodes",
		"mcts:nodes=200":             "Explorer, 200 nodes",
		"alphabeta:time=1s,table=16": "Calculator, 1s a turn, table 16",
		"alphabeta:nodes=x":          "Calculator, x nodes",
		"uct:nodes=1234567":          "Plain Explorer, 1,234,567 nodes",
		"practice:level=3":           "Level 3",
		"practice:level=3,x=1":       "Sparring partner, level 3, x 1",
		"practice":                   "Level 5",
		"greedy":                     "Greedy", "random": "Random", "ugi:./engine": "ugi:./engine",
	} {
		if got := namesOf([]string{player})[player]; got != want {
			t.Errorf("%s is called %q instead of %q", player, got, want)
		}
	}
	short := shortNames([]string{"greedy", "mcts:nodes=20", "mcts:nodes=40", "alphabeta:nodes=9"})
	if short["mcts:nodes=20"] != "Explorer (20 nodes)" || short["alphabeta:nodes=9"] != "Calculator" {
		t.Errorf("in sentences they are called %q", short)
	}
}

// TestSentencesNamePlayers checks that sentences get the names of players, and that other words and longer texts do not
// change.
func TestSentencesNamePlayers(t *testing.T) {
	t.Parallel()
	names := shortNames([]string{"random", "mcts:nodes=20", "mcts:nodes=200", "practice", "ugi:./engine -x"})
	for sentence, want := range map[string]string{
		"random is weaker than mcts:nodes=200, if at all.": "Random is weaker than Explorer (200 nodes), if at all.",
		"mcts:nodes=20 and practice: both won.":            "Explorer (20 nodes) and Level 5: both won.",
		"randomly, mcts:nodes=20,killers=false":            "randomly, mcts:nodes=20,killers=false",
		"practice:level=2 beats ugi:./engine -x":           "practice:level=2 beats ugi:./engine -x",
		"":                                                 "",
	} {
		if got := inWords([]string{sentence}, names)[0]; got != want {
			t.Errorf("%q is said as %q instead of %q", sentence, got, want)
		}
	}
}

// TestSharesAreRoundedAsOnThePage checks that halves of a per cent are rounded up, as the page does beside the
// headline.
func TestSharesAreRoundedAsOnThePage(t *testing.T) {
	t.Parallel()
	for percent, want := range map[float64]string{62.5: "63 %", 12.5: "13 %", 0: "0 %", 66.4: "66 %"} {
		if got := wholePercent(percent); got != want {
			t.Errorf("%v is written %s instead of %s", percent, got, want)
		}
	}
	for share, want := range map[float64]string{.5: "50 to 50", .545: "55 to 45", 1: "100 to 0"} {
		if got := splitOf(share); got != want {
			t.Errorf("a share of %v is written %s instead of %s", share, got, want)
		}
	}
}

// TestHeadlinesArePlain checks the headlines of runs, which name a winner only if the games show one.
func TestHeadlinesArePlain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	runs := map[string]string{}
	for want, change := range map[string]func(*tournament.Spec){
		"Level 6 beats Random: ": func(s *tournament.Spec) {
			s.Rounds, s.Players = 30, []string{"random", "practice:level=6"}
		},
		"too close to be sure: ": func(s *tournament.Spec) { s.Rounds = 2 },
		" finishes first of 3: ": func(s *tournament.Spec) { s.Players = append(s.Players, "uct:nodes=9") },
		"Greedy held off Random, ": func(s *tournament.Spec) {
			s.Format, s.Rounds = tournament.Sequential{
				Test: tournament.Test{Elo1: 100, Alpha: .05, Beta: .1, Model: "normalized"}}, 20
		},
	} {
		runs[playInto(t, path, change)] = want
	}
	s := serve(t, Config{Database: path})
	for id, want := range runs {
		run := get[struct{ Brief brief }](t, s, "/runs/"+id)
		if got := run.Brief.Headline; !strings.Contains(got, want) {
			t.Errorf("the headline is %q, without %q", got, want)
		}
	}
	type listed struct {
		ID, Headline string
		Leaders      []score
	}
	var list []listed
	unknown := func(run listed) bool { return run.Headline == "" }
	for asked := 0; asked < 100 && (list == nil || slices.ContainsFunc(list, unknown)); asked++ {
		list = get[[]listed](t, s, "/runs") // a slow machine learns some verdicts later
	}
	for _, listed := range list {
		if want := runs[listed.ID]; !strings.Contains(listed.Headline, want) || len(listed.Leaders) < 2 {
			t.Errorf("the list says %+v instead of %q", listed, want)
		}
	}
}

// TestStudiesShowBothSeats checks that a fairness study has the shares of both seats, and a tournament does not.
func TestStudiesShowBothSeats(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	study := playInto(t, path, func(s *tournament.Spec) {
		s.Format, s.Players, s.Rounds = tournament.SelfPlay{}, []string{"greedy"}, 30
	})
	other := playInto(t, path, func(*tournament.Spec) {})
	s := serve(t, Config{Database: path})
	seats := get[struct{ Brief brief }](t, s, "/runs/"+study).Brief.Seats
	if len(seats) != 2 || seats[0].Player != "White" || !near.Equal(seats[0].Share+seats[1].Share, 100, 1e-9) {
		t.Errorf("the seats are %+v", seats)
	}
	if seats := get[struct{ Brief brief }](t, s, "/runs/"+other).Brief.Seats; seats != nil {
		t.Errorf("a tournament measures the seats %+v", seats)
	}
}

// TestScoresStandByRank checks the points of every player, and of each player against the others.
func TestScoresStandByRank(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	id := playInto(t, path, func(s *tournament.Spec) { s.Players = append(s.Players, "uct:nodes=9") })
	scores := get[struct{ Brief brief }](t, serve(t, Config{Database: path}), "/runs/"+id).Brief.Scores
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
