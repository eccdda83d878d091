package referee_test

import (
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/referee"
)

// TestTrainingGames plays games to learn from: in games that stray about the expected share of the turns are random,
// visits are stored, and a game that differs in either is refused.
func TestTrainingGames(t *testing.T) {
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	plan := plantest.PlanOf(t, rules.Game(), tournament.Spec{Game: "pit-of-pillars", Options: rules.Settings(),
		Players: []string{"mcts:nodes=20"}, Rounds: 60, Seed: 5,
		Format:   tournament.Format{Kind: tournament.Training, Stray: .5, Visits: true},
		Openings: openings.Source{Kind: openings.Varied, Least: 1, Turns: 4, OwnSetUp: .3},
	}, players.New)
	player, err := players.New(plan.Spec.Players[0], rules)
	require.NoError(t, err)
	strayed, random, visits, lengths := 0, 0, 0, map[int]bool{}
	for _, planned := range plan.List() {
		game, err := referee.Referee{Rules: rules}.Play(t.Context(), planned, []search.Player{player, player})
		require.NoError(t, err)
		lengths[len(planned.OpeningTurns)] = true
		if planned.Stray != 0 {
			strayed++
		}
		if err := referee.Verify(planned, game, rules, nil); err != nil {
			t.Fatal(planned.Identity, err)
		}
		for i, thought := range game.Thoughts {
			if thought.Random {
				random++
			}
			if thought.Visits != "" {
				visits++
			}
			for what, forge := range map[string]func(*tournament.Thought){
				"random":  func(o *tournament.Thought) { o.Random = !o.Random },
				"legal":   func(o *tournament.Thought) { o.Visits = "4294967295:3" + strings.Repeat(";", 3) },
				"visits ": func(o *tournament.Thought) { o.Visits = "twice" },
				"more":    func(o *tournament.Thought) { o.Visits = ";;;" },
			} {
				sound := game.Thoughts[i]
				forge(&game.Thoughts[i])
				if err := referee.Verify(planned, game, rules, nil); err == nil {
					t.Errorf("game %s: %s is accepted", planned.Identity, what)
				}
				game.Thoughts[i] = sound
			}
		}
	}
	if strayed < 15 || strayed > 45 || random < strayed/4 || visits < 100 || len(lengths) < 3 {
		t.Errorf("%d games stray, %d turns are random, %d have visits, openings of %v turns", strayed, random, visits,
			lengths)
	}
}
