package learn

import (
	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/training"
	"pillars/search/players"
	"pillars/search/tune"
)

// searchMatchPairs is the usual number of pairs of games of the match at the end.
const searchMatchPairs = 2000

// tuning is what the flags ask for.
func (f *tuneFlags) tuning(cmd *cobra.Command, rules engine.Rules) (*training.Tuning, error) {
	player, err := limited(cmd, f.search.player, f.generation.nodes)
	if err != nil {
		return nil, err
	}
	parameters, err := constants(f.search.constants, player, f.search.rEnd)
	if err != nil {
		return nil, cli.Usagef("--constants: %w", err)
	}
	return &training.Tuning{
		Folder: f.folder(searchSuffix), Rules: rules, Workers: f.lesson.Workers, Plan: f.tuningPlan(cmd, player, parameters),
		NewPlayer: players.StoredRecorded,
	}, nil
}

func (f *tuneFlags) tuningPlan(cmd *cobra.Command, player string, parameters []tune.Parameter) training.TuningPlan {
	batch, match := f.search.batch, &f.generation.plan
	plan := training.TuningPlan{
		Player: player, Parameters: parameters, Iterations: (match.Games + 2*batch - 1) / (2 * batch), Batch: batch,
		Openings: match.Openings, Pairs: match.Pairs, Elo1: match.Elo1, Seed: f.selection.Seed,
	}
	if !cmd.Flags().Changed("match-pairs") {
		plan.Pairs = searchMatchPairs
	}
	return plan
}

// limited is the player with --nodes, unless its text limits it.
func limited(cmd *cobra.Command, player string, nodes uint64) (string, error) {
	flags, err := keysOf(player)
	if err != nil {
		return "", cli.Usagef("--search: %w", err)
	}
	limits := false
	for _, key := range []string{"nodes", "depth", "time"} {
		if limit := flags.Lookup(key); limit != nil && limit.Value.String() != limit.DefValue {
			limits = true
		}
	}
	switch {
	case limits && cmd.Flags().Changed("nodes"):
		return "", cli.Usagef("--search %s and --nodes both limit the player; leave one out", player)
	case limits || flags.Lookup("nodes") == nil:
		return player, nil
	}
	return WithNodes(player, nodes), nil
}
