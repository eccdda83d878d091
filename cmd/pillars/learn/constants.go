package learn

import (
	"cmp"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/show/progress"
	"pillars/results/training"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/tune"
)

type constantsFlags struct {
	jobFlags
	plan      training.TuningPlan
	games     int
	nodes     uint64
	constants string
	rEnd      float64
}

func newConstantsCommand() *cobra.Command {
	f := &constantsFlags{}
	cmd := cli.New("constants", "Tune the constants of a search by matches", f.run)
	f.register(cmd, "write the constants to this `FILE` if they are better", "csv")
	f.plotFlag(cmd, "draw the path of the constants into this SVG `FILE`")
	set, plan := cmd.Flags(), &f.plan
	f.matchFlags(cmd, &plan.Openings, &plan.Elo1)
	set.StringVar(&plan.Player, "player", "", "the `PLAYER` to tune")
	set.StringVar(&f.constants, "constants", "",
		"what to tune: name=start:min..max[:c_end[:r_end]],... or @`FILE`")
	set.Float64Var(&f.rEnd, "r-end", tune.DefaultREnd, "default of the final learning rate; 0.04 suits short runs")
	set.IntVar(&f.games, "games", 2000, "games to play for tuning")
	set.IntVar(&plan.Batch, "batch", 4, "pairs of games in an iteration")
	set.Uint64Var(&f.nodes, "nodes", 1200, cli.NodesUsage+", unless the player has a limit")
	set.IntVar(&plan.Pairs, "match-pairs", 2000, "play at most this many pairs in the final match")
	set.Uint64Var(&plan.Seed, "seed", 1, cli.SeedUsage)
	cli.Complete(cmd, "constants", completeConstants)
	return cmd
}

func (f *constantsFlags) tuning(cmd *cobra.Command) (*training.Tuning, error) {
	f.settleFolder(".search")
	switch {
	case f.plan.Player == "":
		return nil, cli.Usagef("--player is missing; name the player to tune")
	case f.folder == "":
		return nil, cli.Usagef("--folder and -o are missing; name a folder for the tuning or a file for the constants")
	case f.constants == "":
		return nil, cli.Usagef("--constants is missing; name what to tune, such as cpuct=0.8:0.2..3")
	}
	err := cmp.Or(f.elsewhere.Check(f.workers), cli.AtLeast("batch", f.plan.Batch, 1),
		cli.AtLeast("games", f.games, 1), f.refuseFiles(f.folder))
	if err != nil {
		return nil, err
	}
	rules, _, err := f.Rules()
	if err != nil {
		return nil, err
	}
	plan := f.plan
	if plan.Player, err = limited(cmd, plan.Player, f.nodes); err != nil {
		return nil, err
	}
	if plan.Parameters, err = training.Constants(f.constants, plan.Player, f.rEnd); err != nil {
		return nil, cli.Usagef("--constants: %w", err)
	}
	plan.Iterations = (f.games + 2*plan.Batch - 1) / (2 * plan.Batch)
	tuning := &training.Tuning{Plan: plan, Work: training.Work{
		Folder: f.folder, Rules: rules, Workers: f.workers, NewPlayer: players.Recorded,
	}}
	if err := tuning.Check(); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return tuning, nil
}

// limited returns the player's text with --nodes, unless the text has a limit.
func limited(cmd *cobra.Command, player string, nodes uint64) (string, error) {
	_, err := players.Keys(player)
	switch {
	case err != nil:
		return "", cli.Usagef("--player: %w", err)
	case players.Unlimited(player):
		return search.With(player, "nodes", nodes), nil
	case players.Thinks(player) && cmd.Flags().Changed("nodes"):
		return "", cli.Usagef("--player %s and --nodes both limit the player; leave one of the limits out", player)
	}
	return player, nil
}

func (f *constantsFlags) run(cmd *cobra.Command, _ []string) error {
	tuning, err := f.tuning(cmd)
	if err != nil {
		return err
	}
	var outcome training.TuningOutcome
	err = f.work(cmd, tuning.Folder, &tuning.Work, func(ctx context.Context, s *progress.Screen) (err error) {
		tuning.Follow(s)
		outcome, err = tuning.Run(ctx)
		return err
	})
	if f.plot != "" {
		if picture, missing := os.ReadFile(filepath.Join(tuning.Folder, training.TrajectoryPicture)); missing == nil {
			err = cmp.Or(err, cli.SvgPicture.WriteDrawn("--plot", f.plot, picture))
		}
	}
	outcome.File = f.out
	return f.conclude(cmd, &outcome, err)
}

// completeConstants offers the numeric keys of the player, with their values.
func completeConstants(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	player, _ := cmd.Flags().GetString("player")
	keys, err := players.Keys(player)
	if err != nil {
		return nil, cli.InWord
	}
	before := typed[:strings.LastIndex(typed, ",")+1]
	var offers []string
	keys.VisitAll(func(key *flag.Flag) {
		if numeric, _ := training.Tunable(key); numeric {
			offers = append(offers, before+key.Name+"="+key.Value.String()+":\t"+key.Usage)
		}
	})
	return offers, cli.InWord
}
