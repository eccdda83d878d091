package main

import (
	"flag"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/results/training"
	"pillars/search/suite"
	"pillars/search/tune"
)

// The usual numbers of pairs of games that answer a question, and of those of the match at the end.
const (
	spsaBatch, cmaesBatch = 4, 20
	searchMatchPairs      = 2000
)

// tuning is what the flags ask for.
func (f *tuneFlags) tuning(cmd *cobra.Command, rules engine.Rules) (*training.Tuning, error) {
	player, err := limited(cmd, f.search.player, f.generation.nodes)
	if err != nil {
		return nil, err
	}
	parameters, err := constants(f.search.constants, player, f.search.rEnd)
	if err != nil {
		return nil, usagef("--constants: %w", err)
	}
	plan := f.tuningPlan(cmd, player, parameters)
	problems, err := problemsOf(rules.Game(), plan.Proxy)
	return &training.Tuning{
		Folder: f.folder(searchSuffix), Rules: rules, Workers: f.lesson.Workers, Plan: plan, Problems: problems,
		NewPlayer: newTournamentPlayer,
	}, err
}

// tuningPlan is the plan that the flags ask for. What the method does not use is left at zero.
func (f *tuneFlags) tuningPlan(cmd *cobra.Command, player string, parameters []tune.Parameter) training.TuningPlan {
	s, match := &f.search, &f.generation.plan
	plan := training.TuningPlan{
		Player: player, Parameters: parameters, Method: training.Method(s.method), Batch: s.batch,
		Openings: match.Openings, Pairs: match.Pairs, Elo1: match.Elo1, Seed: f.selection.Seed,
	}
	if !cmd.Flags().Changed("match-pairs") {
		plan.Pairs = searchMatchPairs
	}
	if plan.Method != training.CMAES {
		if plan.Batch == 0 {
			plan.Batch = spsaBatch
		}
		if plan.Batch > 0 {
			plan.Iterations = (match.Games + 2*plan.Batch - 1) / (2 * plan.Batch)
		}
		return plan
	}
	plan.Iterations, plan.Population, plan.Sigma, plan.Proxy = s.iterations, s.population, s.sigma, training.Proxy(s.proxy)
	switch {
	case plan.Proxy == training.ProxySuite:
		plan.Batch, plan.Nodes = 0, nodesOf(player)
	case plan.Batch == 0:
		plan.Batch = cmaesBatch
	}
	return plan
}

// limited is the player with --nodes, unless its text limits it.
func limited(cmd *cobra.Command, player string, nodes uint64) (string, error) {
	flags, err := keysOf(player)
	if err != nil {
		return "", usagef("--search: %w", err)
	}
	limits := false
	for _, key := range []string{"nodes", "depth", "time"} {
		if limit := flags.Lookup(key); limit != nil && limit.Value.String() != limit.DefValue {
			limits = true
		}
	}
	switch {
	case limits && cmd.Flags().Changed("nodes"):
		return "", usagef("--search %s and --nodes both limit the player; leave one out", player)
	case limits || flags.Lookup("nodes") == nil:
		return player, nil
	}
	return withNodes(player, nodes), nil
}

// nodesOf is a player's limit by nodes, 0 for none.
func nodesOf(player string) uint64 {
	flags, err := keysOf(player)
	if err != nil || flags.Lookup("nodes") == nil {
		return 0
	}
	nodes, _ := flags.Lookup("nodes").Value.(flag.Getter).Get().(uint64)
	return nodes
}

// problemsOf are all problems of a game that come with the program, if the proxy wants them.
func problemsOf(game engine.Game, proxy training.Proxy) ([]suite.Problem, error) {
	if proxy != training.ProxySuite {
		return nil, nil
	}
	problems, err := suite.Default()
	if err != nil {
		return nil, err
	}
	hard, err := suite.Hard()
	return suite.OfGame(append(problems, hard...), game.Name()), err
}
