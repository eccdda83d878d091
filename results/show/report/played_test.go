package report

import (
	"context"
	"sync"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/recorder"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// small has the specs of short runs: one of each game for two, one of three seats, a sequential test, and runs of a
// player against itself.
var small = map[string]tournament.Spec{
	"pit-of-pillars": {
		Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}},
		Players: []string{"greedy", "random", "alphabeta:nodes=50"},
	},
	"pilastri": {Game: "pilastri", Players: []string{"greedy", "random"}},
	"pylyx":    {Game: "pylyx", Players: []string{"greedy", "random"}},
	"pit":      {Game: "pit", Players: []string{"greedy", "random"}},
	"three": {Game: "pit", Options: engine.Settings{{Name: "players", Value: "3"}},
		Players: []string{"greedy", "random", "uct:nodes=5"}},
	"sprt": {
		Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}},
		Players: []string{"greedy", "alphabeta:nodes=30"},
		Format:  tournament.UntilTest(tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"}),
	},
	"itself": {
		Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}}, Players: []string{"alphabeta"},
		Format: tournament.Format{Kind: tournament.SelfPlay, Spread: 2},
		Limits: search.Limits{Nodes: 20},
	},
}

// run is a run that was played for the tests.
type run struct {
	spec  tournament.Spec
	rules engine.Rules
	games []tournament.Game
}

// played has the runs, which are played once for all tests.
var played = sync.OnceValues(func() (map[string]run, error) {
	runs := map[string]run{}
	for name, spec := range small {
		one, err := play(spec)
		if err != nil {
			return nil, err
		}
		runs[name] = one
	}
	return runs, nil
})

func play(spec tournament.Spec) (run, error) {
	game, err := games.Find(spec.Game)
	if err != nil {
		return run{}, err
	}
	spec.Rounds, spec.Seed = 1, 7
	if spec, err = spec.Settle(game, newPlayer); err != nil {
		return run{}, err
	}
	plan, err := tournament.NewPlan(spec, game)
	if err != nil {
		return run{}, err
	}
	one := run{spec: spec, rules: plan.Rules}
	runner := runner.Runner{Plan: plan, NewPlayer: newPlayer, Workers: 1, Sink: func(g tournament.Game) error {
		one.games = append(one.games, g)
		return nil
	}}
	_, err = runner.Run(context.Background())
	return one, err
}

func newPlayer(text string, rules engine.Rules) (search.Player, error) {
	return players.New(text, rules)
}

// runOf returns the run of the given name.
func runOf(t *testing.T, name string) run {
	t.Helper()
	runs, err := played()
	require.NoError(t, err)
	return runs[name]
}

// input returns the input of a run, as if only the given games were stored.
func (r run) input(t *testing.T, stored []tournament.Game) Input {
	t.Helper()
	var all []tournament.Result
	for _, g := range stored {
		all = append(all, g.Result)
	}
	in := inputOf(t, r.spec, r.rules, all)
	in.Commands, in.Facts = []string{"pillars tournament <greedy>"}, []Property{{Name: "game", Value: "a & b"}}
	looks := recorder.Effort{Judge: "alphabeta:nodes=20", WholeTurns: 2, Workers: 1}
	var err error
	if in.Sample.Judge, err = looks.JudgeName(r.rules); err != nil {
		t.Fatal(err)
	}
	in.Sample.Rules = metrics.RulesOf(r.rules)
	if in.Sample.Games, err = looks.Record(t.Context(), r.rules, stored, nil); err != nil {
		t.Fatal(err)
	}
	return in
}
