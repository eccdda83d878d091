package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/spf13/cobra"

	"pillars/engine"
	"pillars/results/training"
	"pillars/search/suite"
	"pillars/search/tune"
)

// searchFlags say which constants of a player are tuned, and how.
type searchFlags struct {
	player     string
	constants  string
	method     string
	rEnd       float64
	iterations int
	batch      int
	population int
	sigma      float64
	proxy      string
}

func (f *searchFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.player, "search", "", "tune numeric keys of this `PLAYER` by matches, not weights")
	set.StringVar(&f.constants, "constants", "",
		"what --search tunes: name=start:min..max[:c_end[:r_end]],... or @`FILE` with lines name, start, min, max, c_end, r_end")
	set.StringVar(&f.method, "method", string(training.SPSA), "how --search tunes: spsa or cmaes")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "learning rate in the end, of --method spsa, for constants that give none; short runs want more")
	set.IntVar(&f.batch, "batch", 0, "pairs of games that answer a question of --search (default 4 for spsa, 20 for cmaes)")
	set.IntVar(&f.iterations, "iterations", 20, "generations of --method cmaes; spsa goes by --games")
	set.IntVar(&f.population, "population", 0, "candidates in a generation of --method cmaes (default 4 + 3 ln n for n constants)")
	set.Float64Var(&f.sigma, "sigma", .2, "standard deviation that --method cmaes begins with, as a share of each range")
	set.StringVar(&f.proxy, "proxy", string(training.ProxyMatch),
		"what --method cmaes takes for strength: the score in a match against the start, or the share of suite problems solved")
	complete(cmd, "search", completePlayer)
	complete(cmd, "constants", cobra.NoFileCompletions)
	complete(cmd, "method", cobra.FixedCompletions([]string{"spsa", "cmaes"}, cobra.ShellCompDirectiveNoFileComp))
	complete(cmd, "proxy", cobra.FixedCompletions([]string{"match", "suite"}, cobra.ShellCompDirectiveNoFileComp))
	for _, number := range []string{"r-end", "batch", "iterations", "population", "sigma"} {
		complete(cmd, number, cobra.NoFileCompletions)
	}
}

func (f *searchFlags) wanted(cmd *cobra.Command) bool { return cmd.Flags().Changed("search") }

// The usual numbers of pairs of games that answer a question, and of those of the match at the end.
const (
	spsaBatch, cmaesBatch = 4, 20
	searchMatchPairs      = 2000
)

// tuning is what the flags ask for.
func (f *tuneFlags) tuning(cmd *cobra.Command, rules engine.Rules) (*training.Tuning, error) {
	s, g := &f.search, &f.generation
	player, err := limited(cmd, s.player, g.nodes)
	if err != nil {
		return nil, err
	}
	parameters, err := constants(s.constants, player, s.rEnd)
	if err != nil {
		return nil, usagef("--constants: %w", err)
	}
	plan := training.TuningPlan{
		Player: player, Parameters: parameters, Method: training.Method(s.method), Batch: s.batch, Openings: g.plan.Openings,
		Pairs: g.plan.Pairs, Elo1: g.plan.Elo1, Seed: f.selection.Seed,
	}
	if !cmd.Flags().Changed("match-pairs") {
		plan.Pairs = searchMatchPairs
	}
	if plan.Batch == 0 {
		plan.Batch = spsaBatch
		if plan.Method == training.CMAES {
			plan.Batch = cmaesBatch
		}
	}
	var problems []suite.Problem
	switch {
	case plan.Method == training.CMAES:
		plan.Iterations, plan.Population, plan.Sigma, plan.Proxy = s.iterations, s.population, s.sigma, training.Proxy(s.proxy)
		if plan.Proxy == training.ProxySuite {
			plan.Batch, plan.Nodes = 0, nodesOf(player)
			problems, err = problemsOf(rules.Game())
		}
	case plan.Batch > 0:
		plan.Iterations = (g.plan.Games + 2*plan.Batch - 1) / (2 * plan.Batch)
	}
	if err != nil {
		return nil, err
	}
	return &training.Tuning{
		Folder: f.folder(".search"), Rules: rules, Workers: f.lesson.Workers, Plan: plan, Problems: problems,
		NewPlayer: newTournamentPlayer,
	}, nil
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
	if err != nil {
		return 0
	}
	nodes, _ := flags.Lookup("nodes").Value.(flag.Getter).Get().(uint64)
	return nodes
}

// problemsOf are all problems of a game that come with the program.
func problemsOf(game engine.Game) ([]suite.Problem, error) {
	problems, err := suite.Default()
	if err != nil {
		return nil, err
	}
	hard, err := suite.Hard()
	return suite.OfGame(append(problems, hard...), game.Name()), err
}

// folder is where a course or a tuning lies.
func (f *tuneFlags) folder(suffix string) string {
	if f.generation.folder == "" && f.out != "" {
		return f.out + suffix
	}
	return f.generation.folder
}

func (f *tuneFlags) runSearch(cmd *cobra.Command, name string) error {
	rules, err := rulesOf(name, f.options)
	switch {
	case err != nil:
		return err
	case len(f.data) > 0 || f.generation.wanted(cmd):
		return usagef("--search tunes a player's constants; --data and --generations fit weights: give one of them")
	case f.folder("") == "":
		return usagef("name a folder for the course of the tuning with --folder, or a file for the constants with -o")
	case f.search.constants == "":
		return usagef("name what to tune with --constants, such as explore=0.8:0.2..3; pillars players lists the keys")
	case f.lesson.Workers < 1:
		return usagef("--workers %d: must be 1 or more", f.lesson.Workers)
	}
	tuning, err := f.tuning(cmd, rules)
	if err != nil {
		return err
	}
	if err := tuning.Check(); err != nil {
		return usagef("%w", err)
	}
	say := messages{cmd.ErrOrStderr(), f.quiet}
	stops := newStops(cmd.Context(), say)
	tuning.Drain = stops.drain
	watch := newTuningWatch(say, tuning, f.plot)
	outcome, err := tuning.Run(stops.ctx)
	interrupted := stops.end()
	watch.status.clear()
	if drawn := errors.Join(watch.err, watch.draw()); err == nil {
		err = drawn
	}
	switch {
	case err != nil && interrupted && training.Interrupted(err):
		return &exitError{exitInterrupted, fmt.Errorf("interrupted: everything is kept in %s; the same command goes on", tuning.Folder)}
	case err != nil:
		return err
	}
	return f.concludeSearch(cmd, tuning, watch, outcome)
}
