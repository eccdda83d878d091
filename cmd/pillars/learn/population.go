package learn

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/show/progress"
	"pillars/results/training"
	"pillars/tournament"
)

type populationFlags struct {
	jobFlags
	population training.Population
}

func newPopulationCommand() *cobra.Command {
	f := &populationFlags{}
	plan := &f.population.Plan
	*plan = training.UsualPopulation()
	cmd := cli.New("population", "Make many players of one strength that decide differently", f.run)
	set := cmd.Flags()
	f.outFlags.register(cmd, "write the players to this `FILE`, and their weights beside it")
	cli.QuietFlag(cmd)
	workersFlag(cmd, &f.workers)
	set.IntVar(&plan.Players, "players", plan.Players, "players to make")
	set.IntVar(&plan.Games, "games", plan.Games, "self-play games from which each player learns")
	set.Uint64Var(&plan.Nodes, "nodes", plan.Nodes,
		"search this many nodes for a decision in self-play, four times as many in matches")
	set.IntVar(&plan.Matches, "match-games", plan.Matches, "games of each player against the first")
	set.IntVar(&plan.Positions, "positions", plan.Positions, "compare the players' turns in this many positions")
	set.Uint64Var(&plan.Seed, "seed", plan.Seed, cli.SeedUsage)
	return cmd
}

func (f *populationFlags) run(cmd *cobra.Command, _ []string) error {
	rules, _, err := f.Rules()
	plan := f.population.Plan
	err = cmp.Or(err, given(cmd, "output"), cli.AtLeast("workers", f.workers, 1),
		cli.Between("players", plan.Players, 2, 100), cli.Between("games", plan.Games, 20, tournament.MaxRounds),
		cli.AtLeast("nodes", plan.Nodes, 1), cli.AtLeast("match-games", plan.Matches, 2),
		cli.AtLeast("positions", plan.Positions, 1))
	if err != nil {
		return err
	}
	p := &f.population
	p.Folder, p.File, p.Rules = filepath.Dir(f.out), f.out, rules
	return f.work(cmd, &p.Work, func(ctx context.Context, _ *progress.Screen) (outcome, error) { return p.Run(ctx) })
}
