//go:build !race

package players_test

import (
	"context"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/suite"
)

// tacticians lists the players that must see tactics: without networks, except for one problem that a policy hides. It
// also has the number of the flagship's hard problems that they must solve at least.
var tacticians = []struct {
	text, plain, hidden string
	hard                int
}{
	{"alphabeta", "alphabeta:weights=patterns", "", 18},
	{"mcts", "mcts:weights=patterns,flatten=2,tail=0", "pylyx-hold-for-four-with-one-onto-own", 7},
}

// mostNodes is the largest number of nodes that a problem may give a player.
const mostNodes = 100000

// TestTactics checks that the players without networks, for which the problems were chosen, solve every problem of the
// suite within its budget: each problem is given to one player or, in thorough runs, to all. The recorded suites have
// what players with networks solve. A short run, which looks for races, tries fewer problems, because only one thread
// searches.
func TestTactics(t *testing.T) {
	t.Parallel()
	problems, err := suite.Default()
	if err != nil {
		t.Fatal(err)
	}
	for n, player := range tacticians {
		for i, problem := range problems {
			if testing.Short() && i%8 != n || !enginetest.Long() && i%len(tacticians) != n {
				continue
			}
			t.Run(player.text+"/"+problem.ID, func(t *testing.T) {
				t.Parallel()
				if attempt := attempt(t, player.plain, &problem); attempt.Solved == (problem.ID == player.hidden) {
					t.Errorf("%s: plays %s (%v, %d nodes); %s: %v, solved: %t", problem.Position,
						attempt.Turn, attempt.Info.Score, attempt.Nodes, problem.Kind, problem.Turns,
						attempt.Solved)
				}
			})
		}
	}
}

// TestHardTactics checks that nearly as many hard problems of the flagship are solved as before; those of all games
// would take too long. A usual run gives every second problem to each player.
func TestHardTactics(t *testing.T) {
	t.Parallel()
	problems, err := suite.Hard()
	if err != nil {
		t.Fatal(err)
	}
	problems = suite.OfGame(problems, games.All()[0].Name())
	for n, player := range tacticians {
		t.Run(player.text, func(t *testing.T) {
			t.Parallel()
			solved, tried := 0, 0
			for i, problem := range problems {
				if !enginetest.Long() && i%len(tacticians) != n {
					continue
				}
				tried++
				attempt := attempt(t, player.text, &problem)
				if attempt.Solved {
					solved++
				} else {
					t.Logf("%s: plays %s (%v)", problem.ID, attempt.Turn, attempt.Info.Score)
				}
			}
			least := player.hard * tried / len(problems)
			if t.Logf("%d of %d solved", solved, tried); solved < least {
				t.Errorf("%d of %d solved, want %d or more", solved, tried, least)
			}
		})
	}
}

func attempt(t *testing.T, text string, problem *suite.Problem) suite.Attempt {
	t.Helper()
	p, err := problem.Load()
	if err != nil {
		t.Fatal(err)
	}
	player, err := players.New(text, p.Rules())
	if err != nil {
		t.Fatal(err)
	}
	budget := problem.BudgetOf(text)
	if budget > mostNodes {
		t.Errorf("budget of %d nodes, want at most %d", budget, mostNodes)
	}
	attempt, err := problem.Try(context.Background(), player, p, search.Limits{Nodes: budget})
	if err != nil {
		t.Fatal(err)
	}
	return attempt
}
